import type { PartnerQuery, PartnerRow } from '#contract/partneri.ts'
import type { Db } from '#server/db/schema.ts'
import { findPartneri } from '#server/documents/partner-list.ts'

export type PartneriSheetQuery = Omit<PartnerQuery, 'page' | 'limit'>

/** The partners that the list shows, in its order. */
export async function partnerRows(db: Db, query: PartneriSheetQuery, limit: number): Promise<PartnerRow[] | null> {
  const { rows, total } = await findPartneri(db, { ...query, page: 1, limit })
  return total > limit ? null : rows
}
