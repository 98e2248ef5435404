import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'

// The name of a line in a sentence. Missing facts are looked up only for a sentence that will be said.

type Line = { readonly datum: CalendarDate; readonly pozicija: number }

/** A line of an export, by its document. */
export const exportLine = ({ broj_c1, datum, pozicija }: Line & { readonly broj_c1: string }): string =>
  `C1 ${broj_c1} od ${formatDate(datum)}, stavka ${pozicija + 1}`

/** The same by the id of the line; the id itself where there is none. */
export async function exportName(db: Db, c1_stavka_id: number): Promise<string> {
  const row = await db
    .selectFrom('c1_stavka')
    .innerJoin('c1', 'c1.id', 'c1_id')
    .select(['broj_c1', 'datum', 'pozicija'])
    .where('c1_stavka.id', '=', c1_stavka_id)
    .executeTakeFirst()
  return row ? exportLine(row) : `stavka C1 ${c1_stavka_id}`
}

/** A line of an import, by its id; the id itself where there is none. */
export async function lotName(db: Db, c4_stavka_id: number): Promise<string> {
  const row = await db
    .selectFrom('c4_stavka')
    .innerJoin('c4', 'c4.id', 'c4_id')
    .select(['broj_c4', 'c4.datum', 'pozicija'])
    .where('c4_stavka.id', '=', c4_stavka_id)
    .executeTakeFirst()
  return row ? `C4 ${row.broj_c4} od ${formatDate(row.datum)}, stavka ${row.pozicija + 1}` : `stavka C4 ${c4_stavka_id}`
}
