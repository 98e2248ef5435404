import type { ArchiveDocument, ArchiveSheet, MaterialSummary, ProductSummary, RemainingC4 } from '#contract/archive.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import { hasWasteDrawn, type Parts } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Para, worthOf } from '#domain/decimal.ts'
import { drawMarks } from '#domain/rok.ts'
import type { Db } from '#server/db/schema.ts'
import {
  amount,
  type Column,
  day,
  quantity,
  text,
  UNIT,
  WIDE,
  type WrittenTable,
  whole,
  writtenTable,
} from '#server/sheets/sheet-columns.ts'
import { type RemainingQuery, remainingDocuments } from '#server/stock/remaining.ts'
import { type BomQuery, type BomRow, bomColumns, bomRows } from './bom-sheet.ts'
import { type DocumentsQuery, pageOfDocuments } from './document-queries.ts'
import { documentLines } from './documents-for-import.ts'
import { type LedgerRow, ledgerRows } from './ledger-rows.ts'
import { materialSummaries } from './material-summary.ts'
import { materialsForImport } from './materials-for-import.ts'
import { type NamedQuery, type NamedRow, namedColumns, namedRows } from './named-rows.ts'
import { type PartneriSheetQuery, partnerColumns, partnerRows } from './partneri-sheet.ts'
import { productSummaries } from './product-summary.ts'
import { type UsaglasavanjeQuery, usaglasavanjeColumns, usaglasavanjeRows } from './usaglasavanje-sheet.ts'

/** Of the documents and their ledger, and of what remains; the other sheets know a period and a search. */
export type SheetQuery = DocumentsQuery &
  BomQuery &
  NamedQuery &
  UsaglasavanjeQuery &
  Omit<RemainingQuery, 'page' | 'limit'> & { readonly dan?: CalendarDate }

/** `read` answers null where there are more rows than a sheet may have. */
type Table<Row> = {
  name: string
  columns: (rows: readonly Row[]) => readonly Column<Row>[]
  read(db: Db, query: SheetQuery, limit: number): Promise<readonly Row[] | null>
}
const rsdOf = ({ kolicina, cena_po_jedinici, kurs }: LedgerRow): Para | null =>
  cena_po_jedinici && kurs ? worthOf(kolicina, cena_po_jedinici, kurs) : null

/** What no lot covers has no parts. */
const partOf = (part: keyof Parts) => (row: LedgerRow) => (row.manjak === 0 ? row[part] : null)

const PARTS: readonly Column<LedgerRow>[] = [
  quantity('Ugrađeno', partOf('ugradjeno')),
  quantity('Otpad', partOf('otpad')),
  quantity('Gubitak', partOf('gubitak')),
]

/** What a draw is marked with; a column is there where some row has its mark. */
const MARKS: readonly Column<LedgerRow>[] = [
  { header: 'Usmereno', width: 10, of: ({ usmereno }) => usmereno === 1 },
  { header: 'Posle roka', width: 10, of: (row) => drawMarks(row, row.c1_datum).posle_roka },
  { header: 'Pre dana prelaska', width: 10, of: (row) => drawMarks(row, row.c1_datum).pre_prelaska === true },
]

const ledger: Table<LedgerRow> = {
  name: 'Razduženje',
  columns: (rows) => [
    text('Broj C1', ({ broj_c1 }) => broj_c1),
    day('Datum C1', ({ c1_datum }) => c1_datum),
    text('Primalac', ({ primalac_naziv }) => primalac_naziv, WIDE),
    text('Faktura izvoza', ({ c1_faktura }) => c1_faktura),
    whole('R. br. u izvozu', ({ c1_redni_broj }) => c1_redni_broj),
    text('ID proizvoda', ({ proizvod_id }) => proizvod_id),
    text('Proizvod', ({ proizvod_naziv }) => proizvod_naziv, WIDE),
    text('HS kod', ({ hs_code }) => hs_code),
    quantity('Izvezeno', ({ izvezeno }) => izvezeno),
    text('JM proizvoda', ({ proizvod_jm }) => proizvod_jm, UNIT),
    text('ID materijala', ({ materijal_id }) => materijal_id),
    text('Materijal', ({ materijal_naziv }) => materijal_naziv, WIDE),
    text('JM materijala', ({ jedinica_mere }) => jedinica_mere, UNIT),
    quantity('Razduženo', ({ kolicina }) => kolicina),
    ...(rows.some((row) => row.manjak === 0 && hasWasteDrawn(row)) ? PARTS : []),
    ...MARKS.filter(({ of }) => rows.some((row) => of(row))),
    quantity('Manjak', ({ manjak }) => (manjak === 0 ? null : manjak)),
    text('Broj C4', ({ broj_c4 }) => broj_c4),
    day('Datum C4', ({ c4_datum }) => c4_datum),
    text('Pošiljalac', ({ posiljalac_naziv }) => posiljalac_naziv, WIDE),
    text('Faktura uvoza', ({ broj_fakture }) => broj_fakture),
    whole('R. br. u uvozu', ({ redni_broj }) => redni_broj),
    text('Tarifni broj', ({ tarifni_broj }) => tarifni_broj),
    text('Zemlja porekla', ({ zemlja_porekla }) => zemlja_porekla),
    {
      header: 'Dokazuje poreklo',
      width: 10,
      of: ({ dokazuje_poreklo }) => (dokazuje_poreklo === null ? null : dokazuje_poreklo === 1),
    },
    quantity('Cena po jedinici', ({ cena_po_jedinici }) => cena_po_jedinici),
    text('Valuta', ({ valuta }) => valuta, UNIT),
    quantity('Kurs', ({ kurs }) => kurs),
    amount('Vrednost (RSD)', rsdOf),
  ],
  read: ledgerRows,
}

const documents: Table<ArchiveDocument> = {
  name: 'Svi dokumenti',
  columns: () => [
    text('Broj dokumenta', ({ broj }) => broj),
    text('Tip', ({ tip }) => tip, 10),
    text('Vrsta dokumenta', ({ tip_dokumenta }) => tip_dokumenta),
    day('Datum', ({ datum }) => datum),
    text('Partner', ({ partner }) => partner, WIDE),
    text('Zemlja otpreme', ({ zemlja_otpreme }) => zemlja_otpreme),
    amount('Ukupna vrednost', ({ vrednost_total }) => vrednost_total),
    text('Valuta', ({ valuta }) => valuta, UNIT),
    quantity('Kurs', ({ kurs }) => kurs),
    amount('Ukupna vrednost (RSD)', ({ vrednost_rsd }) => vrednost_rsd),
    quantity('Ukupna količina', ({ kolicina_total }) => kolicina_total),
    { header: 'PDF', width: UNIT, of: ({ pdf_fajl }) => pdf_fajl !== null },
    { header: 'Manjak', width: UNIT, of: ({ ima_manjak }) => ima_manjak },
  ],
  async read(db, query, limit) {
    const { rows, total } = await pageOfDocuments(db, { ...query, page: 1, limit })
    return total > limit ? null : rows
  },
}

type RemainingLot = RemainingC4['stavke'][number] & { c4: RemainingC4 }

const remaining: Table<RemainingLot> = {
  name: 'Materijali po C4',
  columns: () => [
    text('Broj C4', ({ c4 }) => c4.c4_broj),
    day('Datum C4', ({ c4 }) => c4.c4_datum),
    text('Pošiljalac', ({ c4 }) => c4.posiljalac_naziv, WIDE),
    text('ID materijala', ({ materijal_id }) => materijal_id),
    text('Materijal', ({ naziv }) => naziv, WIDE),
    text('Zemlja porekla', ({ zemlja_porekla }) => zemlja_porekla),
    quantity('Uvezeno', ({ kolicina }) => kolicina),
    quantity('Razduženo', ({ kolicina_razduzena }) => kolicina_razduzena),
    quantity('Preostalo', ({ preostalo }) => preostalo),
    text('Jedinica mere', ({ jedinica_mere }) => jedinica_mere, UNIT),
    amount('Vrednost (RSD)', ({ vrednost_rsd }) => vrednost_rsd),
  ],
  async read(db, query, limit) {
    const { rows, total } = await remainingDocuments(db, { ...query, page: 1, limit })
    const lots = rows.flatMap((c4) => c4.stavke.map((stavka) => ({ ...stavka, c4 })))
    return Math.max(total, lots.length) > limit ? null : lots
  },
}

const materials: Table<MaterialSummary> = {
  name: 'Rezime materijala',
  columns: () => [
    text('ID materijala', ({ materijal_id }) => materijal_id),
    text('Materijal', ({ naziv }) => naziv, WIDE),
    text('Jedinica mere', ({ jedinica_mere }) => jedinica_mere, UNIT),
    quantity('Početno stanje', ({ pocetno_stanje }) => pocetno_stanje),
    quantity('Ulaz', ({ totalInput }) => totalInput),
    quantity('Izlaz', ({ totalConsumed }) => totalConsumed),
    quantity('Stanje', ({ totalQuantity }) => totalQuantity),
    quantity('Manjak', ({ manjak }) => manjak),
    amount('Vrednost (RSD)', ({ vrednost_rsd }) => vrednost_rsd),
    whole('C4 dokumenata', ({ broj_c4 }) => broj_c4),
    day('Poslednji uvoz', ({ poslednji_uvoz }) => poslednji_uvoz),
  ],
  async read(db, { datum_od, datum_do, search }, limit) {
    const { rows, total } = await materialSummaries(db, { datum_od, datum_do, search, page: 1, limit })
    return total > limit ? null : rows
  },
}

const products: Table<ProductSummary> = {
  name: 'Rezime proizvoda',
  columns: () => [
    text('ID proizvoda', ({ proizvod_id }) => proizvod_id),
    text('Proizvod', ({ naziv }) => naziv, WIDE),
    text('Jedinica mere', ({ jedinica_mere }) => jedinica_mere, UNIT),
    quantity('Izvezeno', ({ kolicina }) => kolicina),
    whole('C1 dokumenata', ({ broj_c1 }) => broj_c1),
    amount('Vrednost (EUR)', ({ vrednost_eur }) => vrednost_eur),
    amount('Vrednost (RSD)', ({ vrednost_rsd }) => vrednost_rsd),
    amount('Trošak materijala (RSD)', ({ trosak_rsd }) => trosak_rsd),
    amount('Razlika (RSD)', ({ razlika_rsd }) => razlika_rsd),
    { header: 'Manjak', width: UNIT, of: ({ ima_manjak }) => ima_manjak },
  ],
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

/** What the import of products reads. */
const ostalaRazduzenja: Table<NamedRow> = { name: 'Ostala razduženja', columns: () => namedColumns, read: namedRows }
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
    partneri: { name: 'Partneri', columns: () => partnerColumns, read: partnerRows },
    usaglasavanje: { name: 'Razlike', columns: () => usaglasavanjeColumns, read: usaglasavanjeRows },
    'ostala-razduzenja': ostalaRazduzenja,
  }
  const { name, columns, read } = tableOf[sheet] as Table<unknown>
  const rows = await read(db, query as SheetQuery, limit)
  return rows && writtenTable(name, columns(rows), rows)
}
