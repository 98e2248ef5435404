import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { goingIn, type ImportReply, type ImportRow, importReplyOf, importTexts } from '#contract/imports.ts'
import { type productEndpoints, productTexts } from '#contract/products.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { BomSheet, SheetNormativItem, SheetProduct } from '#domain/sheet-bom.ts'
import { importEntry } from '#server/audit/import-entry.ts'
import { lockRows, writeRows } from '#server/catalogue/catalogue-rows.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { Refusal } from '#server/refusal.ts'
import { nothingGood, refuseOtherGoing, rowsToWrite } from '#server/sheets/import-outcomes.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { productEntry } from './product-entry.ts'
import { holdMaterials, replaceNormativs } from './product-normativ.ts'
import { productColumns } from './product-queries.ts'

/**
 * Products and their normativs from an IFS spreadsheet. With `dryRun` the answer says what would become of each row;
 * else all good rows are written in one transaction. A sheet without a single good row is refused with its reasons.
 */
export async function importProducts(
  read: Db,
  { file, query, write }: Call<(typeof productEndpoints)['importProducts']>,
): Promise<ImportReply> {
  const excel = { formats: ['xlsx', 'xls', 'csv'], wrongType: importTexts.notExcel } as const
  const { list: sheet, napomena } = await readUploadedSheet(file, excel, 'products', async () => {
    const materials = await read.selectFrom('materijal').select('id').execute()
    return materials.map(({ id }) => id)
  })
  if (query.dryRun) return importReplyOf(outcomes(sheet, await storedProducts(read, sheet)), null, napomena)
  if (sheet.ispravni.length === 0) throw nothingGood(sheet.neispravni)
  return write(async (tx, log) => {
    await lock(tx, sheet)
    const stored = await storedProducts(tx, sheet)
    const redovi = outcomes(sheet, stored)
    refuseOtherGoing(query.odlazi, goingIn(redovi).length)
    const { added, changed } = await writeProducts(tx, sheet, redovi)
    const reply = importReplyOf(redovi, productTexts.imported, napomena)
    await log([
      ...added.map((product) => productEntry(null, product)),
      ...changed.map((product) => productEntry(stored.get(product.id) as Stored, product)),
      importEntry('proizvod', file.name, reply),
    ])
    return reply
  })
}

type Stored = Omit<SheetProduct, 'red' | 'upozorenja'>

/** The products of the sheet that there are already, with their normativs. */
async function storedProducts(db: Db, { ispravni }: BomSheet): Promise<Map<string, Stored>> {
  const ids = engineOf(db).list(idsOf(ispravni))
  const products = await db
    .selectFrom('proizvod')
    .select(['id', 'naziv', 'hs_code', 'jedinica_mere'])
    .where(sql<boolean>`id in ${ids}`)
    .execute()
  const items = await db
    .selectFrom('normativ')
    .select(['proizvod_id', 'materijal_id', 'potrebna_kolicina', 'otpad_procenat', 'gubitak_procenat'])
    .where(sql<boolean>`proizvod_id in ${ids}`)
    .where('verzija', '=', versionOn('normativ.proizvod_id', dayOf(Date.now())))
    .orderBy('proizvod_id')
    .orderBy('pozicija')
    .execute()
  const normativs = Map.groupBy(items, ({ proizvod_id }) => proizvod_id)
  return new Map(products.map((product) => [product.id, { ...product, normativ: normativs.get(product.id) ?? [] }]))
}

function outcomes({ ispravni, neispravni }: BomSheet, stored: ReadonlyMap<string, Stored>): ImportRow[] {
  const good = ispravni.map((product): ImportRow => {
    const { red, id, naziv, upozorenja } = product
    const before = stored.get(id)
    const ishod = !before ? 'nov' : isSame(before, product) ? 'nepromenjen' : 'izmenjen'
    return { red, id, naziv, ishod, razlog: reasonOf(upozorenja), izmene: null }
  })
  return [...good, ...neispravni.map((row): ImportRow => ({ ...row, ishod: 'preskocen', izmene: null }))]
}

const isSame = (a: Stored, b: Stored): boolean =>
  a.naziv === b.naziv &&
  a.hs_code === b.hs_code &&
  a.jedinica_mere === b.jedinica_mere &&
  comparableNorms(a.normativ) === comparableNorms(b.normativ)

const comparableNorms = (items: readonly SheetNormativItem[]): string =>
  items.map((item) => [item.materijal_id, item.potrebna_kolicina, item.otpad_procenat, item.gubitak_procenat]).join(';')

/** Until the end nobody else changes these products or removes the materials that their normativs name. */
async function lock(tx: Tx, { ispravni }: BomSheet) {
  await lockRows(tx, 'proizvod', idsOf(ispravni))
  const used = new Set(ispravni.flatMap(({ normativ }) => normativ.map(({ materijal_id }) => materijal_id)))
  const held = await holdMaterials(tx, used)
  if (held.size < used.size) throw new Refusal('conflict', sentences.changedMeanwhile)
}

async function writeProducts(tx: Tx, { ispravni }: BomSheet, redovi: readonly ImportRow[]) {
  const { added, changed } = rowsToWrite(ispravni, redovi)
  const columns = (product: SheetProduct) => ({ ...productColumns(product), normativ_count: product.normativ.length })
  await writeRows(tx, 'proizvod', { added: added.map(columns), changed: changed.map(columns) })
  await replaceNormativs(tx, [...added, ...changed])
  // The column counts the normativ without a day; of a product with versions another one may have been written.
  await sql`update proizvod set normativ_count =
      (select count(*) from normativ n where n.proizvod_id = proizvod.id and n.verzija = 1)
    where id in ${engineOf(tx).list(idsOf(changed))} and id in (select proizvod_id from normativ_verzija)`.execute(tx)
  return { added, changed }
}

const idsOf = (products: readonly SheetProduct[]) => products.map(({ id }) => id)
