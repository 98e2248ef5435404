import { z } from 'zod'
import { authTexts } from '#contract/auth.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import type { FuzzRequest } from './requests.ts'

/** `blockedMs`: how long nobody else could have been answered meanwhile. */
export type FuzzAnswer = { status: number; type: string; text: string; ms: number; blockedMs: number }

const MAX_MS = 10_000
const MAX_BLOCKED_MS = 200
const MAX_MESSAGE_CHARACTERS = 1_000
const ALLOWED = new Set(Object.values<number>(ERROR_STATUS).filter((status) => status < 500))
/** The sentences of the login form that the specification has in English. */
const ENGLISH = new Set<string>([authTexts.fillAll, authTexts.confirm, authTexts.mismatch, authTexts.short])
/** Words of engines, frameworks and stacks; none of them is Serbian or stands in what the requests say. */
const INTERNALS =
  /\b(the|is|are|was|must|should|cannot|can't|invalid|expected|received|required|unexpected|failed|failure|error|unknown|undefined|object|string|number|array|token|found|bad|request|sqlite|postgres|kysely|zod|constraint|violates|syntax|relation|column|duplicate|select|insert|update|delete|promise|function|node_modules|at)\b|\.ts:|\[object|Error:/i
const REFUSAL = z.strictObject({
  message: z.string().min(1).max(MAX_MESSAGE_CHARACTERS),
  errors: z
    .array(z.strictObject({ field: z.string(), message: z.string().min(1).max(MAX_MESSAGE_CHARACTERS) }))
    .optional(),
})

/** The fault of an answer, in words, or null. */
export function faultIn(
  { endpoint, refused }: FuzzRequest,
  { status, type, text, ms, blockedMs }: FuzzAnswer,
): string | null {
  if (/argon2id|token_hash/.test(text)) return `a secret of the database: ${text.slice(0, 300)}`
  if (ms > MAX_MS) return `took ${Math.round(ms)} ms`
  if (blockedMs > MAX_BLOCKED_MS) return `kept everybody waiting for ${Math.round(blockedMs)} ms`
  if (refused !== null && status !== refused) return `status ${status} where ${refused} was due`
  if (status < 400) return goodFault(endpoint.reply, status, type, text)
  if (!ALLOWED.has(status)) return `status ${status}: ${text.slice(0, 300)}`
  if (!/^application\/json/.test(type)) return `an error of type ${type}`
  const { success, data } = REFUSAL.safeParse(parsed(text))
  if (!success) return `an error that is no { message }: ${text.slice(0, 300)}`
  const foreign = [data.message, ...(data.errors ?? []).map(({ message }) => message)].find(isForeign)
  return foreign === undefined ? null : `a sentence that is not ours: ${foreign}`
}

function isForeign(sentence: string): boolean {
  const first = sentence.replace(/ \(i još grešaka: \d+\)\.$/, '')
  return !ENGLISH.has(first) && !ENGLISH.has(sentence) && INTERNALS.test(sentence)
}

function goodFault(reply: z.ZodType | 'file', status: number, type: string, text: string): string | null {
  if (status !== 200 && status !== 201) return `status ${status}`
  if (reply === 'file')
    return /^(application\/(pdf|vnd|x-ndjson|zip)|text\/(calendar|csv))/.test(type) ? null : `a file of type ${type}`
  const { success, error } = reply.safeDecode(parsed(text) as never)
  return success ? null : `an answer that breaks the contract: ${z.prettifyError(error)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
