import type { CalendarDate } from './calendar-date.ts'
import {
  type CellRead,
  type Conversion,
  convertedFrom,
  readCode,
  readCountry,
  readField,
  readQuantity,
  readTariff,
  readUnit,
} from './cell.ts'
import { isTariffNumber } from './codes.ts'
import { type Micro, ONE } from './decimal.ts'
import { codeKey, visibleCode } from './one-form.ts'
import { cellText, type EntryLimits, quoted, type SheetCell, type SheetRow, sharedCell } from './sheet.ts'
import { type CatalogueMaterial, findMaterial, lookupOf, type MaterialLookup } from './sheet-catalogue.ts'
import type { DocumentColumn } from './sheet-documents.ts'
import { type FieldSheet, saysOf, wideRowFault } from './sheet-fields.ts'
import { type Notation, notationOf } from './sheet-number.ts'
import { numberItems } from './sheet-ordinals.ts'

/** Columns of the template, in its order (spec §5). */
export const INVOICE_COLUMNS = [
  'broj_fakture',
  'redni_broj',
  'materijal_id',
  'materijal_naziv',
  'kolicina',
  'cena_po_jedinici',
  'dokazuje_poreklo',
  'tarifni_broj',
  'zemlja_porekla',
] as const
export type InvoiceColumn = (typeof INVOICE_COLUMNS)[number]

/** The columns as people call them. */
const LABELS = {
  broj_fakture: 'Broj fakture',
  kolicina: 'Količina',
  cena_po_jedinici: 'Cena po jedinici',
  dokazuje_poreklo: 'Dokazuje poreklo',
  tarifni_broj: 'Tarifni broj',
  zemlja_porekla: 'Zemlja porekla',
  jedinica_mere: 'JM',
} as const satisfies Partial<Record<InvoiceColumn | 'jedinica_mere', string>>

/** A row also has the values of the optional columns of the sheet. */
export type SheetInvoiceItem = {
  red: number
  redni_broj: number
  materijal_id: string
  kolicina: Micro
  cena_po_jedinici: Micro
  dokazuje_poreklo: boolean
  tarifni_broj: string
  zemlja_porekla: string
  /** Assumptions, each a sentence that names its column. */
  upozorenja: string[]
  /** The warnings about a number that became 1 because its cell holds none. */
  pogodjeno: Guesses
}
type Amount = 'kolicina' | 'cena_po_jedinici'
type Guesses = Partial<Record<Amount, string>>
export type SheetInvoice = { broj_fakture: string; stavke: SheetInvoiceItem[] }
/** A row that cannot be taken, with its own facts. */
export type SkippedInvoiceRow = {
  red: number
  broj_fakture: string
  materijal_id: string
  materijal_naziv: string
  razlog: string
}
/**
 * `prazan`: the sheet holds no row of data at all. `nedostaje`: fields without which no row is an item. `dokument`: the
 * facts of the document by the name of the column, null where absent; `izostavljeno`: sentences about facts that cannot
 * be taken.
 */
export type InvoiceSheet = {
  prazan: boolean
  fault: string | null
  dokument: Readonly<Record<string, string | null>>
  izostavljeno: string[]
  fakture: SheetInvoice[]
  preskoceni: SkippedInvoiceRow[]
  nedostaje: string[]
}

/**
 * The facts of the books: the materials, and the optional columns of a line and of the document. The catalogue does not
 * fill these columns: an unreadable value is left out with a remark.
 */
export type KnownOfInvoices = {
  readonly catalogue: readonly CatalogueMaterial[]
  readonly optional?: readonly DocumentColumn[]
  readonly ofDocument?: readonly DocumentColumn[]
}

type Columns = Partial<Record<InvoiceColumn, number>> & Readonly<Record<string, number>>
type Item = Omit<SheetInvoiceItem, 'redni_broj'> & { redniBrojCell: SheetCell }
/** The faults of a row, and the assumptions in it. */
type Remarks = { faults: string[]; upozorenja: string[]; pogodjeno: Guesses }
type RowRead = { broj_fakture: string; item: Item } | SkippedInvoiceRow

/**
 * Reads the invoices of a C4 (spec §5, decisions §5). Without a heading the order of the template counts. Every row below
 * it that is not empty becomes an item or a skipped row with its reason. Invoices stand in the order in which they first
 * appear, their items in the order of the rows; `f-1` is `F-1`, as it is in a document (domain/invoice.ts).
 */
export function readInvoiceSheet(
  fields: FieldSheet,
  { catalogue, optional = [], ofDocument = [] }: KnownOfInvoices,
  limits: EntryLimits,
  today: CalendarDate,
): InvoiceSheet {
  const { data, at: columns } = fields
  const notations = new Map<string, Notation>(
    Object.entries(columns).map(([name, at]) => [name, notationOf(data.map(({ cells }) => cells[at]))]),
  )
  const sheet: Sheet = { fields, columns, notations, lookup: lookupOf(catalogue), optional, limits, today }
  const invoices = new Map<string, { broj_fakture: string; items: Item[] }>()
  const preskoceni: InvoiceSheet['preskoceni'] = []
  for (const row of data) {
    const read = readRow(row, sheet)
    if ('razlog' in read) preskoceni.push(read)
    else {
      const { broj_fakture, item } = read
      const key = codeKey(broj_fakture)
      const invoice = invoices.get(key)
      if (invoice) invoice.items.push(item)
      else invoices.set(key, { broj_fakture, items: [item] })
    }
  }
  const fakture = [...invoices.values()].map(({ broj_fakture, items }) => ({
    broj_fakture,
    stavke: numberItems(items, limits.MAX_REDNI_BROJ),
  }))
  const nedostaje = NEEDED.filter((name) => !saysOf(fields, name))
  const said = readDocument(data, columns, ofDocument, today)
  return { prazan: data.length === 0, fault: null, fakture, preskoceni, nedostaje, ...said }
}

/** Without these no row is an item. */
const NEEDED = ['broj_fakture', 'materijal_id', 'kolicina', 'cena_po_jedinici'] as const

/** Columns that each row fills itself; in others a value merged over several rows counts for all of them. */
const OWN: readonly string[] = ['redni_broj', 'kolicina', 'cena_po_jedinici']

/** Facts of a sheet that are known before its rows are read. */
type Sheet = {
  readonly fields: FieldSheet
  readonly columns: Columns
  readonly notations: ReadonlyMap<string, Notation>
  readonly lookup: MaterialLookup
  readonly optional: readonly DocumentColumn[]
  readonly limits: EntryLimits
  readonly today: CalendarDate
}

function readRow(row: SheetRow, sheet: Sheet): RowRead {
  const { red, cells } = row
  const { columns, limits, lookup } = sheet
  const cell = (name: InvoiceColumn | 'jedinica_mere'): SheetCell => {
    const column = columns[name] ?? -1
    const own = OWN.includes(name) ? (cells[column] ?? null) : sharedCell(row, column)
    return cellText(own) === '' ? (sheet.fields.vrednosti[name] ?? own) : own
  }
  const remarks: Remarks = { faults: [], upozorenja: [], pogodjeno: {} }
  const broj = readCode(LABELS.broj_fakture, cell('broj_fakture'), limits.MAX_CODE_CHARACTERS)
  const broj_fakture = broj.value ?? visibleCode(cellText(cell('broj_fakture')))
  const [materijal_id, materijal_naziv] = [cellText(cell('materijal_id')), cellText(cell('materijal_naziv'))]
  const skipped = (razlog: string) => ({ red, broj_fakture, materijal_id, materijal_naziv, razlog })
  const wide = wideRowFault(sheet.fields, row)
  if (wide) return skipped(wide)
  take(broj, remarks)
  if (broj_fakture === '') remarks.faults.push(`${LABELS.broj_fakture}: obavezno polje.`)
  const { material, remark } = findMaterial(cell('materijal_id'), cell('materijal_naziv'), lookup)
  if (remark) (material ? remarks.upozorenja : remarks.faults).push(remark)
  const unit = material && readUnit(LABELS.jedinica_mere, cell('jedinica_mere'), material.id, material.jedinica_mere)
  const conversion = (unit && take(unit, remarks)) ?? null
  const numberIn = (column: Amount) => readNumber(column, cell(column), { sheet, conversion, remarks })
  const kolicina = numberIn('kolicina')
  const cena_po_jedinici = numberIn('cena_po_jedinici')
  if (!material || kolicina === null || cena_po_jedinici === null || remarks.faults.length > 0)
    return skipped(remarks.faults.join(' '))
  const item: Item = {
    ...readOptional(row, sheet, conversion, remarks.upozorenja),
    red,
    redniBrojCell: cell('redni_broj'),
    materijal_id: material.id,
    kolicina,
    cena_po_jedinici,
    dokazuje_poreklo: readOrigin(cell('dokazuje_poreklo'), remarks),
    tarifni_broj: tariffOf(cell('tarifni_broj'), material, remarks),
    zemlja_porekla: countryOf(cell('zemlja_porekla'), material, limits, remarks),
    upozorenja: remarks.upozorenja,
    pogodjeno: remarks.pogodjeno,
  }
  return { broj_fakture, item }
}

/** The value of a cell; its faults and assumptions are noted. */
function take<T>({ value, fault, doubts }: CellRead<T>, { faults, upozorenja }: Remarks): T | null | undefined {
  if (fault) faults.push(fault)
  upozorenja.push(...doubts)
  return value
}

/** Values of the optional columns; null for empty and unreadable cells. */
function readOptional(
  { cells }: SheetRow,
  { columns, notations, optional, today }: Sheet,
  conversion: Conversion | null,
  upozorenja: string[],
): Record<string, string | number | boolean | null> {
  const read = (column: DocumentColumn) => {
    const { name, kind, label } = column
    const first = readField(column, cells[columns[name] ?? -1], notations.get(name) ?? 'serbian', today)
    const isQuantity = kind === 'number' && conversion !== null && Boolean(first.value)
    const { value, fault, doubts } = isQuantity ? convertedFrom(label, first.value as Micro, conversion) : first
    upozorenja.push(...first.doubts, ...(isQuantity ? doubts : []), ...(fault ? [`${fault} Izostavljeno je.`] : []))
    return value ?? null
  }
  return Object.fromEntries(optional.map((column) => [column.name, read(column)]))
}

/** The facts of the document in the sheet. Rows that differ are of several documents, so none of it is taken. */
function readDocument(
  data: readonly SheetRow[],
  columns: Columns,
  ofDocument: readonly DocumentColumn[],
  today: CalendarDate,
) {
  const izostavljeno: string[] = []
  const read = (column: DocumentColumn): string | null => {
    const all = data.map((row) => sharedCell(row, columns[column.name] ?? -1)).filter((cell) => cellText(cell) !== '')
    const [first, other] = new Map(all.map((cell) => [codeKey(cellText(cell)), cell])).values()
    const { value, fault, doubts } = readField(column, first, 'serbian', today)
    const several = `${column.label}: u fajlu piše ${quoted(cellText(first))} i ${quoted(cellText(other))}.`
    const said = other === undefined ? fault : several
    izostavljeno.push(...(said ? [`${said} Izostavljeno je.`] : doubts))
    return said || value === undefined ? null : (value as string | null)
  }
  return { dokument: Object.fromEntries(ofDocument.map((column) => [column.name, read(column)])), izostavljeno }
}

/** A missing, non-positive or too large number is a fault; other text becomes 1 and is marked (decisions §5). */
function readNumber(
  column: Amount,
  cell: SheetCell,
  { sheet, conversion, remarks }: { sheet: Sheet; conversion: Conversion | null; remarks: Remarks },
): Micro | null {
  const label = LABELS[column]
  const read = readQuantity(label, cell, { notation: sheet.notations.get(column) ?? 'serbian' })
  if (read.problem === 'not-a-number') {
    const guess = `${label}: ${quoted(cellText(cell))} nije broj, uzeto je 1.`
    remarks.upozorenja.push(guess)
    remarks.pogodjeno[column] = guess
    return ONE
  }
  const value = take(read, remarks)
  if (!value || !conversion) {
    if (read.problem === null && !value) remarks.faults.push(`${label}: obavezno polje.`)
    return value ?? null
  }
  return take(convertedFrom(label, value, conversion, column === 'cena_po_jedinici'), remarks) ?? null
}

/** True for DA alone, in any case (spec §5). Anything but NE is marked, because proof of origin is worth money. */
function readOrigin(cell: SheetCell, { upozorenja }: Remarks): boolean {
  const text = cellText(cell)
  const answer = text.toUpperCase()
  if (answer !== 'DA' && answer !== 'NE' && answer !== '') {
    upozorenja.push(`${LABELS.dokazuje_poreklo}: ${quoted(text)} nije DA ni NE, uzeto je NE.`)
  }
  return answer === 'DA'
}

/** Tariff numbers are those of the importing country, so the catalogue's is better than one that cannot be right. */
function tariffOf(cell: SheetCell, material: CatalogueMaterial, { upozorenja }: Remarks): string {
  const { value, doubts } = readTariff(LABELS.tarifni_broj, cell)
  if (value && isTariffNumber(value)) {
    upozorenja.push(...doubts)
    return value
  }
  const text = cellText(cell)
  if (text !== '')
    upozorenja.push(
      `${LABELS.tarifni_broj}: ${quoted(text)} nije ispravan, uzet je ${material.tarifni_broj} iz kataloga.`,
    )
  return material.tarifni_broj
}

function countryOf(cell: SheetCell, material: CatalogueMaterial, limits: EntryLimits, { upozorenja }: Remarks): string {
  const { value, fault } = readCountry(LABELS.zemlja_porekla, cell, limits.MAX_NAME_CHARACTERS)
  if (fault) upozorenja.push(`${fault} Uzeta je ${material.zemlja_porekla} iz kataloga.`)
  return value ?? material.zemlja_porekla
}
