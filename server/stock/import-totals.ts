import { sql } from 'kysely'
import { tuplesOf } from '#server/db/engine.ts'
import { statement } from '#server/db/statement.ts'
import type { Ledger } from './ledger.ts'

const CHANGE = { materijal_id: 'text', broj: 'int' } as const
const COUNT = statement<never, [changes: string]>(
  (engine) => sql`
    update stanje set broj_c4 = broj_c4 + g.broj,
      poslednji_uvoz = (select max(l.datum) from c4_stavka l where l.materijal_id = g.materijal_id)
    from ${engine.rows(CHANGE, [])} g where stanje.materijal_id = g.materijal_id`,
  'unanswered',
)

/**
 * Keeps, per material, on how many C4 it stands and the day of the last of them (`stanje`). Only a change of a C4
 * changes them: `before` and `after` are the materials of its lines.
 */
export async function countImports({ tx }: Ledger, before: Iterable<string>, after: Iterable<string>): Promise<void> {
  const [old, now] = [new Set(before), new Set(after)]
  const rows = [...new Set([...old, ...now])].map((materijal_id) => ({
    materijal_id,
    broj: Number(now.has(materijal_id)) - Number(old.has(materijal_id)),
  }))
  if (rows.length > 0) await COUNT(tx, tuplesOf(CHANGE, rows))
}
