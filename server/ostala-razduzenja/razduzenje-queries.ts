import { type SqlBool, sql } from 'kysely'
import type { RazduzenjeQuery, RazduzenjeRow } from '#contract/ostala-razduzenja.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { RAZDUZENJE_COLUMNS } from '#server/documents/razduzenje-rows.ts'
import { type Found, pageFrom } from '#server/records/page.ts'

/** A page of the documents that the query asks for, the newest first, and how many there are in all. */
export async function findRazduzenja(
  db: Db,
  { vrsta, materijal_id, sort = 'datum', ...query }: RazduzenjeQuery,
): Promise<Found<RazduzenjeRow>> {
  const where = bounds(query, 'datum')
  if (vrsta) where.push(sql<SqlBool>`vrsta = ${vrsta}`)
  if (materijal_id)
    where.push(sql<SqlBool>`exists (
      select 1 from ostalo_razduzenje_stavka n join c4_stavka l on l.id = n.ulaz_stavka_id
      where n.ostalo_razduzenje_id = ostalo_razduzenje.id and l.materijal_id = ${materijal_id})`)
  const rows = db.selectFrom('ostalo_razduzenje').select(RAZDUZENJE_COLUMNS)
  return pageFrom(db, 'ostalo_razduzenje', rows, { ...query, where, by: sql.ref(sort) })
}
