import { type SqlBool, sql } from 'kysely'
import type { RazduzenjeQuery, RazduzenjeRow } from '#contract/ostala-razduzenja.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { RAZDUZENJE_COLUMNS } from '#server/documents/razduzenje-rows.ts'

/** A page of the documents that the query asks for, the newest first, and how many there are in all. */
export async function findRazduzenja(
  db: Db,
  { search = '', vrsta, materijal_id, page, limit, sort = 'datum', order = 'desc', ...period }: RazduzenjeQuery,
): Promise<{ rows: RazduzenjeRow[]; total: number }> {
  const conditions = [...containsWords(engineOf(db), 'trazi', search), ...bounds(period, 'datum')]
  if (vrsta) conditions.push(sql<SqlBool>`vrsta = ${vrsta}`)
  if (materijal_id)
    conditions.push(sql<SqlBool>`exists (
      select 1 from ostalo_razduzenje_stavka n join c4_stavka l on l.id = n.ulaz_stavka_id
      where n.ostalo_razduzenje_id = ostalo_razduzenje.id and l.materijal_id = ${materijal_id})`)
  const rows = await db
    .selectFrom('ostalo_razduzenje')
    .select(RAZDUZENJE_COLUMNS)
    .where(({ and }) => and(conditions))
    .orderBy(sort, order)
    .orderBy('id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('ostalo_razduzenje')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(({ and }) => and(conditions))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
