import { ApiError, BAD_REQUEST, request, requestTexts } from '#web/request.ts'
import { type Entries, LOGIN, type Mode, REGISTER } from './login-rules.ts'

/** Logs in, after registering where that is asked, and gives the token. Throws an ApiError. */
export async function enter(mode: Mode, { email, password }: Entries): Promise<string> {
  const body = JSON.stringify({ email, password })
  if (mode === 'register') await request({ ...REGISTER, body, session: false })
  const answer = await request({ ...LOGIN, body, session: false })
  const { token } = (await answer.json().catch(() => ({}))) as { token?: unknown }
  if (typeof token !== 'string' || token === '') throw new ApiError(BAD_REQUEST, requestTexts.badRequest)
  return token
}
