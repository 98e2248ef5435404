import { numberDoubts, readQuantity } from './cell.ts'
import type { Micro } from './decimal.ts'
import { visibleCode } from './one-form.ts'
import {
  cellText,
  columnName,
  type EntryLimits,
  headerText,
  idFault,
  isEmptying,
  type ListedRows,
  quoted,
  readId,
  reasonOf,
  requiredFault,
  type SheetCell,
  type SheetRow,
  type SkippedRow,
  sharedCell,
  tariffDoubt,
  textFault,
} from './sheet.ts'
import { columnLabel, type FieldSheet, fieldCell, REASON, readListed, saysOf, wideRowFault } from './sheet-fields.ts'
import { type Notation, notationOf } from './sheet-number.ts'
import {
  amountsOf,
  isPairText,
  type Percent,
  pairsOf,
  readPair,
  readPercents,
  type SheetPair,
  signed,
} from './sheet-pairs.ts'
import { isKnownUnit, unitName } from './units.ts'

/** A field without a value is '', a normativ without rows is []. Only rows of known products have such fields. */
export type SheetProduct = {
  red: number
  /** All rows that it stands in. */
  redovi: number[]
  id: string
  naziv: string
  hs_code: string
  jedinica_mere: string
  normativ: SheetPair[]
  /** Assumptions, each a sentence that names its column. */
  upozorenja: string[]
}
/**
 * `bezPolja`: fields of a list that a sheet of pairs has not, whatever its headings; `bezNormativa`: it has products alone,
 * so that new ones come without a normativ.
 */
export type BomSheet = ListedRows<SheetProduct> & {
  nedostaje: string[]
  bezPolja: readonly string[]
  bezNormativa: boolean
}

/** The fields of a sheet without a heading, by its columns; from E on pairs stand (spec §5). */
export const BOM_PLACES = ['id', 'naziv', 'hs_code', 'jedinica_mere'] as const
type Head = (typeof BOM_PLACES)[number]

/** Facts of a sheet that are known before its rows are read; `percents` are the columns headed by waste or loss. */
type Sheet = {
  readonly fields: FieldSheet
  readonly materials: ReadonlySet<string>
  readonly notation: Notation
  readonly percents: ReadonlyMap<number, Percent>
  readonly isPair: (column: number) => boolean
  readonly limits: EntryLimits
  readonly known: ReadonlySet<string>
  readonly bezNormativa: boolean
}

/**
 * Reads bills of materials. As pairs: a row per product, with ID, name, HS code and unit; the other columns hold cells
 * like `MAT01:2.5` or `MAT01:2,5` (spec §5, decisions §5), or several of them divided by `;` or a line break. The
 * percents of waste and loss may follow the quantity, `MAT01:2,5+4%+1%`, or stand behind the pair in columns headed
 * 'Otpad %' and 'Gubitak %'. As a list: a row per component. `materials` are the IDs of the catalogue. One bad
 * component makes its product bad: half a bill would discharge too little. A product whose ID is `known` keeps its
 * fields where the sheet is blank or has no column; in a new product these are errors, and `nedostaje` names the fields
 * without any value.
 */
export function readBomSheet(
  fields: FieldSheet,
  materials: ReadonlySet<string>,
  limits: EntryLimits,
  known: ReadonlySet<string> = new Set(),
): BomSheet {
  const pairs = pairColumns(fields)
  const isPair = (column: number) => pairs.has(column)
  const percents = percentColumns(fields, pairs)
  const all = fields.data.flatMap(({ cells }) => cells.flatMap((cell, at) => (isPair(at) ? pairsOf(cell) : [])))
  const isList = 'materijal_id' in fields.at && ('potrebna_kolicina' in fields.at || !all.some(isPairText))
  // The amounts of all pairs are one column: a program writes them all alike.
  const notation = isList
    ? notationOf(fields.data.map(({ cells }) => cells[fields.at.potrebna_kolicina ?? -1]))
    : notationOf(all.map((pair) => amountsOf(pair.slice(pair.indexOf(':') + 1))[0] ?? ''))
  const bezNormativa = !isList && all.length === 0 && areProductsAlone(fields, materials)
  const sheet = { fields, materials, notation, percents, isPair, limits, known, bezNormativa }
  const listed = isList ? readList(sheet) : readListed(fields, (row, rowOfId) => readProduct(row, rowOfId, sheet))
  const isNew = [...listed.ispravni, ...listed.neispravni].some(({ id }) => !known.has(id))
  const needed = [
    ...BOM_PLACES.filter((polje) => isNew || polje === 'id'),
    ...(isList ? (['potrebna_kolicina'] as const) : all.length === 0 && isNew && !bezNormativa ? LINE_FIELDS : []),
  ]
  const bezPolja = isList ? [] : [...LINE_FIELDS, 'otpad_procenat', 'gubitak_procenat']
  return { ...listed, nedostaje: needed.filter((polje) => !saysOf(fields, polje)), bezPolja, bezNormativa }
}

const LINE_FIELDS = ['materijal_id', 'potrebna_kolicina'] as const

/**
 * Whether a sheet has products and no components: under a heading all that a product needs, each product once, and nowhere
 * the ID of a material.
 */
function areProductsAlone(fields: FieldSheet, materials: ReadonlySet<string>): boolean {
  const { header, at, data } = fields
  const heads = new Set(BOM_PLACES.map((polje) => at[polje]))
  const ids = new Set(data.map(({ cells }) => readId(cells[at.id ?? -1])))
  const isMaterial = (cell: SheetCell, column: number) => !heads.has(column) && materials.has(readId(cell))
  return (
    header !== null &&
    BOM_PLACES.every((polje) => saysOf(fields, polje)) &&
    ids.size === data.length &&
    !data.some(({ cells }) => cells.some(isMaterial))
  )
}

/** Pairs stand behind the last heading too. */
const isMore = (cell: SheetCell): boolean => pairsOf(cell).every(isPairText)

/** The columns of pairs: those behind the facts of the product, and others that hold a pair. */
function pairColumns({ at, data }: FieldSheet): Set<number> {
  const heads = BOM_PLACES.flatMap((polje) => (polje in at ? [at[polje] as number] : []))
  const last = Math.max(-1, ...heads)
  const found = new Set<number>()
  for (const { cells } of data)
    for (const [column, cell] of cells.entries())
      if (!found.has(column) && !heads.includes(column) && (column > last || pairsOf(cell).some(isPairText)))
        found.add(column)
  return found
}

/** The columns that the header gives to waste and to loss; they hold no pairs. No pair looks like these headings. */
function percentColumns({ header, at }: FieldSheet, pairs: Set<number>): Map<number, Percent> {
  const found = new Map<number, Percent>()
  const heads = new Set(BOM_PLACES.map((polje) => at[polje]))
  for (const [column, cell] of (header?.cells ?? []).entries()) {
    const heading = headerText(cell)
    const [, waste] = /^(?:(otpad|waste|scrap)|gubitak|loss)(?:_procenat|_percent)?$/.exec(heading) ?? [null, null]
    if (!heads.has(column) && waste !== null) found.set(column, waste ? 'otpad_procenat' : 'gubitak_procenat')
    if (found.has(column) || heading === REASON) pairs.delete(column)
  }
  return found
}

/** A unit that the program knows in its one spelling, any other as it stands. */
const unitSpelling = (text: string): string => (isKnownUnit(text) ? unitName(text) : text)

/** The product that a row names, and its faults; `text` is blank where the row names none. */
function readHead(row: SheetRow, { fields, limits, known }: Sheet) {
  const id = readId(row.cells[fields.at.id ?? -1])
  const stored = known.has(id)
  const cell = (polje: Head) => fieldCell(fields, row, polje, !stored)
  const label = (polje: Head) => columnLabel(fields, polje)
  const head = {
    id,
    naziv: cellText(row.cells[fields.at.naziv ?? -1]),
    hs_code: visibleCode(cellText(cell('hs_code'))),
    jedinica_mere: unitSpelling(cellText(cell('jedinica_mere'))),
  }
  const required = (polje: Exclude<Head, 'id'>, maxCharacters: number) =>
    requiredFault(label(polje), head[polje], textFault(label(polje), head[polje], maxCharacters), stored)
  const faults = [
    required('naziv', limits.MAX_NAME_CHARACTERS),
    required('hs_code', limits.MAX_CODE_CHARACTERS),
    required('jedinica_mere', limits.MAX_CODE_CHARACTERS),
  ]
  return { head, stored, faults, label, doubt: tariffDoubt(label('hs_code'), cell('hs_code')) }
}

function readProduct(row: SheetRow, rowOfId: ReadonlyMap<string, number>, sheet: Sheet): SheetProduct | SkippedRow {
  const { head, stored, faults: said, label, doubt } = readHead(row, sheet)
  const { normativ, faults, upozorenja } = readPairs(row.cells, sheet, stored)
  if (doubt) upozorenja.unshift(doubt)
  const { id, naziv } = head
  const razlog =
    wideRowFault(sheet.fields, row, isMore) ?? reasonOf([idFault(label('id'), id, rowOfId), ...said, ...faults])
  const { red } = row
  return razlog === null ? { red, redovi: [red], ...head, normativ, upozorenja } : { red, id, naziv, razlog }
}

/** The products of a list, each with the components of its rows; a row that names none goes on with the one above. */
function readList(sheet: Sheet): ListedRows<SheetProduct> {
  const { fields, limits } = sheet
  const products = new Map<string, { rows: SheetRow[] }>()
  let above = ''
  for (const row of fields.data) {
    const own = readId(sharedCell(row, fields.at.id ?? -1))
    const id = own || above
    above = id
    const before = products.get(id)
    if (before) before.rows.push(row)
    else products.set(id, { rows: [row] })
  }
  const listed: ListedRows<SheetProduct> = { prazan: fields.data.length === 0, ispravni: [], neispravni: [] }
  for (const [id, { rows }] of products) {
    const { head, faults, normativ, upozorenja, red } = listedProduct(id, rows, sheet)
    if (normativ.length > limits.MAX_NORMATIV_ITEMS) faults.push(`Najviše ${limits.MAX_NORMATIV_ITEMS} materijala.`)
    const razlog = reasonOf(faults)
    const redovi = rows.map((row) => row.red)
    if (razlog === null) listed.ispravni.push({ red, redovi, ...head, normativ, upozorenja })
    else listed.neispravni.push({ red, redovi, id, naziv: head.naziv, razlog })
  }
  return listed
}

/** A product of a list by its rows. The first row that has a fact of the product counts. */
function listedProduct(id: string, rows: readonly SheetRow[], sheet: Sheet) {
  const [first, ...more] = rows.map((row) => readHead({ ...row, cells: withId(row, id, sheet) }, sheet)) as [
    ReturnType<typeof readHead>,
    ...ReturnType<typeof readHead>[],
  ]
  const saying = (polje: Head) => [first, ...more].find(({ head }) => head[polje] !== '') ?? first
  const head = { ...first.head }
  for (const polje of BOM_PLACES) head[polje] = saying(polje).head[polje]
  const heads = (['naziv', 'hs_code', 'jedinica_mere'] as const).map((polje, at) => saying(polje).faults[at] ?? null)
  const faults: (string | null)[] = [idFault(first.label('id'), id, new Map()), ...heads]
  const doubt = saying('hs_code').doubt
  const upozorenja: string[] = doubt ? [doubt] : []
  const normativ: SheetPair[] = []
  const rowOf = new Map<string, number>()
  for (const row of rows) {
    const item = readComponent(row, sheet)
    const earlier = rowOf.get(item.value?.materijal_id ?? '')
    faults.push(...item.faults.map((fault) => `Red ${row.red}: ${fault}`))
    if (earlier !== undefined)
      faults.push(`Red ${row.red}: materijal ${item.value?.materijal_id} se ponavlja, već je u redu ${earlier}.`)
    else if (item.value) {
      rowOf.set(item.value.materijal_id, row.red)
      normativ.push(item.value)
      upozorenja.push(...item.doubts.map((one) => `Red ${row.red}: ${one}`))
    }
  }
  return { head, faults, normativ, upozorenja, red: (rows[0] as SheetRow).red }
}

/** The cells of a row with the ID of its product, which may stand in a row above. */
const withId = ({ cells }: SheetRow, id: string, { fields }: Sheet): SheetCell[] => {
  const all = [...cells]
  if (fields.at.id !== undefined) all[fields.at.id] = id
  return all
}

/** The component that a row of a list names, with its quantity and percents. */
function readComponent(row: SheetRow, { fields, materials, notation }: Sheet) {
  const cell = (polje: string) => fieldCell(fields, row, polje)
  const wide = wideRowFault(fields, row)
  const materijal_id = readId(cell('materijal_id'))
  const kolicina = readQuantity('Količina', cell('potrebna_kolicina'), { grouped: false, notation, greater: 'veća' })
  const percentText = (polje: Percent) => {
    const text = cellText(cell(polje))
    return text === '' ? undefined : isEmptying(text) ? '0%' : signed(text)
  }
  const percents = readPercents([
    percentText('otpad_procenat') ?? (percentText('gubitak_procenat') && '0%'),
    percentText('gubitak_procenat'),
  ])
  const faults = [
    ...(materijal_id === '' ? ['Materijal: obavezno polje.'] : []),
    ...(materijal_id === '' || materials.has(materijal_id)
      ? []
      : [`materijal ${quoted(materijal_id)} ne postoji u katalogu.`]),
    ...(kolicina.fault ? [kolicina.fault] : kolicina.value ? [] : ['Količina: obavezno polje.']),
    ...(percents ? [] : [`otpad i gubitak za ${materijal_id} su procenti, zajedno manje od 100%.`]),
  ]
  const isGood = wide === null && faults.length === 0 && percents && kolicina.value
  const value = isGood ? { materijal_id, potrebna_kolicina: kolicina.value as Micro, ...percents } : null
  return { value, faults: wide ? [wide] : faults, doubts: kolicina.doubts }
}

function readPairs(cells: readonly SheetCell[], sheet: Sheet, stored: boolean) {
  const normativ: SheetPair[] = []
  const faults: string[] = []
  const upozorenja: string[] = []
  const seen = new Set<string>()
  for (const [at, cell] of cells.entries()) {
    if (!sheet.isPair(at)) continue
    const column = columnName(at)
    const pairs = pairsOf(cell)
    const percents = percentsBehind(cells, at, sheet.percents)
    if (percents.size > 0 && pairs.length !== 1) {
      faults.push(`Kolona ${column}: uz procente u kolonama pored stoji tačno jedan par materijal:količina.`)
      continue
    }
    for (const pair of pairs) {
      const item = readPair(`Kolona ${column}`, pair, percents, sheet)
      if (typeof item === 'string') faults.push(item)
      else if (seen.has(item.materijal_id)) faults.push(`Kolona ${column}: materijal ${item.materijal_id} se ponavlja.`)
      else {
        const { note, text, ...norm } = item
        const { materijal_id, potrebna_kolicina } = norm
        seen.add(materijal_id)
        normativ.push(norm)
        const number = { value: potrebna_kolicina, note }
        upozorenja.push(...numberDoubts(`Kolona ${column}: količina za ${materijal_id}`, text, number))
      }
    }
  }
  if (normativ.length === 0 && faults.length === 0 && !stored) {
    if (sheet.bezNormativa) upozorenja.push('Fajl nema komponente: proizvod ulazi bez normativa.')
    else faults.push('Od kolone E nadalje: mora postojati barem jedan par materijal:količina.')
  }
  if (normativ.length > sheet.limits.MAX_NORMATIV_ITEMS) {
    faults.push(`Od kolone E nadalje: najviše ${sheet.limits.MAX_NORMATIV_ITEMS} materijala.`)
  }
  return { normativ, faults, upozorenja }
}

/** Texts in the columns of waste and loss that follow a column of pairs; a dash is left out. */
function percentsBehind(cells: readonly SheetCell[], pair: number, columns: Sheet['percents']): Map<Percent, string> {
  const found = new Map<Percent, string>()
  for (let at = pair + 1; columns.has(at); at++) {
    const text = cellText(cells[at])
    if (text !== '') found.set(columns.get(at) as Percent, isEmptying(text) ? '0' : text)
  }
  return found
}
