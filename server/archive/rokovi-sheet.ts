import { ROKOVI } from '#contract/figures/archive.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import type { RokoviQuery } from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'
import { upozorenjeDana } from '#server/documents/carina.ts'
import { figureSheet } from '#server/sheets/figure-sheet.ts'
import type { WrittenTable } from '#server/sheets/sheet-columns.ts'
import { rokovi } from '#server/stock/rokovi.ts'

export type RokoviSheetQuery = Pick<RokoviQuery, 'stanje' | 'odobrenje_id'> & { readonly datum: CalendarDate }

/** The deadlines as a spreadsheet; null where there are more than `limit`. */
export async function rokoviTable(
  db: Db,
  { datum, ...query }: RokoviSheetQuery,
  limit = MAX_SHEET_ROWS,
): Promise<WrittenTable | null> {
  const asked = { ...query, dan: datum, upozorenje: await upozorenjeDana(db), page: 1, limit }
  const { rows, total } = await rokovi(db, asked)
  if (total > limit) return null
  return figureSheet(
    'Rokovi',
    ROKOVI,
    rows.map((row) => ({ ...row, stanje_roka: row.stanje_roka ?? 'bez roka' })),
  )
}
