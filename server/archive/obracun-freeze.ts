import { createHash } from 'node:crypto'
import { z } from 'zod'
import { OBRACUN_DELOVI, type Obracun } from '#contract/obracun.ts'
import { breathe, isDue, portions } from '#server/breathe.ts'
import { encodeReply } from '#server/http/encode-reply.ts'
import { jsonBody } from '#server/http/json-body.ts'

const FROZEN = z.object(OBRACUN_DELOVI)
export type Delovi = z.output<typeof FROZEN>
export type Frozen = { readonly redovi: Uint8Array; readonly sha256: string }

/** Rows that are read back before others are let in. */
const ROWS_AT_ONCE = 500

/**
 * The rows of an account as they are kept: its parts as `GET /obracun` answers them, in the order of the contract, as
 * UTF-8 JSON without spaces. The same rows give the same bytes, so that their SHA-256 recognises them.
 */
export async function freeze(obracun: Obracun): Promise<Frozen> {
  const delovi = Object.fromEntries(Object.keys(OBRACUN_DELOVI).map((name) => [name, obracun[name as keyof Delovi]]))
  const redovi = Buffer.from(await jsonBody(await encodeReply(FROZEN, delovi)))
  return { redovi, sha256: hashOf(redovi) }
}

export const hashOf = (redovi: Uint8Array): string => createHash('sha256').update(redovi).digest('hex')

/** The parts that such bytes hold. */
export async function thaw(redovi: Uint8Array): Promise<Delovi> {
  const wire = JSON.parse(Buffer.from(redovi).toString('utf8')) as Record<string, unknown[]>
  const delovi: Record<string, unknown[]> = {}
  for (const [name, list] of Object.entries(OBRACUN_DELOVI)) {
    const rows: unknown[] = []
    for (const some of portions(wire[name] ?? [], ROWS_AT_ONCE)) {
      rows.push(...z.decode(list, some as never))
      if (isDue()) await breathe()
    }
    delovi[name] = rows
  }
  return delovi as Delovi
}
