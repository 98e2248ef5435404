import { isWaste } from './bom.ts'
import { numberDoubts } from './cell.ts'
import { type Micro, microText, NO_QUANTITY, parseSerbian } from './decimal.ts'
import { visibleCode } from './one-form.ts'
import {
  cellText,
  columnName,
  type EntryLimits,
  headerFault,
  headerText,
  idFault,
  isBlankRow,
  isEmptying,
  type ListedRows,
  quoted,
  readId,
  readListed,
  reasonOf,
  requiredFault,
  type SheetCell,
  type SheetRow,
  type SkippedRow,
  sharedCell,
  tariffDoubt,
  textFault,
  upperCode,
} from './sheet.ts'
import { type Notation, type NumberNote, notationOf, numberFault, readNumber } from './sheet-number.ts'

export type SheetNormativItem = {
  materijal_id: string
  potrebna_kolicina: Micro
  otpad_procenat: Micro
  gubitak_procenat: Micro
}
/** What a pair says; null is a percent of which it says nothing. */
export type SheetPair = Pick<SheetNormativItem, 'materijal_id' | 'potrebna_kolicina'> & {
  otpad_procenat: Micro | null
  gubitak_procenat: Micro | null
}
/** A field of which a row says nothing is '', a normativ of none []; only rows of known products have such. */
export type SheetProduct = {
  red: number
  id: string
  naziv: string
  hs_code: string
  jedinica_mere: string
  normativ: SheetPair[]
  /** Assumptions, each a sentence that names its column. */
  upozorenja: string[]
}
export type BomSheet = ListedRows<SheetProduct>

const FIRST_PAIR_COLUMN = 4
const COLUMNS = [
  { name: 'ID proizvoda', heading: /^(id|sifra|oznaka|kod|code|proizvod|product)(_|$)/ },
  { name: 'Naziv', heading: /(^|_)(naziv|name|opis|description)(_|$)/ },
  { name: 'HS kod', heading: /tarif|^hs(_|$)/ },
  { name: 'Jedinica mere', heading: /^(jedinica|jm|jed|mera|unit|uom)(_|$)/ },
]

/** What is known of a whole sheet before its rows are read; `percents` are the columns headed by waste or loss. */
type Sheet = {
  readonly materials: ReadonlySet<string>
  readonly notation: Notation
  readonly percents: ReadonlyMap<number, Percent>
  readonly limits: EntryLimits
  readonly known: ReadonlySet<string>
}
type Percent = 'otpad_procenat' | 'gubitak_procenat'

/**
 * Reads the IFS bill of materials: columns A–D hold product ID, name, HS code and unit, from E on each cell holds pairs
 * like `MAT01:2.5` or `MAT01:2,5` (spec §5, decisions §5), several of them apart by `;` or a line break. Behind the
 * quantity may stand the percent of waste and that of loss: `MAT01:2,5+4%+1%`; or they stand behind the pair in columns
 * headed 'Otpad %' and 'Gubitak %'. `materials` are the IDs of the catalogue. One bad pair makes its product bad: half a
 * bill would discharge too little. What is blank or has no column stays as it is of a product whose ID is `known`; of a
 * new one it is in error.
 */
export function readBomSheet(
  rows: readonly SheetRow[],
  materials: ReadonlySet<string>,
  limits: EntryLimits,
  known: ReadonlySet<string> = new Set(),
): BomSheet {
  const percents = percentColumns(rows.find((row) => !isBlankRow(row)))
  // The amounts of all pairs are one column: a program writes them all alike.
  const pairs = rows.flatMap(({ cells }) =>
    cells.flatMap((cell, at) => (isPairColumn(at, percents) ? pairsOf(cell) : [])),
  )
  const notation = notationOf(pairs.map((pair) => amountsOf(pair.slice(pair.indexOf(':') + 1))[0] ?? ''))
  const sheet = { materials, notation, percents, limits, known }
  return readListed(rows, COLUMNS, (row, rowOfId) => readProduct(row, rowOfId, sheet))
}

const isPairColumn = (at: number, percents: Sheet['percents']) => at >= FIRST_PAIR_COLUMN && !percents.has(at)

/** Which columns the header gives to waste and to loss. No pair looks like these headings. */
function percentColumns(header: SheetRow | undefined): Map<number, Percent> {
  const found = new Map<number, Percent>()
  for (const [at, cell] of (header?.cells ?? []).entries()) {
    const [, waste] = /^(?:(otpad|waste|scrap)|gubitak|loss)(?:_procenat|_percent)?$/.exec(headerText(cell)) ?? [
      null,
      null,
    ]
    if (at >= FIRST_PAIR_COLUMN && waste !== null) found.set(at, waste ? 'otpad_procenat' : 'gubitak_procenat')
  }
  return found
}

/** A norm as a pair that `readBomSheet` reads as the same. */
export function pairText({
  materijal_id,
  potrebna_kolicina,
  otpad_procenat,
  gubitak_procenat,
}: SheetNormativItem): string {
  const percents =
    gubitak_procenat > 0 ? [otpad_procenat, gubitak_procenat] : otpad_procenat > 0 ? [otpad_procenat] : []
  return [
    `${materijal_id}:${microText(potrebna_kolicina)}`,
    ...percents.map((percent) => `${microText(percent)}%`),
  ].join('+')
}

/** Why a sheet cannot be read as one of products by its header, or null. */
export const bomHeaderFault = (rows: readonly SheetRow[]): string | null => headerFault(rows, COLUMNS)

function readProduct(row: SheetRow, rowOfId: ReadonlyMap<string, number>, sheet: Sheet): SheetProduct | SkippedRow {
  const { red, cells } = row
  const id = readId(cells[0])
  const naziv = cellText(cells[1])
  const hsCell = sharedCell(row, 2)
  const hs_code = visibleCode(cellText(hsCell))
  const jedinica_mere = cellText(sharedCell(row, 3))
  const { limits } = sheet
  const stored = sheet.known.has(id)
  const { normativ, faults, upozorenja } = readPairs(cells, sheet, stored)
  const required = (label: string, text: string, maxCharacters: number) =>
    requiredFault(label, text, textFault(label, text, maxCharacters), stored)
  const doubt = tariffDoubt('Kolona C (HS kod)', hsCell)
  if (doubt) upozorenja.unshift(doubt)
  const razlog = reasonOf([
    idFault('Kolona A (ID proizvoda)', id, rowOfId),
    required('Kolona B (Naziv)', naziv, limits.MAX_NAME_CHARACTERS),
    required('Kolona C (HS kod)', hs_code, limits.MAX_CODE_CHARACTERS),
    required('Kolona D (Jedinica mere)', jedinica_mere, limits.MAX_CODE_CHARACTERS),
    ...faults,
  ])
  return razlog === null ? { red, id, naziv, hs_code, jedinica_mere, normativ, upozorenja } : { red, id, naziv, razlog }
}

function readPairs(cells: readonly SheetCell[], sheet: Sheet, stored: boolean) {
  const normativ: SheetPair[] = []
  const faults: string[] = []
  const upozorenja: string[] = []
  const seen = new Set<string>()
  for (const [at, cell] of cells.entries()) {
    if (!isPairColumn(at, sheet.percents)) continue
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
    faults.push('Od kolone E nadalje: mora postojati barem jedan par materijal:količina.')
  }
  if (normativ.length > sheet.limits.MAX_NORMATIV_ITEMS) {
    faults.push(`Od kolone E nadalje: najviše ${sheet.limits.MAX_NORMATIV_ITEMS} materijala.`)
  }
  return { normativ, faults, upozorenja }
}

/** What stands in the columns of waste and loss that follow a column of pairs, as texts; a dash is none of it. */
function percentsBehind(cells: readonly SheetCell[], pair: number, columns: Sheet['percents']): Map<Percent, string> {
  const found = new Map<Percent, string>()
  for (let at = pair + 1; columns.has(at); at++) {
    const text = cellText(cells[at])
    if (text !== '') found.set(columns.get(at) as Percent, isEmptying(text) ? '0' : text)
  }
  return found
}

/** No cell of Excel holds more; a longer text is no list of pairs, and the sentence about it says so. */
const MAX_CELL_CHARACTERS = 32_767

/** The pairs of one cell; the line breaks count, so the text is split before it is made one line. */
const pairsOf = (cell: SheetCell): string[] =>
  (typeof cell === 'string' && cell.length <= MAX_CELL_CHARACTERS ? cell.split(/[;\r\n]/) : [cell])
    .map(cellText)
    .filter((text) => text !== '')

/** A pair, or the sentence that says what is wrong with it. */
function readPair(
  label: string,
  pair: string,
  beside: ReadonlyMap<Percent, string>,
  { materials, notation }: Sheet,
): (SheetPair & { note: NumberNote; text: string }) | string {
  const [, code = '', amount = ''] = /^([^:]*):([^:]*)$/.exec(pair) ?? []
  const materijal_id = upperCode(code.trim())
  if (materijal_id === '' || amount.trim() === '') {
    return `${label}: ${quoted(pair)} nije par materijal:količina (npr. MAT01:2,5).`
  }
  if (!materials.has(materijal_id)) return `${label}: materijal ${quoted(materijal_id)} ne postoji u katalogu.`
  const [kolicina = '', ...percents] = amountsOf(amount)
  const reading = readNumber(kolicina, { grouped: false, notation })
  const { kind } = reading
  if (kind !== 'number') return numberFault(`${label}: količina za ${materijal_id}`, kind, quoted(kolicina.trim()))
  const waste =
    beside.size === 0
      ? readPercents(percents)
      : percents.length === 0
        ? readPercents((['otpad_procenat', 'gubitak_procenat'] as const).map((name) => signed(beside.get(name))))
        : null
  if (!waste)
    return `${label}: otpad i gubitak za ${materijal_id} se pišu kao 2,5+4% ili 2,5+4%+1%, zajedno manje od 100%.`
  return { materijal_id, potrebna_kolicina: reading.value, ...waste, note: reading.note, text: kolicina.trim() }
}

/** A quantity and the percents behind it; the plus of `1E+3` is the number's own. */
const amountsOf = (text: string): string[] => text.split(/(?<!e)\+/i)

/** A percent of a column of percents, in which nobody has to write the sign. */
const signed = (text: string | undefined) => (text === undefined || text.endsWith('%') ? text : `${text}%`)

/**
 * What share of the quantity is waste, and what share loss; null where nothing is said of one. Null instead of both where
 * they are no percents, or too much together.
 */
function readPercents(
  texts: readonly (string | undefined)[],
): Pick<SheetPair, 'otpad_procenat' | 'gubitak_procenat'> | null {
  const read = texts.map((text) => {
    const bare = text?.trim()
    if (bare === undefined) return undefined
    return bare.endsWith('%') ? parseSerbian(bare.slice(0, -1).trim(), { grouped: false }) : null
  })
  const [otpad, gubitak, ...more] = read
  if (otpad === null || gubitak === null || more.length > 0) return null
  const isGood = isWaste({ otpad_procenat: otpad ?? NO_QUANTITY, gubitak_procenat: gubitak ?? NO_QUANTITY })
  return isGood ? { otpad_procenat: otpad ?? null, gubitak_procenat: gubitak ?? null } : null
}
