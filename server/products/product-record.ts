import { type RawBuilder, sql } from 'kysely'
import {
  type NormativStavka,
  type ProductBody,
  type ProductRow,
  type ProductSaved,
  productTexts,
} from '#contract/products.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import { lockRows } from '#server/catalogue/catalogue-rows.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import type { Tx } from '#server/db/schema.ts'
import { dayOf } from '#server/local-time.ts'
import { recordOf } from '#server/records/record.ts'
import { assertMaterials, replaceNormativs } from './product-normativ.ts'
import { findProduct, productColumns } from './product-queries.ts'

type Product = Pick<ProductRow, 'id' | 'naziv' | 'hs_code' | 'jedinica_mere'> & {
  readonly normativ: readonly NormativStavka[]
}

/** The entry has these facts only where they are not 0. */
const WASTE = ['otpad_procenat', 'gubitak_procenat'] as const

/** A normativ as an entry keeps it. */
export const normativFacts = (normativ: readonly NormativStavka[]) =>
  normativ.map((item) => ({
    ...factsOf(item, ['materijal_id', 'potrebna_kolicina']),
    ...factsOf(
      item,
      WASTE.filter((name) => item[name] !== 0),
    ),
  }))

/** The entry of the audit trail about a product with its normativ before and after; null where there is none. */
export const productEntry = entriesAbout<Product>({
  vrsta: 'proizvod',
  predmet: ({ id }) => id,
  opis: ({ naziv }) => naziv,
  facts: ({ normativ, ...product }) => ({
    ...factsOf(product, ['id', 'naziv', 'hs_code', 'jedinica_mere']),
    normativ: normativFacts(normativ),
  }),
  sazetak: ({ hs_code, jedinica_mere, normativ }) =>
    [hs_code, jedinica_mere, `normativ: ${normativ.length}`].join(' · '),
})

/** The products, each with its normativ of today. A body without `normativi` keeps the normativ. */
export const product = recordOf({
  table: 'proizvod',
  find: (db, id: string) => findProduct(db, id),
  lock: (tx, id) => lockRows(tx, 'proizvod', [id]),
  columns: (_: Tx, { normativi, ...body }: ProductBody, stored: ProductSaved | null) => ({
    ...productColumns(body),
    normativ_count: stored ? normativCount(normativi) : (normativi?.length ?? 0),
  }),
  beside: async (tx, id, { normativi }) => normativi && writeNormativ(tx, id, 'normativi', normativi),
  taken: { field: 'id', message: productTexts.exists },
  entry: productEntry,
})

/** The column counts the normativ without a day, which is written while no version with a day is in force. */
export const normativCount = (normativ: readonly NormativStavka[] | undefined): RawBuilder<number> =>
  normativ
    ? sql`case when ${versionOn('proizvod.id', dayOf(Date.now()))} = 1
        then ${sql.lit(normativ.length)} else normativ_count end`
    : sql.ref('normativ_count')

/** Writes these items over the version of the normativ in force; `list` is the field of the call that has them. */
export async function writeNormativ(tx: Tx, id: string, list: 'normativi' | 'items', normativ: NormativStavka[]) {
  await assertMaterials(tx, list, normativ)
  await replaceNormativs(tx, [{ id, normativ }])
}
