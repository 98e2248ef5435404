import { sql } from 'kysely'
import type { Ledger } from './ledger.ts'

const CHANGE = { materijal_id: 'text', broj: 'int' } as const

/**
 * Keeps, per material, on how many C4 it stands and the day of the last of them (`stanje`). Only a change of a C4
 * changes them: `before` and `after` are the materials of its lines.
 */
export async function countImports(
  { engine, tx }: Ledger,
  before: Iterable<string>,
  after: Iterable<string>,
): Promise<void> {
  const [old, now] = [new Set(before), new Set(after)]
  const rows = [...new Set([...old, ...now])].map((materijal_id) => ({
    materijal_id,
    broj: Number(now.has(materijal_id)) - Number(old.has(materijal_id)),
  }))
  if (rows.length === 0) return
  await sql`
    update stanje set broj_c4 = broj_c4 + g.broj,
      poslednji_uvoz = (select max(l.datum) from c4_stavka l where l.materijal_id = g.materijal_id)
    from ${engine.rows(CHANGE, rows)} g where stanje.materijal_id = g.materijal_id`.execute(tx)
}
