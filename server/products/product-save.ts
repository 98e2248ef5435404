import { type NormativStavka, PRODUCT, type ProductBody, type ProductSaved, productTexts } from '#contract/products.ts'
import { NO_QUANTITY } from '#domain/decimal.ts'
import type { Log } from '#server/audit/log.ts'
import { lockRows } from '#server/catalogue/catalogue-rows.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { assertVersion, existing, Refusal } from '#server/refusal.ts'
import { restore } from '#server/stock/restore.ts'
import { usedIn, usesOfProduct } from '#server/stock/uses.ts'
import { productEntry } from './product-entry.ts'
import { assertMaterials, replaceNormativs } from './product-normativ.ts'
import { findProduct, productColumns } from './product-queries.ts'

/** Adds a product, or brings a deleted one `back` with the version that it had. */
export async function createProduct(
  tx: Tx,
  log: Log,
  { normativi, ...body }: ProductBody,
  back?: { readonly verzija: number },
): Promise<ProductSaved> {
  const added = await tx
    .insertInto('proizvod')
    .values({ ...productColumns(body), normativ_count: normativi?.length ?? 0, verzija: back?.verzija ?? 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Refusal('conflict', productTexts.exists, [{ field: 'id', message: productTexts.exists }])
  if (normativi) await writeNormativ(tx, body.id, 'normativi', normativi)
  await log([productEntry(null, { ...body, normativ: normativi ?? [] }, back && 'vraceno')])
  return existing(findProduct(tx, body.id))
}

/** Without `normativi` the product keeps those it has. */
export async function updateProduct(
  tx: Tx,
  log: Log,
  id: string,
  { normativi, ...body }: Omit<ProductBody, 'id'>,
  ifVersion: number | null,
): Promise<ProductSaved> {
  const stored = await locked(tx, id, ifVersion)
  if (normativi) await writeNormativ(tx, id, 'normativi', normativi)
  const normativ_count = normativi?.length ?? stored.normativ_count
  await tx
    .updateTable('proizvod')
    .set({ ...productColumns({ ...body, id }), normativ_count, verzija: stored.verzija + 1 })
    .where('id', '=', id)
    .execute()
  await log([productEntry(stored, { ...body, id, normativ: normativi ?? stored.normativ })])
  return existing(findProduct(tx, id))
}

export async function replaceNormativ(
  tx: Tx,
  log: Log,
  id: string,
  items: NormativStavka[],
  ifVersion: number | null,
): Promise<ProductSaved> {
  const stored = await locked(tx, id, ifVersion)
  await writeNormativ(tx, id, 'items', items)
  await tx
    .updateTable('proizvod')
    .set({ normativ_count: items.length, verzija: stored.verzija + 1 })
    .where('id', '=', id)
    .execute()
  await log([productEntry(stored, { ...stored, normativ: items })])
  return existing(findProduct(tx, id))
}

/** Refuses while a C1 refers to the product. */
export async function deleteProduct(tx: Tx, log: Log, id: string, ifVersion: number | null) {
  const stored = await locked(tx, id, ifVersion)
  const uses = await usesOfProduct(tx, id)
  if (uses.length > 0) throw new Refusal('conflict', productTexts.inUse(stored.naziv, uses), usedIn(uses))
  await tx.deleteFrom('proizvod').where('id', '=', id).execute()
  await log([{ ...productEntry(stored, null), kept: keptProduct(stored) }])
  return { message: productTexts.deleted }
}

/** What an earlier version of the program did not keep of a deleted product. */
const UNTOLD: Partial<NormativStavka> = { otpad_procenat: NO_QUANTITY, gubitak_procenat: NO_QUANTITY }

type KeptProduct = ReturnType<typeof keptProduct>

const keptProduct = ({ verzija, normativ, ...product }: ProductSaved) => ({
  verzija,
  body: {
    ...fieldsOf(PRODUCT, product),
    normativi: normativ.map(({ materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat }) => {
      return { materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat }
    }),
  },
  jedinice: Object.fromEntries(normativ.map(({ materijal_id, jedinica_mere }) => [materijal_id, jedinica_mere])),
})

/** Takes the deletion of a product with its normativ back. */
export const restoreProduct = (tx: Tx, log: Log, id: string, now: number): Promise<ProductSaved> =>
  restore<KeptProduct, ProductSaved>(tx, { vrsta: 'proizvod', predmet: id, now }, ({ body, verzija }) => {
    const normativi = body.normativi.map((item) => ({ ...UNTOLD, ...item }))
    return createProduct(tx, log, { ...body, normativi }, { verzija })
  })

/** The product as it is now and stays until the transaction ends, if it is still what the client changed. */
async function locked(tx: Tx, id: string, ifVersion: number | null) {
  await lockRows(tx, 'proizvod', [id])
  const stored = await existing(findProduct(tx, id))
  assertVersion(stored.verzija, ifVersion)
  return stored
}

async function writeNormativ(tx: Tx, id: string, list: 'normativi' | 'items', normativ: NormativStavka[]) {
  await assertMaterials(tx, list, normativ)
  await replaceNormativs(tx, [{ id, normativ }])
}
