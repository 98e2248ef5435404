import { sql } from 'kysely'
import { FACTS } from '#contract/audit.ts'
import { sentences } from '#contract/errors.ts'
import {
  goingIn,
  type ImportChanges,
  type ImportReply,
  type ImportRow,
  importReplyOf,
  importTexts,
} from '#contract/imports.ts'
import {
  type NormativStavka,
  PRODUCT,
  PRODUCT_CHANGE,
  type ProductRow,
  type productEndpoints,
  productTexts,
} from '#contract/products.ts'
import { isWaste } from '#domain/bom.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { tariffOver } from '#domain/codes.ts'
import { formatMicro, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { DOUBTFUL_QUANTITY_TIMES } from '#domain/doubts.ts'
import { rowChanges } from '#domain/row-changes.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { BomSheet, SheetProduct } from '#domain/sheet-bom.ts'
import type { SheetPair } from '#domain/sheet-pairs.ts'
import { importEntry } from '#server/audit/log.ts'
import { lockRows, writeRows } from '#server/catalogue/catalogue-rows.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call, FileReply, UploadedFile } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { Refusal } from '#server/refusal.ts'
import { keepColumns, knownColumns, readingOf, refuseQuestions } from '#server/sheets/columns-kept.ts'
import {
  changedFields,
  nothingGood,
  refuseOtherGoing,
  rowsToWrite,
  skippedRow,
} from '#server/sheets/import-outcomes.ts'
import { skippedSheet } from '#server/sheets/skipped-sheet.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { holdMaterials, replaceNormativs } from './product-normativ.ts'
import { productColumns } from './product-queries.ts'
import { productEntry } from './product-record.ts'
import type { ProductBefore } from './product-save.ts'

/**
 * Products and their normativs from an IFS spreadsheet. `dryRun` answers the outcome of each row and saves nothing;
 * else all good rows are written in one transaction. A sheet without a single good row is refused with its reasons.
 */
export async function importProducts(read: Db, { file, query, write, tryOut }: ImportCall): Promise<ImportReply> {
  const { columns, uploaded } = await sheetOf(read, file)
  const { list: sheet, napomena } = uploaded
  const reading = (redovi: readonly ImportRow[]) => readingOf(columns, uploaded, redovi)
  const { dryRun } = query
  if (!dryRun) refuseQuestions(reading([]).pitanja)
  // The preview runs the save and rolls it back.
  return (dryRun ? tryOut : write)(async (tx, log) => {
    await lock(tx, sheet)
    const stored = await storedProducts(tx, sheet)
    const { redovi, filled } = outcomes(sheet, stored)
    if (!dryRun && filled.length === 0) throw nothingGood(redovi)
    if (!dryRun) refuseOtherGoing(query.odlazi, goingIn(redovi).length)
    const { added, changed } = await writeProducts(tx, filled, redovi)
    await keepColumns(tx, columns, uploaded.columns)
    const reply = importReplyOf(redovi, dryRun ? null : productTexts.imported, napomena, reading(redovi))
    await log([
      ...added.map((product) => productEntry(null, product)),
      ...changed.map((product) => {
        const before = stored.get(product.id) as Stored
        return { ...productEntry(before, product), kept: keptOf(before) }
      }),
      importEntry('proizvod', file.name, reply),
    ])
    return reply
  })
}

type ImportCall = Pick<Call<(typeof productEndpoints)['importProducts']>, 'file' | 'query' | 'write' | 'tryOut'>

/** The products of a file, and the known columns; `rows`: also the rows as they stand in the file. */
async function sheetOf(read: Db, file: UploadedFile, rows = false) {
  const excel = { formats: ['xlsx', 'xls', 'csv'], wrongType: importTexts.notExcel, rows, unread: true } as const
  const columns = await knownColumns(read, file, 'proizvodi')
  const known = async () => {
    const [materials, products] = await Promise.all(
      (['materijal', 'proizvod'] as const).map((table) => read.selectFrom(table).select('id').execute()),
    )
    return { materials: (materials ?? []).map(({ id }) => id), known: (products ?? []).map(({ id }) => id) }
  }
  return { columns, uploaded: await readUploadedSheet(file, { ...excel, columns }, 'products', known) }
}

/** The rows of a file that would be left out, with the reasons, as a sheet that can be sent again. */
export async function skippedProducts(read: Db, { file }: Pick<ImportCall, 'file'>): Promise<FileReply> {
  const { columns, uploaded } = await sheetOf(read, file, true)
  const { list } = uploaded
  const { redovi } = outcomes(list, await storedProducts(read, list))
  const rowsOf = new Map([...list.ispravni, ...list.neispravni].map(({ red, redovi: all = [red] }) => [red, all]))
  const skipped = redovi.filter(({ ishod }) => ishod === 'preskocen')
  return skippedSheet(
    columns,
    uploaded.columns,
    skipped.map((row) => ({ ...row, redovi: rowsOf.get(row.red) ?? [row.red] })),
  )
}

type Stored = Product & {
  readonly verzija: number
  readonly normativ: readonly NormativStavka[]
  /** The version of the normativ that is in force today. */
  readonly normativ_verzija: number
  readonly vazi_od: CalendarDate | null
  /** The units of the materials of the normativ, by id. */
  readonly jedinice: Readonly<Record<string, string>>
}
type Filled = Product & Pick<SheetProduct, 'red'>

/** The products of the sheet that exist already, with their normativs. */
async function storedProducts(db: Db, { ispravni }: BomSheet): Promise<Map<string, Stored>> {
  const ids = engineOf(db).list(idsOf(ispravni))
  const today = dayOf(Date.now())
  const products = await db
    .selectFrom('proizvod')
    .leftJoin('normativ_verzija as v', (join) =>
      join.onRef('v.proizvod_id', '=', 'proizvod.id').on('v.verzija', '=', versionOn('proizvod.id', today)),
    )
    .select(['proizvod.id', 'naziv', 'hs_code', 'jedinica_mere', 'proizvod.verzija', 'v.vazi_od'])
    .select(versionOn('proizvod.id', today).as('normativ_verzija'))
    .where(sql<boolean>`proizvod.id in ${ids}`)
    .execute()
  const items = await db
    .selectFrom('normativ')
    .innerJoin('materijal', 'materijal.id', 'materijal_id')
    .select(['proizvod_id', 'jedinica_mere', 'materijal_id', 'potrebna_kolicina', 'otpad_procenat', 'gubitak_procenat'])
    .where(sql<boolean>`proizvod_id in ${ids}`)
    .where('normativ.verzija', '=', versionOn('normativ.proizvod_id', today))
    .orderBy('proizvod_id')
    .orderBy('pozicija')
    .execute()
  const itemsOf = Map.groupBy(items, ({ proizvod_id }) => proizvod_id)
  return new Map(
    products.map((product) => {
      const own = itemsOf.get(product.id) ?? []
      const normativ = own.map(({ proizvod_id: _, jedinica_mere: __, ...item }) => item)
      const jedinice = Object.fromEntries(own.map((item) => [item.materijal_id, item.jedinica_mere]))
      return [product.id, { ...product, normativ, jedinice }]
    }),
  )
}

/** The outcome of each row, and the products as they would be written: a blank field keeps its value. */
function outcomes({ ispravni, neispravni, bezNormativa }: BomSheet, stored: ReadonlyMap<string, Stored>) {
  const filled: Filled[] = []
  const good = ispravni.map((said): ImportRow => {
    const before = stored.get(said.id)
    const product = filledFrom(said, before, bezNormativa)
    const { red, id, naziv } = product
    const razlog = reasonOf([...said.upozorenja, ...farFromNorm(product, before)])
    const row = { red, id, naziv, razlog, izmene: null }
    const wrong = product.normativ.find((item) => !isWaste(item))
    if (wrong) return { ...row, ishod: 'preskocen', razlog: `${wrong.materijal_id}: ${productTexts.wasteTooLarge}` }
    filled.push(product)
    if (!before) return { ...row, ishod: 'nov' }
    const izmene = productChanges(before, product, before.vazi_od)
    return { ...row, ishod: izmene ? 'izmenjen' : 'nepromenjen', izmene }
  })
  return { redovi: [...good, ...neispravni.map(skippedRow)], filled }
}

/** The sentences about quantities that are more than DOUBTFUL_QUANTITY_TIMES those of the normativ in force. */
function farFromNorm({ normativ }: Filled, before: Stored | undefined): string[] {
  const stored = new Map(before?.normativ.map((item) => [item.materijal_id, item.potrebna_kolicina]))
  return normativ.flatMap(({ materijal_id, potrebna_kolicina }) => {
    const usual = stored.get(materijal_id)
    if (!usual || BigInt(potrebna_kolicina) <= DOUBTFUL_QUANTITY_TIMES * BigInt(usual)) return []
    const [now, was] = [formatMicro(potrebna_kolicina), formatMicro(usual)]
    return [`Količina za ${materijal_id} je ${now}, a u važećem normativu ${was}.`]
  })
}

function filledFrom(
  { upozorenja: _, redovi: __, ...said }: SheetProduct,
  before: Stored | undefined,
  bezNormativa: boolean,
): Filled {
  const blank = FIELDS.filter((name) => said[name] === '')
  // The product existed when the sheet was read.
  if (!before && (blank.length > 0 || (said.normativ.length === 0 && !bezNormativa)))
    throw new Refusal('conflict', sentences.changedMeanwhile)
  const storedItems = new Map(before?.normativ.map((item) => [item.materijal_id, item]))
  const percent = (pair: SheetPair, name: 'otpad_procenat' | 'gubitak_procenat') =>
    pair[name] ?? storedItems.get(pair.materijal_id)?.[name] ?? NO_QUANTITY
  const normativ = said.normativ.map((pair) => ({
    ...pair,
    otpad_procenat: percent(pair, 'otpad_procenat'),
    gubitak_procenat: percent(pair, 'gubitak_procenat'),
  }))
  return {
    ...said,
    hs_code: tariffOver(before?.hs_code, said.hs_code),
    ...Object.fromEntries(blank.map((name) => [name, before?.[name]])),
    normativ: normativ.length > 0 ? normativ : (before?.normativ ?? []),
  }
}

const FIELDS = Object.keys(PRODUCT_CHANGE) as (keyof typeof PRODUCT_CHANGE)[]

const keptOf = ({ verzija, normativ_verzija, jedinice, normativ, ...product }: Stored): ProductBefore => ({
  ...{ verzija, normativ_verzija, jedinice },
  body: { ...fieldsOf(PRODUCT, product), normativi: [...normativ] },
})

/** Locks these products, and keeps the materials of their normativs, until the transaction ends. */
async function lock(tx: Tx, { ispravni }: BomSheet) {
  await lockRows(tx, 'proizvod', idsOf(ispravni))
  const used = new Set(ispravni.flatMap(({ normativ }) => normativ.map(({ materijal_id }) => materijal_id)))
  const held = await holdMaterials(tx, used)
  if (held.size < used.size) throw new Refusal('conflict', sentences.changedMeanwhile)
}

async function writeProducts(tx: Tx, filled: readonly Filled[], redovi: readonly ImportRow[]) {
  const { added, changed } = rowsToWrite(filled, redovi)
  const columns = (product: Filled) => ({ ...productColumns(product), normativ_count: product.normativ.length })
  await writeRows(tx, 'proizvod', { added: added.map(columns), changed: changed.map(columns) })
  await replaceNormativs(tx, [...added, ...changed])
  // The column counts the normativ without a day; a product with versions may have got another normativ written.
  await sql`update proizvod set normativ_count =
      (select count(*) from normativ n where n.proizvod_id = proizvod.id and n.verzija = 1)
    where id in ${engineOf(tx).list(idsOf(changed))} and id in (select proizvod_id from normativ_verzija)`.execute(tx)
  return { added, changed }
}

const idsOf = (products: readonly Pick<Product, 'id'>[]) => products.map(({ id }) => id)

type Product = Pick<ProductRow, 'id' | keyof typeof PRODUCT_CHANGE> & {
  readonly normativ: readonly NormativStavka[]
}

/** Changes by an import to a product and its normativ, in force from `vazi_od` on; null where there are none. */
function productChanges(before: Product, after: Product, vazi_od: CalendarDate | null): ImportChanges | null {
  const gde = vazi_od ? `Normativ od ${formatDate(vazi_od)}` : 'Normativ'
  const rows = rowChanges(before.normativ, after.normativ, ['materijal_id'])
  const text = (item: NormativStavka) => `${before.id}: ${itemText(item)}`
  const dolazi = rows.flatMap(({ pre, posle }) => (posle && !pre ? [text(posle)] : []))
  const odlazi = rows.flatMap(({ pre, posle }) => (pre && !posle ? [text(pre)] : []))
  const menja = [
    ...changedFields('Proizvod', PRODUCT_CHANGE, before, after),
    ...rows.flatMap(({ pre, polja }) =>
      polja.map(({ polje, pre: staro, posle: novo }) => ({
        gde: `${gde}, ${pre?.materijal_id}`,
        polje: FACTS[polje as Exclude<keyof NormativStavka, 'materijal_id'>].label,
        staro: formatMicro(staro as Micro),
        novo: formatMicro(novo as Micro),
      })),
    ),
  ]
  const [staro, novo] = [before, after].map(({ normativ }) => normativ.map((item) => item.materijal_id).join(', '))
  if (rows.length === 0 && staro !== novo)
    menja.push({ gde, polje: 'Redosled materijala', staro: staro as string, novo: novo as string })
  return dolazi.length + menja.length + odlazi.length > 0 ? { dolazi, menja, odlazi, ostaje: null } : null
}

function itemText({ materijal_id, potrebna_kolicina, otpad_procenat, gubitak_procenat }: NormativStavka): string {
  const percents = [
    ['otpad', otpad_procenat],
    ['gubitak', gubitak_procenat],
  ] as const
  const told = percents.flatMap(([name, percent]) => (percent > 0 ? [`${name} ${formatMicro(percent)} %`] : []))
  return `${materijal_id} ${formatMicro(potrebna_kolicina)}${told.length > 0 ? ` (${told.join(', ')})` : ''}`
}
