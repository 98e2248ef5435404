import { parseTypedDate, yearOf } from './calendar-date.ts'
import { divideHalfUp, microToNumber, NO_QUANTITY } from './decimal.ts'
import { codeKey, visibleCode } from './one-form.ts'
import {
  cellText,
  codeDoubt,
  headerText,
  isBlankRow,
  NO_RESULT,
  quoted,
  readId,
  type SheetCell,
  type SheetRow,
  sharedCell,
  splitHeader,
  tariffText,
  textFault,
} from './sheet.ts'
import { type CatalogueMaterial, findMaterial, lookupOf, type MaterialLookup } from './sheet-catalogue.ts'
import { type Notation, notationOf, numberFault, readNumber } from './sheet-number.ts'
import { numberItems } from './sheet-ordinals.ts'

/** A column by the name of the API, with the kind of its field (contract/form-fields.ts) and other words for it. */
export type DocumentColumn = {
  readonly name: string
  readonly kind: string
  readonly label: string
  readonly headings: readonly string[]
  readonly choices: readonly string[]
  readonly optional: boolean
  readonly maxCharacters: number
}

/** What a sheet of documents may say. `catalogue`: what a line of a material takes over; null for products. */
export type DocumentColumns = {
  /** Columns of the document; `broj` is the one of its number. */
  readonly head: readonly DocumentColumn[]
  readonly line: readonly DocumentColumn[]
  readonly broj: string
  readonly catalogue: readonly CatalogueMaterial[] | null
  readonly maxOrdinal: number
}

/** Values as the API takes them in JSON, by the names of its fields. */
export type SheetFields = Readonly<Record<string, string | number | boolean | null>>
export type SheetLine = { red: number; broj_fakture: string; redni_broj: number; fields: SheetFields }
/** A document with its lines in the order of the rows; `greske` says why it cannot be taken, row by row. */
export type SheetDocument = {
  red: number
  broj: string
  datum: string | null
  fields: SheetFields
  stavke: SheetLine[]
  greske: string[]
  upozorenja: string[]
}
/** `kolone` are the names of the columns that are there, `nepoznate` the headings of those that are not read. */
export type DocumentSheet = {
  prazan: boolean
  fault: string | null
  dokumenti: SheetDocument[]
  preskoceni: { red: number; broj: string; razlog: string }[]
  kolone: string[]
  nepoznate: string[]
}

/** What every line has beside its fields. `materijal_naziv` is read where an ID is not in the catalogue. */
const INVOICE = {
  ...{ name: 'broj_fakture', kind: 'code', label: 'Broj fakture', headings: ['faktura'] },
  ...{ choices: [], optional: true, maxCharacters: 50 },
} satisfies DocumentColumn
const GOODS_NAMES = {
  materijal_naziv: ['materijal_naziv', 'naziv_materijala', 'naziv'],
  proizvod_naziv: ['proizvod_naziv', 'naziv_proizvoda', 'naziv'],
} as const

/** Titles may stand above the header. */
const HEADER_WITHIN_ROWS = 10
const NO_HEADER = 'U fajlu nema reda sa nazivima kolona. Nazivi kolona su u šablonu.'

type Group = {
  red: number
  broj: string
  datum: string | null
  fields: Record<string, string | number | boolean | null>
  said: Map<string, { red: number; text: string }>
  lines: (Omit<SheetLine, 'redni_broj'> & { redniBrojCell: SheetCell; upozorenja: string[] })[]
  greske: string[]
  upozorenja: string[]
}

type Columns = Readonly<Record<string, number>>

/**
 * Reads documents of which each row is a line. Rows of one number and year are one document, as are those below a row
 * that say neither number nor day; of what a document says once the first row is enough, and rows that say different
 * things of it are a fault. Every row that is not empty is in a document or among those left out.
 */
export function readDocumentSheet(rows: readonly SheetRow[], known: DocumentColumns): DocumentSheet {
  const columnsIn = (row: SheetRow) => columnsOf(row, known)
  const count = (row: SheetRow) => Object.keys(columnsIn(row)).length
  const first = rows.filter((row) => !isBlankRow(row)).slice(0, HEADER_WITHIN_ROWS)
  const most = Math.max(2, ...first.map(count))
  const { header, data } = splitHeader(rows, (row) => count(row) === most, HEADER_WITHIN_ROWS)
  const none = { dokumenti: [], preskoceni: [], kolone: [], nepoznate: [] }
  if (!header) return { prazan: data.length === 0, fault: data.length === 0 ? null : NO_HEADER, ...none }
  const at = columnsIn(header)
  const missing = known.head.filter(({ name }) => (name === known.broj || name === 'datum') && !(name in at))
  const fault = missing.map(({ label }) => `U fajlu nema kolone ${quoted(label)}.`).join(' ') || null
  if (fault || data.length === 0) return { prazan: data.length === 0, fault, ...none }
  const { groups, preskoceni } = grouped(data, at, known)
  const nepoznate = header.cells
    .map((cell, index) => (Object.values(at).includes(index) ? '' : cellText(cell)))
    .filter((heading) => heading !== '')
  return { prazan: false, fault, dokumenti: groups.map(numbered), preskoceni, kolone: Object.keys(at), nepoznate }

  function numbered({ said: _, lines, ...group }: Group): SheetDocument {
    const invoices = Map.groupBy(lines, ({ broj_fakture }) => codeKey(broj_fakture))
    const numbers = new Map<number, number>()
    const upozorenja = [...group.upozorenja]
    for (const items of invoices.values())
      for (const item of numberItems(items, known.maxOrdinal)) {
        numbers.set(item.red, item.redni_broj)
        upozorenja.push(...item.upozorenja.map((text) => `Red ${item.red}: ${text}`))
      }
    const stavke = lines.map(({ red, broj_fakture, fields }) => {
      return { red, broj_fakture, redni_broj: numbers.get(red) as number, fields }
    })
    return { ...group, upozorenja, stavke }
  }
}

/** Which column stands where; of two columns with one heading the first counts. */
function columnsOf(row: SheetRow, { head, line, catalogue }: DocumentColumns): Columns {
  const columns: Record<string, number> = {}
  const [name, names] = Object.entries(GOODS_NAMES)[catalogue ? 0 : 1] as [string, readonly string[]]
  const all = [...head, ...line, INVOICE]
  for (const [index, cell] of row.cells.entries()) {
    const heading = headerText(cell)
    if (heading === '') continue
    const found =
      all.find((column) => column.name === heading) ??
      all.find((column) => headerText(column.label) === heading || column.headings.includes(heading))
    const known = found?.name ?? (names.includes(heading) ? name : undefined)
    if (known) columns[known] ??= index
  }
  return columns
}

function grouped(data: readonly SheetRow[], at: Columns, known: DocumentColumns) {
  const reader = readerOf(data, at, known)
  const groups = new Map<string, Group>()
  const latest = new Map<string, Group>()
  const preskoceni: DocumentSheet['preskoceni'] = []
  let above: Group | null = null
  for (const row of data) {
    const broj = visibleCode(cellText(sharedCell(row, at[known.broj] as number)))
    const day = cellText(sharedCell(row, at.datum as number))
    const datum = day === '' ? null : parseTypedDate(day)
    let group: Group | null = broj === '' && day === '' ? above : null
    if (broj !== '') {
      const number = codeKey(broj)
      const key = `${number}\n${datum ? yearOf(datum) : day}`
      group = (day === '' ? latest.get(number) : undefined) ?? groups.get(key) ?? null
      if (!group) {
        group = { red: row.red, broj, datum, fields: {}, said: new Map(), lines: [], greske: [], upozorenja: [] }
        groups.set(key, group)
      }
      latest.set(number, group)
    }
    if (!group) {
      const label = known.head.find(({ name }) => name === known.broj)?.label ?? ''
      preskoceni.push({ red: row.red, broj, razlog: `Red ${row.red}: ${label}: obavezno polje.` })
      above = null
      continue
    }
    above = group
    readHead(group, row, at, known, reader)
    readLine(group, row, at, known, reader)
  }
  return { groups: [...groups.values()], preskoceni }
}

type Read = { value: string | number | boolean | null; fault: string | null }
type Reader = {
  readonly cell: (column: DocumentColumn, cell: SheetCell) => Read
  readonly lookup: MaterialLookup | null
}

/** What the rows of a document say of it; each of them may say it, none has to but one. */
function readHead(group: Group, row: SheetRow, at: Columns, { head }: DocumentColumns, reader: Reader) {
  for (const column of head) {
    const index = at[column.name]
    if (index === undefined) continue
    const cell = sharedCell(row, index)
    const text = cellText(cell)
    if (text === '') continue
    const { value, fault } = reader.cell(column, cell)
    const key = codeKey(String(value ?? text))
    const before = group.said.get(column.name)
    if (before === undefined) {
      group.said.set(column.name, { red: row.red, text: key })
      group.fields[column.name] = value
      if (fault) group.greske.push(`Red ${row.red}: ${fault}`)
      const doubt = column.kind === 'code' ? codeDoubt(column.label, cell) : null
      if (doubt) group.upozorenja.push(`Red ${row.red}: ${doubt}`)
    } else if (before.text !== key)
      group.greske.push(`Red ${row.red}: ${column.label} je ${quoted(text)}, a u redu ${before.red} piše drugačije.`)
  }
}

function readLine(group: Group, row: SheetRow, at: Columns, { line, catalogue }: DocumentColumns, reader: Reader) {
  const { red, cells } = row
  const fields: Record<string, string | number | boolean | null> = {}
  const say = (text: string | null) => text && group.greske.push(`Red ${red}: ${text}`)
  const cellAt = (name: string) => cells[at[name] ?? -1] ?? null
  for (const column of line) {
    if (column.kind === 'ordinal' || !(column.name in at)) continue
    if (column.kind === 'goods' && catalogue) continue
    const { value, fault } = reader.cell(column, cellAt(column.name))
    say(fault)
    if (!fault) fields[column.name] = value
  }
  if (reader.lookup) {
    const shared = (name: string) => sharedCell(row, at[name] ?? -1)
    const { material, remark } = findMaterial(shared('materijal_id'), shared('materijal_naziv'), reader.lookup)
    if (!material) say(remark)
    else {
      if (remark) group.upozorenja.push(`Red ${red}: ${remark}`)
      fields.materijal_id = material.id
      if (!fields.tarifni_broj) fields.tarifni_broj = material.tarifni_broj
      if (!fields.zemlja_porekla) fields.zemlja_porekla = material.zemlja_porekla
    }
  }
  const invoice = visibleCode(cellText(sharedCell(row, at.broj_fakture ?? -1)))
  const tooLong = invoice === '' ? null : textFault(INVOICE.label, invoice, INVOICE.maxCharacters)
  say(tooLong)
  const doubt = codeDoubt(INVOICE.label, cellAt('broj_fakture'))
  if (doubt) group.upozorenja.push(`Red ${red}: ${doubt}`)
  const broj_fakture = invoice || (group.lines.at(-1)?.broj_fakture ?? '')
  group.lines.push({ red, broj_fakture, fields, redniBrojCell: cellAt('redni_broj'), upozorenja: [] })
}

const NUMBERS = ['number', 'price', 'percent', 'amount']
const MICRO_PER_PARA = 10_000n

/** How the cells of these rows are read, each column in one notation. */
function readerOf(data: readonly SheetRow[], at: Columns, { line, catalogue }: DocumentColumns): Reader {
  const notations = new Map<string, Notation>()
  for (const { name, kind } of line)
    if (NUMBERS.includes(kind) && name in at)
      notations.set(name, notationOf(data.map(({ cells }) => cells[at[name] as number])))
  return {
    lookup: catalogue && lookupOf(catalogue),
    cell: (column, cell) => readCell(column, cell, notations.get(column.name) ?? 'serbian'),
  }
}

/** A cell as the API takes its field. What the contract checks of a text is left to it. */
function readCell(column: DocumentColumn, cell: SheetCell, notation: Notation): Read {
  const { kind, label, name, choices, maxCharacters } = column
  const text = cellText(cell)
  const said = (value: Read['value']) => ({ value, fault: null })
  if (NUMBERS.includes(kind)) return readQuantity(column, cell, notation)
  if (text === '') return said(kind === 'flag' ? false : null)
  const wrong = text === NO_RESULT ? textFault(label, text, maxCharacters) : null
  if (wrong) return { value: null, fault: wrong }
  switch (kind) {
    case 'day': {
      const value = parseTypedDate(text)
      return { value, fault: value === null ? `${label}: ${quoted(text)} nije datum.` : null }
    }
    case 'flag': {
      const answer = headerText(cell)
      const isYes = ['da', 'true', '1'].includes(answer)
      const isNo = ['ne', 'false', '0'].includes(answer)
      return { value: isYes, fault: isYes || isNo ? null : `${label}: ${quoted(text)} nije DA ni NE.` }
    }
    case 'choice':
      return said(choices.find((choice) => headerText(choice) === headerText(cell)) ?? text)
    case 'goods':
      return said(readId(cell))
    case 'code':
      return said(name === 'tarifni_broj' ? tariffText(cell) : visibleCode(text))
    default:
      return said(text)
  }
}

function readQuantity({ kind, label, optional }: DocumentColumn, cell: SheetCell, notation: Notation): Read {
  const text = cellText(cell)
  if (optional && text === '') return { value: null, fault: null }
  // A rate of nothing is one, where a quantity of nothing is none.
  if (optional && /^0+([.,]0+)?$/.test(text)) return { value: NO_QUANTITY, fault: null }
  const read = readNumber(cell, { grouped: true, notation })
  if (read.kind !== 'number') return { value: null, fault: numberFault(label, read.kind, quoted(text)) }
  if (kind !== 'amount') return { value: microToNumber(read.value), fault: null }
  return { value: Number(divideHalfUp(BigInt(read.value), MICRO_PER_PARA)) / 100, fault: null }
}
