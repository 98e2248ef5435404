import type { Method } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/errors.ts'
import { isAttended } from './attended.ts'
import { sendFile } from './send-file.ts'
import { sessionRefused, sessionToken } from './session.ts'

/** Texts for an answer without a sentence of the server (spec §8). */
export const requestTexts = {
  noResponse: 'Nema odgovora sa servera. Proverite konekciju.',
  badRequest: 'Greška u zahtevu. Pokušajte ponovo.',
  unknown: 'Nešto je pošlo po zlu',
  unreadableFile: 'Greška pri čitanju fajla',
} as const

export const NO_RESPONSE = 0
export const BAD_REQUEST = -1

/**
 * A call that failed. `status` is that of the answer, NO_RESPONSE when none came, BAD_REQUEST when the call broke in
 * the browser. `errors` names fields as the contract does (`normativi.3.materijal_id`). `said` tells whether the server
 * gave a sentence of its own.
 */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly said: boolean

  constructor(status: number, message: string, errors: readonly FieldError[] = [], said = false) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.said = said
  }
}

/** Whether a refusal is about this field. */
export const isOfField = (error: unknown, name: string): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field === name)

/** The server's sentence where it gave one, else the given one (spec §8: "the server's message, else …"). */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.said ? error.message : otherwise

/** Why a call failed, to stand under a literal sentence of the specification; undefined where nobody knows why. */
export const reasonOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.said || error.message !== requestTexts.unknown) ? error.message : undefined

export type ApiRequest = {
  method: Method
  /** Below /api, parameters and query filled in. */
  path: string
  headers?: Record<string, string> | undefined
  /** JSON text, or the parts of a multipart body. */
  body?: string | FormData | undefined
  /** False for the few calls that need no session: a 401 then means a wrong password. */
  session?: boolean
  /** True for what a screen asks by itself: it keeps no session alive, and does not ask the user to renew one. */
  unattended?: boolean | undefined
  signal?: AbortSignal | undefined
  /** 0–100 while a multipart body is being sent. */
  onProgress?: ((percent: number) => void) | undefined
  /** Gets the full text of the answer so far, each time that more comes. */
  onText?: ((text: string) => void) | undefined
}

/**
 * Sends one request with the token of the session and gives a successful answer; anything else throws an ApiError. A
 * session that has ended is renewed in place where the screen can do that, or ends (see session.ts). Cancelling throws
 * the AbortError as it is. It knows no zod: the login page stands on this alone.
 */
export async function request(asked: ApiRequest): Promise<Response> {
  const token = asked.session === false ? null : sessionToken()
  const response = await send(asked, token)
  if (response.ok) return response
  if (response.status === 401 && token && !asked.unattended && (await sessionRefused(token))) {
    const again = await send(asked, sessionToken())
    if (again.ok) return again
    throw await errorIn(again)
  }
  throw await errorIn(response)
}

async function send(asked: ApiRequest, token: string | null): Promise<Response> {
  const { method, path, body, signal, onProgress, onText } = asked
  const headers: Record<string, string> = { accept: 'application/json', ...asked.headers }
  if (token) headers.authorization = `Bearer ${token}`
  if (asked.unattended || !isAttended()) headers['x-unattended'] = '1'
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  try {
    if (body instanceof FormData && onProgress)
      return await sendFile(`/api${path}`, { method, headers, body, signal, onProgress, onText })
    return await fetch(`/api${path}`, { method, headers, body: body ?? null, signal: signal ?? null })
  } catch (error) {
    if (signal?.aborted) throw error
    // fetch says TypeError for anything that kept the request from being answered.
    if (error instanceof TypeError) throw new ApiError(NO_RESPONSE, requestTexts.noResponse)
    throw new ApiError(BAD_REQUEST, requestTexts.badRequest)
  }
}

async function errorIn(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: unknown }
  const said = typeof message === 'string' && message !== ''
  // A proxy whose server is away answers itself, with a page instead of our JSON.
  const silent = [502, 503, 504].includes(response.status) ? requestTexts.noResponse : requestTexts.unknown
  return new ApiError(response.status, said ? message : silent, Array.isArray(errors) ? errors : [], said)
}
