import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Ledger } from './ledger.ts'

/**
 * Updates in the ledger on how many C4 each material stands and when it was last imported. `before` and `after` are the
 * materials of the old and the new lines of a C4, `datum` its new day. Call it after the lines are written, because it
 * reads the latest of them, and before `book`, which stores the totals.
 */
export async function updateImportCounts(
  ledger: Ledger,
  before: Iterable<string>,
  after: Iterable<string>,
  datum: CalendarDate,
): Promise<void> {
  const [old, now] = [new Set(before), new Set(after)]
  const last = old.size > 0 ? await lastImports(ledger, old) : new Map<string, CalendarDate>()
  for (const [materijal_id, totals] of ledger.totals) {
    const [was, is] = [old.has(materijal_id), now.has(materijal_id)]
    totals.broj_c4 += Number(is) - Number(was)
    if (was) totals.poslednji_uvoz = last.get(materijal_id) ?? null
    else if (is && (totals.poslednji_uvoz ?? '') < datum) totals.poslednji_uvoz = datum
  }
}

/** The days of the last C4 of these materials; none for those that stand on no C4 any more. */
async function lastImports({ engine, tx }: Ledger, materials: ReadonlySet<string>): Promise<Map<string, CalendarDate>> {
  const { rows } = await sql<{ materijal_id: string; datum: CalendarDate }>`
    select m.value as materijal_id, (select max(l.datum) from c4_stavka l where l.materijal_id = m.value) as datum
    from ${engine.list([...materials])} m`.execute(tx)
  return new Map(rows.map(({ materijal_id, datum }) => [materijal_id, datum]))
}
