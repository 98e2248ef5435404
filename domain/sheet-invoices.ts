import { parseTypedDate } from './calendar-date.ts'
import { isTariffNumber } from './codes.ts'
import { countryName } from './countries.ts'
import { formatMicro, type Micro, NO_QUANTITY, ONE } from './decimal.ts'
import { codeKey, visibleCode } from './one-form.ts'
import {
  cellText,
  codeDoubt,
  type EntryLimits,
  headerText,
  isBlankRow,
  quoted,
  type SheetCell,
  type SheetRow,
  sharedCell,
  splitHeader,
  tariffDoubt,
  tariffText,
  textFault,
} from './sheet.ts'
import { type CatalogueMaterial, findMaterial, lookupOf, type MaterialLookup } from './sheet-catalogue.ts'
import { type Notation, notationOf, numberFault, readAs, readNumber } from './sheet-number.ts'
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
} as const satisfies Partial<Record<InvoiceColumn, string>>

/**
 * A column that need not be there nor be filled in, and in which the catalogue has no say: what cannot be read is left
 * out, and told. `headings` are other words for it, as `headerText` makes them.
 */
export type OptionalColumn = {
  readonly name: string
  readonly label: string
  readonly headings: readonly string[]
  readonly maxCharacters: number
  readonly numeric: boolean
}

/** A column that says something of the document as a whole, in one row of it or in all of them. */
export type HeadColumn = Omit<OptionalColumn, 'numeric'> & { readonly isDay: boolean }

/** Beside these a row has what stands in the optional columns of the sheet. */
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
  /** Those of them that are said of a number which became 1 because its cell holds none. */
  pogodjeno: Guesses
}
type Amount = 'kolicina' | 'cena_po_jedinici'
type Guesses = Partial<Record<Amount, string>>
export type SheetInvoice = { broj_fakture: string; stavke: SheetInvoiceItem[] }
/** A row that cannot be taken, with what it says of itself. */
export type SkippedInvoiceRow = {
  red: number
  broj_fakture: string
  materijal_id: string
  materijal_naziv: string
  razlog: string
}
/**
 * `prazan`: the sheet holds no row of data at all. `nepoznate` are the headings of columns that are not read. `dokument`:
 * what the sheet says of the document, by the name of the column, null where nothing; `izostavljeno`: what it says and
 * cannot be taken, in sentences.
 */
export type InvoiceSheet = {
  prazan: boolean
  dokument: Readonly<Record<string, string | null>>
  izostavljeno: string[]
  fakture: SheetInvoice[]
  preskoceni: SkippedInvoiceRow[]
  nepoznate: string[]
}

/** Other words for the columns, as `headerText` makes them. */
const ALIASES: ReadonlyMap<string, InvoiceColumn> = new Map(
  Object.entries({
    faktura: 'broj_fakture',
    rb: 'redni_broj',
    r_br: 'redni_broj',
    id_materijala: 'materijal_id',
    sifra_materijala: 'materijal_id',
    naziv_materijala: 'materijal_naziv',
    jedinicna_cena: 'cena_po_jedinici',
    cena: 'cena_po_jedinici',
  } as const),
)

type Columns = Partial<Record<InvoiceColumn, number>> & Readonly<Record<string, number>>
type Item = Omit<SheetInvoiceItem, 'redni_broj'> & { redniBrojCell: SheetCell }
/** The faults of a row, and the assumptions in it. */
type Remarks = { faults: string[]; upozorenja: string[]; pogodjeno: Guesses }
type RowRead = { broj_fakture: string; item: Item } | SkippedInvoiceRow

/**
 * Reads the invoices of a C4 (spec §5, decisions §5). Columns are found by their headings in any order; without a
 * header the order of the template counts. Every row that is not empty becomes an item or a skipped row with its
 * reason. Invoices stand in the order in which they first appear, their items in the order of the rows; `f-1` is `F-1`,
 * as it is in a document (domain/invoice.ts).
 */
export function readInvoiceSheet(
  rows: readonly SheetRow[],
  catalogue: Iterable<CatalogueMaterial>,
  limits: EntryLimits,
  optional: readonly OptionalColumn[] = [],
  ofDocument: readonly HeadColumn[] = [],
): InvoiceSheet {
  const columnsIn = (row: SheetRow) => columnsOf(row, [...optional, ...ofDocument])
  const known = (row: SheetRow) => Object.keys(columnsIn(row)).length
  const first = rows.filter((row) => !isBlankRow(row)).slice(0, HEADER_WITHIN_ROWS)
  const most = Math.max(2, ...first.map(known))
  const { header, data } = splitHeader(rows, (row) => known(row) === most, HEADER_WITHIN_ROWS)
  const columns = header ? columnsIn(header) : TEMPLATE_ORDER
  const notationIn = (name: Amount) => notationOf(data.map(({ cells }) => cells[columns[name] ?? -1]))
  const notations = { kolicina: notationIn('kolicina'), cena_po_jedinici: notationIn('cena_po_jedinici') }
  const lookup = lookupOf(catalogue)
  const invoices = new Map<string, { broj_fakture: string; items: Item[] }>()
  const preskoceni: InvoiceSheet['preskoceni'] = []
  for (const row of data) {
    const read = readRow(row, columns, notations, lookup, limits)
    if ('razlog' in read) preskoceni.push(read)
    else {
      const { broj_fakture } = read
      const item = { ...readOptional(row, columns, optional, read.item.upozorenja), ...read.item }
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
  const nepoznate = header ? unreadOf(header, columns) : []
  return { prazan: data.length === 0, fakture, preskoceni, nepoznate, ...readDocument(data, columns, ofDocument) }
}

/** Titles may stand above the header, and headings of several columns together: the row with the most headings is it. */
const HEADER_WITHIN_ROWS = 10

/** Columns that each row fills itself; in others a value merged over several rows counts for all of them. */
const isOwn = (name: InvoiceColumn): boolean =>
  name === 'redni_broj' || name === 'kolicina' || name === 'cena_po_jedinici'

const TEMPLATE_ORDER: Columns = Object.fromEntries(INVOICE_COLUMNS.map((name, index) => [name, index]))

/** Which column stands where; of two columns with one heading the first counts. */
function columnsOf(row: SheetRow, optional: readonly Pick<OptionalColumn, 'name' | 'headings'>[]): Columns {
  const columns: Record<string, number> = {}
  for (const [index, cell] of row.cells.entries()) {
    const heading = headerText(cell)
    const name =
      INVOICE_COLUMNS.find((column) => column === heading) ??
      ALIASES.get(heading) ??
      optional.find((column) => column.name === heading || column.headings.includes(heading))?.name
    if (name) columns[name] ??= index
  }
  return columns
}

function unreadOf({ cells }: SheetRow, columns: Columns): string[] {
  const read = new Set(Object.values(columns))
  return cells.map((cell, index) => (read.has(index) ? '' : cellText(cell))).filter((heading) => heading !== '')
}

function readRow(
  row: SheetRow,
  columns: Columns,
  notations: Readonly<Record<Amount, Notation>>,
  lookup: MaterialLookup,
  limits: EntryLimits,
): RowRead {
  const { red, cells } = row
  const cell = (name: InvoiceColumn): SheetCell => {
    const column = columns[name] ?? -1
    return isOwn(name) ? (cells[column] ?? null) : sharedCell(row, column)
  }
  const remarks: Remarks = { faults: [], upozorenja: [], pogodjeno: {} }
  const broj_fakture = visibleCode(cellText(cell('broj_fakture')))
  const numberMissing = textFault(LABELS.broj_fakture, broj_fakture, limits.MAX_CODE_CHARACTERS)
  if (numberMissing) remarks.faults.push(numberMissing)
  const numberDoubt = codeDoubt(LABELS.broj_fakture, cell('broj_fakture'))
  if (numberDoubt) remarks.upozorenja.push(numberDoubt)
  const { material, remark } = findMaterial(cell('materijal_id'), cell('materijal_naziv'), lookup)
  if (remark) (material ? remarks.upozorenja : remarks.faults).push(remark)
  const kolicina = readAmount('kolicina', cell('kolicina'), notations.kolicina, remarks)
  const cena_po_jedinici = readAmount('cena_po_jedinici', cell('cena_po_jedinici'), notations.cena_po_jedinici, remarks)
  if (!material || kolicina === null || cena_po_jedinici === null || remarks.faults.length > 0) {
    const [materijal_id, materijal_naziv] = [cellText(cell('materijal_id')), cellText(cell('materijal_naziv'))]
    return { red, broj_fakture, materijal_id, materijal_naziv, razlog: remarks.faults.join(' ') }
  }
  const item: Item = {
    red,
    redniBrojCell: cell('redni_broj'),
    materijal_id: material.id,
    kolicina,
    cena_po_jedinici,
    dokazuje_poreklo: readOrigin(cell('dokazuje_poreklo'), remarks),
    tarifni_broj: readTariff(cell('tarifni_broj'), material, remarks),
    zemlja_porekla: readCountry(cell('zemlja_porekla'), material, limits, remarks),
    upozorenja: remarks.upozorenja,
    pogodjeno: remarks.pogodjeno,
  }
  return { broj_fakture, item }
}

/** What stands in the optional columns; null where nothing does, or what is none. */
function readOptional(
  { cells }: SheetRow,
  columns: Columns,
  optional: readonly OptionalColumn[],
  upozorenja: string[],
): Record<string, string | Micro | null> {
  const read = (column: OptionalColumn) => {
    const cell = cells[columns[column.name] ?? -1] ?? null
    const text = cellText(cell)
    if (text === '') return null
    if (!column.numeric) {
      const fault = textFault(column.label, text, column.maxCharacters)
      if (fault) upozorenja.push(`${fault} Izostavljeno je.`)
      return fault ? null : text
    }
    // A rate of nothing is one, where a quantity of nothing is none.
    if (/^0+([.,]0+)?$/.test(text)) return NO_QUANTITY
    const reading = readNumber(cell, { grouped: true, notation: notationOf([cell]) })
    if (reading.kind === 'number') return reading.value
    upozorenja.push(`${numberFault(column.label, reading.kind, quoted(text))} Izostavljeno je.`)
    return null
  }
  return Object.fromEntries(optional.map((column) => [column.name, read(column)]))
}

/** What the sheet says of its document. Rows that say different things are of several, so that none of it is taken. */
function readDocument(data: readonly SheetRow[], columns: Columns, ofDocument: readonly HeadColumn[]) {
  const izostavljeno: string[] = []
  const read = ({ name, label, maxCharacters, isDay }: HeadColumn): string | null => {
    const texts = data.map((row) => cellText(sharedCell(row, columns[name] ?? -1))).filter(Boolean)
    const [first, other] = new Map(texts.map((text) => [codeKey(text), text])).values()
    if (first === undefined) return null
    const value = isDay ? parseTypedDate(first) : visibleCode(first)
    const fault =
      other !== undefined
        ? `${label}: u fajlu piše ${quoted(first)} i ${quoted(other)}.`
        : value === null
          ? `${label}: ${quoted(first)} nije datum.`
          : textFault(label, value, maxCharacters)
    if (fault) izostavljeno.push(`${fault} Izostavljeno je.`)
    return fault ? null : value
  }
  return { dokument: Object.fromEntries(ofDocument.map((column) => [column.name, read(column)])), izostavljeno }
}

/** A missing, non-positive or too large number is a fault; other text becomes 1 and is marked (decisions §5). */
function readAmount(
  column: Amount,
  cell: SheetCell,
  notation: Notation,
  { faults, upozorenja, pogodjeno }: Remarks,
): Micro | null {
  const label = LABELS[column]
  const reading = readNumber(cell, { grouped: true, notation })
  const text = quoted(cellText(cell))
  if (reading.kind === 'not-a-number') {
    const guess = `${label}: ${text} nije broj, uzeto je 1.`
    upozorenja.push(guess)
    pogodjeno[column] = guess
    return ONE
  }
  if (reading.kind !== 'number') {
    faults.push(numberFault(label, reading.kind, text))
    return null
  }
  if (reading.note === 'guessed') upozorenja.push(`${label}: ${readAs(text, reading.value)}`)
  if (reading.note === 'rounded') upozorenja.push(`${label}: zaokruženo na ${formatMicro(reading.value)}.`)
  return reading.value
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
function readTariff(cell: SheetCell, material: CatalogueMaterial, { upozorenja }: Remarks): string {
  const text = tariffText(cell)
  const doubt = tariffDoubt(LABELS.tarifni_broj, cell)
  if (isTariffNumber(text)) {
    if (doubt) upozorenja.push(doubt)
    return text
  }
  if (text !== '') {
    upozorenja.push(
      `${LABELS.tarifni_broj}: ${quoted(text)} nije ispravan, uzet je ${material.tarifni_broj} iz kataloga.`,
    )
  }
  return material.tarifni_broj
}

function readCountry(
  cell: SheetCell,
  material: CatalogueMaterial,
  limits: EntryLimits,
  { upozorenja }: Remarks,
): string {
  const text = cellText(cell)
  if (text === '') return material.zemlja_porekla
  const fault = textFault(LABELS.zemlja_porekla, text, limits.MAX_NAME_CHARACTERS)
  if (fault === null) return countryName(text)
  upozorenja.push(`${fault} Uzeta je ${material.zemlja_porekla} iz kataloga.`)
  return material.zemlja_porekla
}
