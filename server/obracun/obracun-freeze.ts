import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Delovi, OBRACUN_DELOVI, type Obracun } from '#contract/obracun.ts'
import { jsonBody } from '#server/http/json-body.ts'

const FROZEN = z.object(OBRACUN_DELOVI)
export type Frozen = { readonly redovi: Uint8Array; readonly sha256: string }

/**
 * The rows of an account as they are kept: its parts as `GET /obracun` answers them, in the order of the contract, as
 * UTF-8 JSON without spaces. The same rows give the same bytes, so that their SHA-256 recognises them.
 */
export function freeze(obracun: Obracun): Frozen {
  const delovi = Object.fromEntries(Object.keys(OBRACUN_DELOVI).map((name) => [name, obracun[name as keyof Delovi]]))
  const redovi = Buffer.from(jsonBody(z.encode(FROZEN, delovi as Delovi)))
  return { redovi, sha256: hashOf(redovi) }
}

export type Wire = Readonly<Record<string, string | number | boolean | null>>

/** The rows in the bytes of `freeze`, by part, as the API answers them. */
export const partsIn = (redovi: Uint8Array): Record<keyof Delovi, Wire[]> =>
  JSON.parse(Buffer.from(redovi).toString('utf8'))

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The parts in the bytes of `freeze`. */
export const thaw = (redovi: Uint8Array): Delovi => z.decode(FROZEN, partsIn(redovi) as never)
