import { sql } from 'kysely'
import { pairText, type SheetNormativItem } from '#domain/sheet-pairs.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import { type Column, text, UNIT, WIDE } from '#server/sheets/sheet-columns.ts'

/** A product with the pairs of its normativ as the import reads them. */
export type BomRow = { id: string; naziv: string; hs_code: string; jedinica_mere: string; parovi: string[] }

export type BomQuery = { readonly search?: string | undefined; readonly proizvod_id?: string | undefined }

/**
 * Products that show every word of `search`, or the one of an ID, each with its normativ of today; null where there are
 * more than the limit. Without a normativ there is nothing to read in again, so such products are left out.
 */
export async function bomRows(db: Db, { search = '', proizvod_id }: BomQuery, limit: number): Promise<BomRow[] | null> {
  const products = await db
    .selectFrom('proizvod')
    .select(['id', 'naziv', 'hs_code', 'jedinica_mere'])
    .where(({ and }) => and(containsWords(engineOf(db), 'proizvod.trazi', search)))
    .$if(proizvod_id !== undefined, (query) => query.where('id', '=', proizvod_id as string))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('normativ').select('materijal_id').whereRef('proizvod_id', '=', 'proizvod.id')),
    )
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  if (products.length > limit) return null
  const items = await db
    .selectFrom('normativ')
    .select(['proizvod_id', 'materijal_id', 'potrebna_kolicina', 'otpad_procenat', 'gubitak_procenat'])
    .where(sql<boolean>`proizvod_id in ${engineOf(db).list(products.map(({ id }) => id))}`)
    .where('verzija', '=', versionOn('normativ.proizvod_id', dayOf(Date.now())))
    .orderBy('proizvod_id')
    .orderBy('pozicija')
    .execute()
  const normativs = Map.groupBy<string, { proizvod_id: string } & SheetNormativItem>(items, (item) => item.proizvod_id)
  return products.map((product) => ({ ...product, parovi: (normativs.get(product.id) ?? []).map(pairText) }))
}

/** The columns that the import of products reads, with one for each material of the longest normativ. */
export const bomColumns = (rows: readonly BomRow[]): Column<BomRow>[] => [
  text('ID proizvoda', ({ id }) => id),
  text('Naziv', ({ naziv }) => naziv, WIDE),
  text('HS kod', ({ hs_code }) => hs_code),
  text('Jedinica mere', ({ jedinica_mere }) => jedinica_mere, UNIT),
  ...Array.from({ length: rows.reduce((most, { parovi }) => Math.max(most, parovi.length), 1) }, (_, at) =>
    text<BomRow>('Materijal:količina', ({ parovi }) => parovi[at] ?? null),
  ),
]
