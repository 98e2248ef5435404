import { type CalendarDate, parseTypedDate, yearOf } from './calendar-date.ts'
import {
  type CellField,
  type CellRead,
  convertedFrom,
  NUMBER_KINDS,
  readCode,
  readField,
  readUnit,
  UNIT_HEADING,
} from './cell.ts'
import { type Micro, microFromNumber, microToNumber, type Para, paraToNumber } from './decimal.ts'
import { codeKey, visibleCode } from './one-form.ts'
import {
  cellText,
  doubledFault,
  headerText,
  isBlankRow,
  quoted,
  type SheetCell,
  type SheetRow,
  sharedCell,
  splitHeader,
  wideFault,
} from './sheet.ts'
import { type CatalogueMaterial, findMaterial, lookupOf } from './sheet-catalogue.ts'
import { type Notation, notationOf } from './sheet-number.ts'
import { type Claim, claimsOf } from './sheet-ordinals.ts'

/** A column of a document with other words for it, as `headerText` makes them. */
export type DocumentColumn = CellField & { readonly headings: readonly string[] }

/** What a sheet of documents may say. `catalogue`: what a line of a material takes over; null for products. */
export type DocumentColumns = {
  /** Columns of the document; `broj` is the one of its number. */
  readonly head: readonly DocumentColumn[]
  readonly line: readonly DocumentColumn[]
  readonly broj: string
  readonly catalogue: readonly CatalogueMaterial[] | null
  /** In which unit each material or product is kept, by its ID. */
  readonly jedinice: readonly (readonly [string, string])[]
  readonly maxOrdinal: number
}

type Value = string | number | boolean | null
/**
 * Values as the API takes them in JSON, by the names of its fields: none of an empty cell, null where a dash empties the
 * field.
 */
export type SheetFields = Readonly<Record<string, Value>>
/**
 * `iz_kataloga`: what a new line takes over of its material. `jm`: the unit of its quantities where the row does not say
 * of what they are; where it does, its fields are in the unit of these goods already.
 */
export type SheetLine = Claim & {
  red: number
  broj_fakture: string
  fields: SheetFields
  iz_kataloga: SheetFields
  jm: string
}
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
/** The unit in which its quantities are, where they are not in that of the goods. */
const UNIT = { name: 'jedinica_mere', label: 'JM' }
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
  fields: Record<string, Value>
  said: Map<string, { red: number; text: string }>
  lines: (Omit<SheetLine, keyof Claim> & { redniBrojCell: SheetCell })[]
  greske: string[]
  upozorenja: string[]
}

type Columns = Readonly<Record<string, number>>

/**
 * Reads documents of which each row is a line. Rows of one number and year are one document, as are those below a row
 * that say neither number nor day; of what a document says once the first row is enough, and rows that say different
 * things of it are a fault. Every row that is not empty, but titles above the header, is in a document or
 * among those left out.
 */
export function readDocumentSheet(
  rows: readonly SheetRow[],
  known: DocumentColumns,
  today: CalendarDate,
): DocumentSheet {
  const columnsIn = (row: SheetRow) => columnsOf(row, known)
  const count = (row: SheetRow) => Object.keys(columnsIn(row)).length
  const first = rows.filter((row) => !isBlankRow(row)).slice(0, HEADER_WITHIN_ROWS)
  const most = Math.max(2, ...first.map(count))
  const { header, data: below } = splitHeader(rows, (row) => count(row) === most, HEADER_WITHIN_ROWS)
  const data = below.filter((row) => !header || row.red > header.red || !isTitle(row))
  const none = { dokumenti: [], preskoceni: [], kolone: [], nepoznate: [] }
  if (!header) return { prazan: data.length === 0, fault: data.length === 0 ? null : NO_HEADER, ...none }
  const at = columnsIn(header)
  const missing = known.head.filter(({ name }) => (name === known.broj || name === 'datum') && !(name in at))
  const isRead = (heading: string) => Object.keys(columnsOf({ red: 0, cells: [heading] }, known)).length > 0
  const fault =
    missing.map(({ label }) => `U fajlu nema kolone ${quoted(label)}.`).join(' ') || doubledFault(header, data, isRead)
  if (fault || data.length === 0) return { prazan: data.length === 0, fault, ...none }
  const { groups, preskoceni } = grouped(data, at, known, readerOf(data, at, known, today), header.cells.length)
  const nepoznate = header.cells
    .map((cell, index) => (Object.values(at).includes(index) ? '' : cellText(cell)))
    .filter((heading) => heading !== '')
  return { prazan: false, fault, dokumenti: groups.map(numbered), preskoceni, kolone: Object.keys(at), nepoznate }

  function numbered({ said: _, lines, ...group }: Group): SheetDocument {
    const claims = new Map<number, Claim>()
    for (const items of Map.groupBy(lines, ({ broj_fakture }) => codeKey(broj_fakture)).values()) {
      const cells = items.map(({ redniBrojCell }) => redniBrojCell)
      for (const [at, claim] of claimsOf(cells, known.maxOrdinal).entries()) claims.set(items[at]?.red ?? 0, claim)
    }
    const stavke = lines.map(({ redniBrojCell: _, ...line }) => ({ ...line, ...(claims.get(line.red) as Claim) }))
    return { ...group, stavke }
  }
}

/** A sentence in a cell of its own, as it stands above a header. */
const isTitle = ({ cells }: SheetRow) => cells.filter((cell) => cellText(cell) !== '').length === 1

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
    const other = names.includes(heading) ? name : UNIT_HEADING.test(heading) ? UNIT.name : undefined
    const known = found?.name ?? other
    if (known) columns[known] ??= index
  }
  return columns
}

function grouped(data: readonly SheetRow[], at: Columns, known: DocumentColumns, reader: Reader, width: number) {
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
    const wide = wideFault(row, width)
    if (wide) {
      group.greske.push(`Red ${row.red}: ${wide}`)
      continue
    }
    readHead(group, row, at, known, reader)
    readLine(group, row, at, known, reader)
  }
  return { groups: [...groups.values()], preskoceni }
}

/** What the rows of a document say of it; each of them may say it, none has to but one. */
function readHead(group: Group, row: SheetRow, at: Columns, { head }: DocumentColumns, reader: Reader) {
  for (const column of head) {
    const cell = sharedCell(row, at[column.name] ?? -1)
    const { value, fault, doubts } = reader.cell(column, cell)
    if (value === undefined && fault === null) continue
    const text = cellText(cell)
    const key = codeKey(String(value ?? text))
    const before = group.said.get(column.name)
    if (before === undefined) {
      group.said.set(column.name, { red: row.red, text: key })
      group.fields[column.name] = value ?? null
      if (fault) group.greske.push(`Red ${row.red}: ${fault}`)
      group.upozorenja.push(...doubts.map((doubt) => `Red ${row.red}: ${doubt}`))
    } else if (before.text !== key)
      group.greske.push(`Red ${row.red}: ${column.label} je ${quoted(text)}, a u redu ${before.red} piše drugačije.`)
  }
}

function readLine(group: Group, row: SheetRow, at: Columns, { line, catalogue }: DocumentColumns, reader: Reader) {
  const { red, cells } = row
  const fields: Record<string, Value> = {}
  let iz_kataloga: SheetFields = {}
  const faults: (string | null)[] = []
  const doubts: (string | null)[] = []
  const cellAt = (name: string) => cells[at[name] ?? -1] ?? null
  const shared = (name: string) => sharedCell(row, at[name] ?? -1)
  const take = <T>(read: CellRead<T>): T | null | undefined => {
    faults.push(read.fault)
    doubts.push(...read.doubts)
    return read.value
  }
  const read = line.filter(({ kind }) => kind !== 'ordinal' && !(kind === 'goods' && catalogue))
  for (const column of read) {
    const value = take(reader.cell(column, cellAt(column.name)))
    if (value !== undefined) fields[column.name] = value
  }
  if (reader.lookup && cellText(shared('materijal_id')) !== '') {
    const { material, remark } = findMaterial(shared('materijal_id'), shared('materijal_naziv'), reader.lookup)
    if (!material) faults.push(remark)
    else {
      doubts.push(remark)
      fields.materijal_id = material.id
      iz_kataloga = { tarifni_broj: material.tarifni_broj, zemlja_porekla: material.zemlja_porekla }
    }
  }
  for (const { name, kind } of read) if (name in fields) fields[name] = inJson(kind, fields[name] as Value)
  const id = String(fields.materijal_id ?? fields.proizvod_id ?? '')
  const unit = reader.units.get(id)
  if (unit) Object.assign(fields, take(inUnitOf({ id, unit }, line, fields, shared(UNIT.name))))
  const invoice = take(readCode(INVOICE.label, shared('broj_fakture'), INVOICE.maxCharacters))
  const said = (texts: readonly (string | null)[]) => texts.flatMap((text) => (text ? [`Red ${red}: ${text}`] : []))
  group.greske.push(...said(faults))
  group.upozorenja.push(...said(doubts))
  const broj_fakture = invoice || (group.lines.at(-1)?.broj_fakture ?? '')
  const jm = id === '' ? cellText(shared(UNIT.name)) : ''
  group.lines.push({ red, broj_fakture, fields, iz_kataloga, jm, redniBrojCell: cellAt('redni_broj') })
}

/** The quantities and prices among the fields of a line in the `unit` in which its goods are kept; `cell` has theirs. */
export function inUnitOf(
  { id, unit }: { readonly id: string; readonly unit: string },
  line: readonly Pick<DocumentColumn, 'name' | 'kind' | 'label'>[],
  fields: SheetFields,
  cell: SheetCell,
): CellRead<SheetFields> {
  const { value: conversion, fault } = readUnit(UNIT.label, cell, id, unit)
  if (!conversion) return { value: undefined, fault, doubts: [] }
  const read = line.flatMap(({ name, kind, label }) => {
    const value = fields[name]
    if ((kind !== 'number' && kind !== 'price') || typeof value !== 'number' || value === 0) return []
    return [{ name, ...convertedFrom(label, microFromNumber(value) as Micro, conversion, kind === 'price') }]
  })
  return {
    value: Object.fromEntries(read.map(({ name, value }) => [name, value ? microToNumber(value) : null])),
    fault: read.flatMap((one) => one.fault ?? []).join(' ') || null,
    doubts: read.flatMap(({ doubts }) => doubts),
  }
}

/** How the cells of these rows are read, each column in one notation. */
function readerOf(data: readonly SheetRow[], at: Columns, known: DocumentColumns, today: CalendarDate) {
  const { line, catalogue, jedinice } = known
  const notations = new Map<string, Notation>()
  for (const { name, kind } of line)
    if (NUMBER_KINDS.includes(kind) && name in at)
      notations.set(name, notationOf(data.map(({ cells }) => cells[at[name] as number])))
  return {
    lookup: catalogue && lookupOf(catalogue),
    units: new Map(jedinice),
    cell: (column: DocumentColumn, cell: SheetCell) =>
      readField(column, cell, notations.get(column.name) ?? 'serbian', today),
  }
}
type Reader = ReturnType<typeof readerOf>

/** As the API takes a number in JSON. */
const inJson = (kind: string, value: Value): Value =>
  typeof value !== 'number' ? value : kind === 'amount' ? paraToNumber(value as Para) : microToNumber(value as Micro)
