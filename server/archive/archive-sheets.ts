import { sql } from 'kysely'
import type { ArchiveDocument, ArchiveSheet, MaterialSummary, ProductSummary } from '#contract/archive.ts'
import {
  DOCUMENTS,
  LEDGER,
  type LedgerRow,
  MATERIAL_FIGURES,
  PARTNER_FIGURES,
  PRODUCT_FIGURES,
  REMAINING,
  type RemainingLot,
} from '#contract/figures/archive.ts'
import { OSTALA_RAZDUZENJA, RAZLIKE, type RazlikaRow } from '#contract/figures/carina.ts'
import { type Figure, figuresIn } from '#contract/figures/figure.ts'
import { IMPORT_FIELDS, type ImportKind } from '#contract/import-fields.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import type { PartnerQuery, PartnerRow } from '#contract/partneri.ts'
import { VRSTE_U_RECI } from '#contract/usaglasavanje.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add } from '#domain/decimal.ts'
import { pairText, type SheetNormativItem } from '#domain/sheet-pairs.ts'
import { versionOn } from '#server/catalogue/normativ-version.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { findPartneri } from '#server/documents/partner-list.ts'
import { type KeptRazlika, razlikeOf } from '#server/documents/razlike.ts'
import { dayOf } from '#server/local-time.ts'
import { figureSheet } from '#server/sheets/figure-sheet.ts'
import {
  type Column,
  quantity,
  text,
  UNIT,
  WIDE,
  type WrittenTable,
  writtenTable,
} from '#server/sheets/sheet-columns.ts'
import { type RemainingQuery, remainingDocuments } from '#server/stock/remaining.ts'
import { type DocumentsQuery, pageOfDocuments } from './document-queries.ts'
import { documentLines, materialsForImport, type NamedQuery, namedRows } from './documents-for-import.ts'
import { ledgerRows } from './ledger-rows.ts'
import { materialSummaries } from './material-summary.ts'
import { productSummaries } from './product-summary.ts'

export type PartneriSheetQuery = Omit<PartnerQuery, 'page' | 'limit'>

/** The partners that the list shows, in its order. */
async function partnerRows(db: Db, query: PartneriSheetQuery, limit: number): Promise<PartnerRow[] | null> {
  const { rows, total } = await findPartneri(db, { ...query, page: 1, limit })
  return total > limit ? null : rows
}

/** A product with the pairs of its normativ as the import reads them. */
export type BomRow = { id: string; naziv: string; hs_code: string; jedinica_mere: string; parovi: string[] }

export type BomQuery = { readonly search?: string | undefined; readonly proizvod_id?: string | undefined }

/**
 * Products that show every word of `search`, or the one of an ID, each with its normativ of today. Products without a
 * normativ are left out: an import has nothing to read there. Null where there are more than the limit.
 */
async function bomRows(db: Db, { search = '', proizvod_id }: BomQuery, limit: number): Promise<BomRow[] | null> {
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
const bomColumns = (rows: readonly BomRow[]): Column<BomRow>[] => [
  text('ID proizvoda', ({ id }) => id),
  text('Naziv', ({ naziv }) => naziv, WIDE),
  text('HS kod', ({ hs_code }) => hs_code),
  text('Jedinica mere', ({ jedinica_mere }) => jedinica_mere, UNIT),
  ...Array.from({ length: rows.reduce((most, { parovi }) => Math.max(most, parovi.length), 1) }, (_, at) =>
    text<BomRow>('Materijal:količina', ({ parovi }) => parovi[at] ?? null),
  ),
]

/** The comparison and the kind of its differences; without them, all. */
export type UsaglasavanjeQuery = { readonly usaglasavanje_id?: number | undefined; readonly vrsta?: string | undefined }

/** The differences of one comparison or of all, both sides in one row; null where there are more than `limit`. */
async function usaglasavanjeRows(
  db: Db,
  { usaglasavanje_id, vrsta }: UsaglasavanjeQuery,
  limit: number,
): Promise<readonly RazlikaRow[] | null> {
  const found = await razlikeOf(db, { id: usaglasavanje_id, vrsta, limit })
  return found?.map(rowOf) ?? null
}

const rowOf = ({ razlika: { vrsta, nas, njihov }, objasnjenje }: KeptRazlika): RazlikaRow => ({
  ...nas,
  vrsta: VRSTE_U_RECI[vrsta],
  red: njihov?.red,
  njihov_broj: njihov?.broj,
  njihov_datum: njihov?.datum,
  njihov_redni_broj: njihov?.redni_broj,
  njihov_tarifni_broj: njihov?.tarifni_broj,
  njihova_kolicina: njihov?.kolicina,
  njihova_jedinica_mere: njihov?.jedinica_mere,
  njihova_vrednost: njihov?.vrednost,
  objasnjenje,
})

/** The filters of the documents, their ledger and the remainder; the other sheets know only a period and a search. */
export type SheetQuery = DocumentsQuery &
  BomQuery &
  NamedQuery &
  UsaglasavanjeQuery &
  Omit<RemainingQuery, 'page' | 'limit'> & { readonly dan?: CalendarDate; readonly sablon?: boolean }

/** `read` answers null where there are more rows than a sheet may have. */
type Table<Row> = {
  name: string
  read(db: Db, query: SheetQuery, limit: number): Promise<readonly Row[] | null>
} & ({ figures: readonly Figure<Row>[] } | Written<Row>)
/** A sheet that an import can read has the headings that this import knows. */
type Written<Row> = { columns: (rows: readonly Row[]) => readonly Column<Row>[] }
const ledger: Table<LedgerRow> = { name: 'Razduženje', figures: LEDGER, read: ledgerRows }

type DocumentRow = Omit<ArchiveDocument, 'pdf_fajl'> & { pdf: boolean }

const documents: Table<DocumentRow> = {
  name: 'Svi dokumenti',
  figures: DOCUMENTS,
  async read(db, query, limit) {
    const { rows, total } = await pageOfDocuments(db, { ...query, page: 1, limit })
    return total > limit ? null : rows.map(({ pdf_fajl, ...row }) => ({ ...row, pdf: pdf_fajl !== null }))
  },
}

const remaining: Table<RemainingLot> = {
  name: 'Materijali po C4',
  figures: REMAINING,
  async read(db, query, limit) {
    const { rows, total } = await remainingDocuments(db, { ...query, page: 1, limit })
    const lots = rows.flatMap(({ stavke, ...c4 }) => stavke.map((lot) => ({ ...c4, ...lot })))
    return Math.max(total, lots.length) > limit ? null : lots
  },
}

const materials: Table<MaterialSummary> = {
  name: 'Rezime materijala',
  figures: MATERIAL_FIGURES,
  async read(db, { datum_od, datum_do, search }, limit) {
    const { rows, total } = await materialSummaries(db, { datum_od, datum_do, search, page: 1, limit })
    return total > limit ? null : rows
  },
}

const products: Table<ProductSummary> = {
  name: 'Rezime proizvoda',
  figures: PRODUCT_FIGURES,
  async read(db, { datum_od, datum_do, search }, limit) {
    const { rows, total } = await productSummaries(db, { datum_od, datum_do, search, page: 1, limit })
    return total > limit ? null : rows
  },
}

/** A sheet to be filled in at a count; what the books have may be left out, so that nobody counts towards it. */
const popisnaLista = (withBooks: boolean): Table<MaterialSummary> => ({
  name: 'Popisna lista',
  columns: () => [
    text('ID', ({ materijal_id }) => materijal_id),
    text('Naziv', ({ naziv }) => naziv, WIDE),
    text('JM', ({ jedinica_mere }) => jedinica_mere, UNIT),
    ...(withBooks ? [quantity<MaterialSummary>('Knjigovodstveno', inStock)] : []),
    quantity('Izbrojano', () => null),
    text('Napomena', () => null, WIDE),
  ],
  read: (db, { datum_do, search }, limit) => materials.read(db, { datum_do, search }, limit),
})

/** The remainder in the lots of a material, without the shortages of exports. */
const inStock = ({ totalQuantity, manjak }: MaterialSummary) => add(totalQuantity, manjak)

const [popis, blindPopis] = [popisnaLista(true), popisnaLista(false)]

/** The columns that an import reads, to be filled in. */
const sablonOf = (vrsta: string | undefined): Table<object> => ({
  name: 'Šablon',
  columns: () => (IMPORT_FIELDS[vrsta as ImportKind] ?? []).map(({ naziv }) => text(naziv, () => null)),
  read: async () => [],
})

/** A sheet that the import of products reads. */
const normativi: Table<BomRow> = { name: 'Normativi', columns: bomColumns, read: bomRows }

/** The table of a sheet, with rows read by `query`; null where there are more than `limit`. */
export async function archiveTable(
  db: Db,
  sheet: ArchiveSheet,
  query: SheetQuery | PartneriSheetQuery,
  limit = MAX_SHEET_ROWS,
): Promise<WrittenTable | null> {
  const tableOf = {
    razduzenje: ledger,
    documents,
    remaining,
    materials,
    products,
    popis,
    'popis-bez-stanja': blindPopis,
    normativi,
    materijali: materialsForImport,
    c4: documentLines('c4'),
    c1: documentLines('c1'),
    sablon: sablonOf((query as SheetQuery).vrsta),
    partneri: { name: 'Partneri', figures: PARTNER_FIGURES, read: partnerRows },
    usaglasavanje: { name: 'Razlike', figures: RAZLIKE, read: usaglasavanjeRows },
    'ostala-razduzenja': { name: 'Ostala razduženja', figures: OSTALA_RAZDUZENJA, read: namedRows },
  }
  const table = tableOf[sheet] as Table<unknown>
  const { sablon = false } = query as SheetQuery
  const rows = sablon ? [] : await table.read(db, query as SheetQuery, limit)
  if (!rows) return null
  const { name } = table
  if ('columns' in table) return writtenTable(name, table.columns(rows), rows)
  return figureSheet(name, figuresIn(table.figures, rows), rows, { sums: [] })
}
