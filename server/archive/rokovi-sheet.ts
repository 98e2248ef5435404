import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import type { RokoviQuery, RokRed } from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'
import { upozorenjeDana } from '#server/documents/carina.ts'
import { amount, type Column, day, text, type WrittenTable, whole, writtenTable } from '#server/sheets/sheet-columns.ts'
import { rokovi } from '#server/stock/rokovi.ts'

export type RokoviSheetQuery = Pick<RokoviQuery, 'stanje' | 'odobrenje_id'> & { readonly datum: CalendarDate }

const COLUMNS: readonly Column<RokRed>[] = [
  text('Broj C4', ({ broj_c4 }) => broj_c4),
  day('Datum C4', ({ datum }) => datum),
  text('Pošiljalac', ({ posiljalac_naziv }) => posiljalac_naziv),
  text('Odobrenje', ({ odobrenje }) => odobrenje),
  day('Rok', ({ rok }) => rok),
  day('Rok obračuna', ({ rok_obracuna }) => rok_obracuna),
  text('Stanje roka', ({ stanje_roka }) => stanje_roka ?? 'bez roka'),
  whole('Stavki sa ostatkom', ({ broj_stavki }) => broj_stavki),
  { ...amount<RokRed>('Vrednost ostatka (RSD)', ({ vrednost_rsd }) => vrednost_rsd), sum: true },
]

/** The deadlines as a spreadsheet; null where there are more than `limit`. */
export async function rokoviTable(
  db: Db,
  { datum, ...query }: RokoviSheetQuery,
  limit = MAX_SHEET_ROWS,
): Promise<WrittenTable | null> {
  const asked = { ...query, dan: datum, upozorenje: await upozorenjeDana(db), page: 1, limit }
  const { rows, total } = await rokovi(db, asked)
  return total > limit ? null : writtenTable('Rokovi', COLUMNS, rows)
}
