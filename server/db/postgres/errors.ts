import type { Outage } from '#server/db/engine.ts'

/** The connection was lost while the commit was under way: nobody knows whether it happened. */
export class UnknownCommit extends Error {
  readonly code = '08007'
}

type Meaning = {
  readonly outage?: Outage
  /** The connection ended during a statement: nobody knows whether it was carried out. */
  readonly lost?: true
  /** The transaction lost against another one and may be tried again. */
  readonly retryable?: true
  readonly taken?: true
}
const LOST: Meaning = { outage: 'away', lost: true }
const AWAY: Meaning = { outage: 'away' }

/**
 * The meanings of errors, by the beginning of their code
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), or of their message if they have none: an error of
 * Node has a code of Node, one of pg none at all. The first that fits counts.
 */
const ERRORS: readonly (readonly [begins: RegExp, Meaning])[] = [
  [/^23505/, { taken: true }],
  // Handlers look before they write, so a broken reference (23503) means that somebody removed the row in between:
  // looking again finds the sentence to refuse with.
  [/^(40001|40P01|23503)/, { retryable: true }],
  [/^08007/, { outage: 'unknown' }],
  [/^0800[36]/, LOST],
  [/^08/, AWAY],
  [/^57P0[12]/, LOST],
  [/^57P03/, AWAY],
  [/^57P05/, LOST],
  [/^57P/, AWAY],
  [/^25006/, AWAY],
  [/^53100/, { outage: 'full' }],
  [/^53/, AWAY],
  [/^58/, { outage: 'disk' }],
  [/^(ECONNRESET|EPIPE|ETIMEDOUT|Connection terminated)/, LOST],
  [/^E(CONN|HOST|NET|NOTFOUND|AI_AGAIN)/, AWAY],
  [/connection error and is not queryable/, LOST],
  [/^timeout expired/, AWAY],
  [/timeout exceeded when trying/, AWAY],
]

/** The meaning of an error of PostgreSQL, of its client or of the network; nothing where it is none of these. */
export function meaningOf(error: unknown): Meaning {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return ERRORS.find(([begins]) => begins.test(code || message))?.[1] ?? {}
}

/**
 * The sentence about an error of the server, the network or the address, with its code, which tells an outage, and with
 * the place where the address is configured. Our own sentences stay.
 */
export function refusedBy(address: string, error: unknown): unknown {
  const { code, message } = error as Error & { code?: string }
  if (code === undefined) return error
  const said = new Error(`${address}: PostgreSQL ne prima program (${message || code}).`, { cause: error })
  return Object.assign(said, { code })
}
