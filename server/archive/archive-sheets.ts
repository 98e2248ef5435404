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
import { OSTALA_RAZDUZENJA, RAZLIKE } from '#contract/figures/carina.ts'
import { type Figure, figuresIn } from '#contract/figures/figure.ts'
import { IMPORT_FIELDS, type ImportKind } from '#contract/import-fields.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import { figureTable } from '#server/sheets/figure-sheet.ts'
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
import { type BomQuery, type BomRow, bomColumns, bomRows } from './bom-sheet.ts'
import { type DocumentsQuery, pageOfDocuments } from './document-queries.ts'
import { documentLines, materialsForImport, type NamedQuery, namedRows } from './documents-for-import.ts'
import { ledgerRows } from './ledger-rows.ts'
import { materialSummaries } from './material-summary.ts'
import { type PartneriSheetQuery, partnerRows } from './partneri-sheet.ts'
import { productSummaries } from './product-summary.ts'
import { type UsaglasavanjeQuery, usaglasavanjeRows } from './usaglasavanje-sheet.ts'

/** Of the documents and their ledger, and of what remains; the other sheets know a period and a search. */
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
/** Of what an import reads, the headings are those that it knows. */
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

/** What is left of the lots of a material, without what exports lack. */
const inStock = ({ totalQuantity, manjak }: MaterialSummary) => add(totalQuantity, manjak)

const [popis, blindPopis] = [popisnaLista(true), popisnaLista(false)]

/** The columns that an import reads, to be filled in. */
const sablonOf = (vrsta: string | undefined): Table<object> => ({
  name: 'Šablon',
  columns: () => (IMPORT_FIELDS[vrsta as ImportKind] ?? []).map(({ naziv }) => text(naziv, () => null)),
  read: async () => [],
})

/** What the import of products reads. */
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
  return figureTable(name, figuresIn(table.figures, rows), rows, { sums: [] })
}
