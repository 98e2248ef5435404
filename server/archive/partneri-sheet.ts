import type { PartnerQuery, PartnerRow } from '#contract/partneri.ts'
import type { Db } from '#server/db/schema.ts'
import { findPartneri } from '#server/documents/partner-list.ts'
import { type Column, day, text, UNIT, WIDE, whole } from '#server/sheets/sheet-columns.ts'

export type PartneriSheetQuery = Omit<PartnerQuery, 'page' | 'limit'>

export const partnerColumns: readonly Column<PartnerRow>[] = [
  text('Naziv', ({ naziv }) => naziv, WIDE),
  text('Grad', ({ grad }) => grad),
  text('Država', ({ drzava }) => drzava),
  text('PIB', ({ pib }) => pib),
  text('MB', ({ mb }) => mb),
  whole('C4', ({ broj_c4 }) => broj_c4),
  whole('C1', ({ broj_c1 }) => broj_c1),
  day('Poslednji dokument', ({ poslednji_dokument }) => poslednji_dokument),
  { header: 'Ne predlaže se', width: UNIT, of: ({ ne_predlaze }) => ne_predlaze },
]

/** The partners that the list shows, in its order. */
export async function partnerRows(db: Db, query: PartneriSheetQuery, limit: number): Promise<PartnerRow[] | null> {
  const { rows, total } = await findPartneri(db, { ...query, page: 1, limit })
  return total > limit ? null : rows
}
