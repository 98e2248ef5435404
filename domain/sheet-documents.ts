import { type CalendarDate, parseTypedDate, yearOf } from './calendar-date.ts'
import { type CellField, type CellRead, convertedFrom, NUMBER_KINDS, readCode, readField, readUnit } from './cell.ts'
import { type Micro, microFromNumber, microToNumber, type Para, paraToNumber } from './decimal.ts'
import { codeKey, visibleCode } from './one-form.ts'
import { cellText, quoted, type SheetCell, type SheetRow } from './sheet.ts'
import { type CatalogueMaterial, findMaterial, lookupOf } from './sheet-catalogue.ts'
import { type FieldSheet, fieldCell, saysOf, wideRowFault } from './sheet-fields.ts'
import { type Notation, notationOf } from './sheet-number.ts'
import { type Claim, claimsOf } from './sheet-ordinals.ts'

/** A column of a document with other words for it, as `headerText` makes them. */
export type DocumentColumn = CellField & { readonly headings: readonly string[] }

/** The columns of a sheet of documents. `catalogue`: what a line of a material takes over; null for products. */
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
/** Values as JSON of the API, by field: none for an empty cell, null where a dash empties the field. */
export type SheetFields = Readonly<Record<string, Value>>
/**
 * `iz_kataloga`: the facts that a new line copies from its material. `jm`: the unit of its quantities where the row
 * names no goods; where it does, its fields are already in the unit of these goods.
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
/**
 * `kolone` are the names of the columns that are there, `zadato` the values for new documents that have none of their
 * own, `nedostaje` the required fields without any value.
 */
export type DocumentSheet = {
  prazan: boolean
  fault: string | null
  dokumenti: SheetDocument[]
  preskoceni: { red: number; broj: string; razlog: string }[]
  kolone: string[]
  zadato: SheetFields
  nedostaje: string[]
}

/** Every line belongs to an invoice. */
const INVOICE_LABEL = 'Broj fakture'
const MAX_INVOICE_CHARACTERS = 50
/** The column for the unit of the quantities, where it is not that of the goods. */
const UNIT = { name: 'jedinica_mere', label: 'JM' }
type Group = {
  red: number
  broj: string
  datum: string | null
  fields: Record<string, Value>
  said: Map<string, { red: number; text: string; cell: SheetCell }>
  lines: (Omit<SheetLine, keyof Claim> & { redniBrojCell: SheetCell })[]
  greske: string[]
  upozorenja: string[]
}

/**
 * Reads documents with a row per line. Rows of one number and year are one document, and so are the rows below that
 * have neither number nor day. A fact of the document is needed only in its first row; rows with different values for
 * it are a fault. Every row below the heading is in a document or among those left out.
 */
export function readDocumentSheet(sheet: FieldSheet, known: DocumentColumns, today: CalendarDate): DocumentSheet {
  const { data, at } = sheet
  const none = { dokumenti: [], preskoceni: [], kolone: [], zadato: {}, nedostaje: [] }
  if (data.length === 0) return { prazan: true, fault: null, ...none }
  const reader = readerOf(sheet, known, today)
  const { zadato, fault } = valuesFor(sheet, known, reader)
  const { groups, preskoceni } = grouped(sheet, known, reader)
  const nedostaje = [known.broj, 'datum'].filter((name) => !saysOf(sheet, name))
  return {
    prazan: false,
    fault,
    dokumenti: groups.map(numbered),
    preskoceni,
    kolone: Object.keys(at),
    zadato,
    nedostaje,
  }

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

/** The values for the file that new documents get; one that cannot be read is a fault of the sheet. */
function valuesFor({ vrednosti }: FieldSheet, { head, broj }: DocumentColumns, reader: Reader) {
  const zadato: Record<string, Value> = {}
  const faults: string[] = []
  for (const column of head) {
    const text = vrednosti[column.name]
    if (!text || column.name === broj || column.name === 'datum') continue
    const { value, fault } = reader.cell(column, text)
    if (fault) faults.push(fault)
    else if (value !== undefined) zadato[column.name] = value
  }
  return { zadato, fault: faults.join(' ') || null }
}

function grouped(sheet: FieldSheet, known: DocumentColumns, reader: Reader) {
  const groups = new Map<string, Group>()
  const latest = new Map<string, Group>()
  const preskoceni: DocumentSheet['preskoceni'] = []
  let above: Group | null = null
  for (const row of sheet.data) {
    const broj = visibleCode(cellText(fieldCell(sheet, row, known.broj)))
    const day = cellText(fieldCell(sheet, row, 'datum', broj !== ''))
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
    const wide = wideRowFault(sheet, row)
    if (wide) {
      group.greske.push(`Red ${row.red}: ${wide}`)
      continue
    }
    const from = { sheet, row, reader }
    readHead(group, known, from)
    readLine(group, known, from)
  }
  return { groups: [...groups.values()], preskoceni }
}

type From = { readonly sheet: FieldSheet; readonly row: SheetRow; readonly reader: Reader }

/** The head of a document, from its rows; any of them may hold a value. */
function readHead(group: Group, { head, broj }: DocumentColumns, { sheet, row, reader }: From) {
  for (const column of head) {
    const isName = column.name === broj || (column.name === 'datum' && group.datum !== null)
    const cell = fieldCell(sheet, row, column.name, isName)
    const before = group.said.get(column.name)
    // Most rows repeat the document's facts of its first row, letter by letter.
    if (cell === null || (before !== undefined && before.cell === cell)) continue
    const { value, fault, doubts } = reader.cell(column, cell)
    if (value === undefined && fault === null) continue
    const text = cellText(cell)
    const key = codeKey(String(value ?? text))
    if (before === undefined) {
      group.said.set(column.name, { red: row.red, text: key, cell })
      group.fields[column.name] = value ?? null
      if (fault) group.greske.push(`Red ${row.red}: ${fault}`)
      group.upozorenja.push(...doubts.map((doubt) => `Red ${row.red}: ${doubt}`))
    } else if (before.text !== key)
      group.greske.push(`Red ${row.red}: ${column.label} je ${quoted(text)}, a u redu ${before.red} piše drugačije.`)
  }
}

function readLine(group: Group, { line, catalogue }: DocumentColumns, { sheet, row, reader }: From) {
  const { red, cells } = row
  const { at, vrednosti } = sheet
  const fields: Record<string, Value> = {}
  let iz_kataloga: SheetFields = {}
  const faults: (string | null)[] = []
  const doubts: (string | null)[] = []
  const cellAt = (name: string) => {
    const cell = cells[at[name] ?? -1] ?? null
    return vrednosti[name] && cellText(cell) === '' ? vrednosti[name] : cell
  }
  const shared = (name: string) => fieldCell(sheet, row, name)
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
  const invoice = take(readCode(INVOICE_LABEL, fieldCell(sheet, row, 'broj_fakture', false), MAX_INVOICE_CHARACTERS))
  const said = (texts: readonly (string | null)[]) => texts.flatMap((text) => (text ? [`Red ${red}: ${text}`] : []))
  group.greske.push(...said(faults))
  group.upozorenja.push(...said(doubts))
  const broj_fakture = invoice || (group.lines.at(-1)?.broj_fakture ?? vrednosti.broj_fakture ?? '')
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
function readerOf({ data, at }: FieldSheet, known: DocumentColumns, today: CalendarDate) {
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
