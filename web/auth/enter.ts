import { ApiError, BAD_REQUEST, request, requestTexts } from '#web/request.ts'
import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'
import { type Entries, LOGIN, type Mode, REGISTER } from './login-rules.ts'

/** The token of this browser's last login: an account that knows it counts its tries apart. A logout leaves it. */
const DEVICE_KEY = 'device'

/** Keeps the token of this browser's login. */
export const rememberDevice = (device: string): void => rememberChoice(DEVICE_KEY, device)

/** Registers where `mode` asks for it, then logs in, with a `code` if needed. Gives the token; throws an ApiError. */
export async function enter(mode: Mode, { email, password }: Entries, code?: string): Promise<string> {
  const entries = { email, password }
  if (mode === 'register') await request({ ...REGISTER, body: JSON.stringify(entries), session: false })
  const device = rememberedChoice(DEVICE_KEY) ?? undefined
  const answer = await request({ ...LOGIN, body: JSON.stringify({ ...entries, device, code }), session: false })
  const { token, device: own } = (await answer.json().catch(() => ({}))) as { token?: unknown; device?: unknown }
  if (typeof own === 'string') rememberDevice(own)
  if (typeof token !== 'string' || token === '') throw new ApiError(BAD_REQUEST, requestTexts.badRequest)
  return token
}
