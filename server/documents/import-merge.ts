import { z } from 'zod'
import { documentImportTexts, sheetColumns } from '#contract/document-import.ts'
import { DEFAULT_BROJ_FAKTURE } from '#contract/documents.ts'
import { type FieldTable, namesIn } from '#contract/form-fields.ts'
import type { ImportChanges } from '#contract/imports.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { tariffOver } from '#domain/codes.ts'
import { formatMicro, formatPara, type Micro, type Para } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { inUnitOf, type SheetDocument, type SheetFields, type SheetLine } from '#domain/sheet-documents.ts'
import { numberRemark, numbersOf } from '#domain/sheet-ordinals.ts'

// The merge of a document of a sheet with its stored one: the body to save, and the changes.

export type MergedLine = { readonly broj_fakture: string; readonly redni_broj: number; readonly kolicina: Micro }
export type StoredLine = MergedLine & { readonly id: number; readonly jedinica_mere: string }
/** A stored document. `goods` is the name of the line's field with its material or product. */
export type Stored = { readonly odobrenje_broj?: string | null; readonly stavke: readonly StoredLine[] }
export type Tables = { readonly head: FieldTable; readonly line: FieldTable }
type Goods = 'materijal_id' | 'proizvod_id'

export type Merged = {
  /** The body for the API: its head, and its lines; a stored line has its `id`. */
  readonly sent: { readonly fields: SheetFields; readonly stavke: readonly SheetFields[] }
  /** The row of each line in the sheet; null for a line that is not in the sheet. */
  readonly redovi: readonly (number | null)[]
  readonly greske: readonly string[]
  readonly upozorenja: readonly string[]
  /** The stored lines that are not in the sheet and stay, in words; null if all are in it. */
  readonly ostaje: string | null
}

/**
 * Merges a document of a sheet with the `stored` one (null: it is new). An empty cell and a missing column change
 * nothing, and lines that are not in the sheet stay. A line is found within its invoice by its number if the sheet has
 * one, else by its material or product in order of appearance. With `replace` the sheet replaces the document: lines
 * that are not in it go, and an empty cell empties its field; missing columns (`kolone`) change nothing.
 */
export function mergeSheet(
  { head, line: lineTable }: Tables,
  stored: Stored | null,
  sheet: Pick<SheetDocument, 'fields' | 'stavke'>,
  { kolone, replace }: { readonly kolone: ReadonlySet<string>; readonly replace: boolean },
): Merged {
  const { rows, greske } = placed(stored, sheet.stavke)
  const goods = goodsOf(lineTable)
  const found = foundIn(goods, stored?.stavke ?? [], rows)
  const named = new Set(found.values())
  const left = (stored?.stavke ?? []).filter((one) => !named.has(one))
  const kept = (table: FieldTable, record: object) => sentOf(table, record, (name) => !replace || !kolone.has(name))
  const numbers = numbered(rows, found, replace ? [...named] : (stored?.stavke ?? []))
  const upozorenja = rows.flatMap(({ row }, at) =>
    numberRemark(row.spor, numbers[at] as number).map((text) => `Red ${row.red}: ${text}`),
  )
  const lines = rows.map(({ row, broj_fakture }, at): Placed => {
    const was = found.get(row)
    const before = was ? kept(lineTable, was) : {}
    const converted =
      was && row.jm !== '' ? inUnitOf(unitOf(goods, was), sheetColumns(lineTable), row.fields, row.jm) : null
    if (converted?.fault) greske.push(`Red ${row.red}: ${converted.fault}`)
    upozorenja.push(...(converted?.doubts ?? []).map((text) => `Red ${row.red}: ${text}`))
    const isOther = row.fields[goods] !== undefined && (was as Rec | undefined)?.[goods] !== row.fields[goods]
    const fields: Record<string, SheetFields[string]> = {
      ...(isOther ? { ...before, ...row.iz_kataloga } : { ...row.iz_kataloga, ...before }),
      ...row.fields,
      ...converted?.value,
      ...(stored && { id: was?.id ?? null }),
      ...{ broj_fakture: was?.broj_fakture ?? broj_fakture, redni_broj: numbers[at] as number },
    }
    const { tarifni_broj } = (was ?? {}) as Rec
    if (typeof tarifni_broj === 'string' && typeof fields.tarifni_broj === 'string')
      fields.tarifni_broj = tariffOver(tarifni_broj, fields.tarifni_broj)
    return { red: row.red, fields }
  })
  const untouched = new Map(
    left.map((one): [StoredLine, Placed] => [one, { red: null, fields: { ...kept(lineTable, one), ...placeOf(one) } }]),
  )
  const all = replace ? lines : inOrder(stored?.stavke ?? [], { untouched, found, rows, lines })
  return {
    sent: { fields: { ...(stored && kept(head, stored)), ...sheet.fields }, stavke: all.map(({ fields }) => fields) },
    redovi: all.map(({ red }) => red),
    greske,
    upozorenja,
    ostaje: replace ? null : leftIn(left),
  }
}

type Rec = Readonly<Record<string, unknown>>
type Placed = { readonly red: number | null; readonly fields: SheetFields }
/** A row with the number of its invoice and the key of that. */
type Row = { readonly row: SheetLine; readonly broj_fakture: string; readonly invoice: string }

const goodsOf = (line: FieldTable): Goods => ('materijal_id' in line ? 'materijal_id' : 'proizvod_id')
const unitOf = (goods: Goods, line: StoredLine) => ({
  id: (line as unknown as Rec)[goods] as string,
  unit: line.jedinica_mere,
})
const placeOf = ({ id, broj_fakture, redni_broj }: StoredLine) => ({ id, broj_fakture, redni_broj })

/**
 * The rows with their invoices. A row without one belongs to the only stored invoice, or to the one without a number of
 * its own.
 */
function placed(stored: Stored | null, stavke: readonly SheetLine[]): { rows: Row[]; greske: string[] } {
  const invoices = new Map(stored?.stavke.map(({ broj_fakture }) => [codeKey(broj_fakture), broj_fakture]))
  const [only, ...others] = invoices.values()
  const unnamed = only !== undefined && others.length === 0 ? only : DEFAULT_BROJ_FAKTURE
  const isOpen = others.length > 0 && !invoices.has(codeKey(unnamed))
  const rows = stavke.map((row): Row => {
    const invoice = codeKey(row.broj_fakture || unnamed)
    return { row, broj_fakture: row.broj_fakture ? (invoices.get(invoice) ?? row.broj_fakture) : unnamed, invoice }
  })
  const greske = stavke.flatMap(({ red, broj_fakture }) =>
    isOpen && !broj_fakture ? [`Red ${red}: ${documentImportTexts.whichInvoice}`] : [],
  )
  return { rows, greske }
}

/** Finds the stored line of each row; new lines are left out. No stored line is found twice. */
function foundIn(goods: Goods, stored: readonly StoredLine[], rows: readonly Row[]): Map<SheetLine, StoredLine> {
  const keyOf = (invoice: string, what: unknown) => `${invoice}\n${what}`
  const free = new Set(stored)
  const found = new Map<SheetLine, StoredLine>()
  const take = (row: SheetLine, line: StoredLine | undefined) => {
    if (line && free.delete(line)) found.set(row, line)
  }
  const byNumber = new Map(stored.map((one) => [keyOf(codeKey(one.broj_fakture), one.redni_broj), one]))
  for (const { row, invoice } of rows)
    if (row.redni_broj !== null) take(row, byNumber.get(keyOf(invoice, row.redni_broj)))
  const byGoods = Map.groupBy(free, (one) => keyOf(codeKey(one.broj_fakture), (one as unknown as Rec)[goods]))
  for (const { row, invoice } of rows)
    if (row.redni_broj === null) take(row, byGoods.get(keyOf(invoice, row.fields[goods]))?.shift())
  return found
}

/**
 * The numbers of the rows' lines: the sheet's number, else the stored line's; a new line gets the next one behind those
 * that `stay` in its invoice.
 */
function numbered(
  rows: readonly Row[],
  found: ReadonlyMap<SheetLine, StoredLine>,
  stay: readonly StoredLine[],
): number[] {
  const numbers = new Map<Row, number>()
  const staying = Map.groupBy(stay, ({ broj_fakture }) => codeKey(broj_fakture))
  for (const [invoice, of] of Map.groupBy(rows, (row) => row.invoice)) {
    const claims = of.map(({ row }) => ({ redni_broj: row.redni_broj ?? found.get(row)?.redni_broj ?? null }))
    const there = staying.get(invoice)
    if (there === undefined) {
      for (const [at, redni_broj] of numbersOf(claims).entries()) numbers.set(of[at] as Row, redni_broj)
      continue
    }
    let last = [...there, ...claims].reduce((most, { redni_broj }) => Math.max(most, redni_broj ?? 0), 0)
    for (const [at, { redni_broj }] of claims.entries()) numbers.set(of[at] as Row, redni_broj ?? ++last)
  }
  return rows.map((row) => numbers.get(row) as number)
}

type Placing = {
  readonly untouched: ReadonlyMap<StoredLine, Placed>
  readonly found: ReadonlyMap<SheetLine, StoredLine>
  readonly rows: readonly Row[]
  readonly lines: readonly Placed[]
}

/** Stored lines in their places, each new one behind its invoice, and new invoices in the order of the sheet. */
function inOrder(stored: readonly StoredLine[], { untouched, found, rows, lines }: Placing): Placed[] {
  const over = new Map<StoredLine, Placed>(untouched)
  const fresh: { invoice: string; line: Placed }[] = []
  for (const [at, { row, invoice }] of rows.entries()) {
    const was = found.get(row)
    if (was) over.set(was, lines[at] as Placed)
    else fresh.push({ invoice, line: lines[at] as Placed })
  }
  const added = Map.groupBy(fresh, ({ invoice }) => invoice)
  const addedTo = (invoice: string) => (added.get(invoice) ?? []).map(({ line }) => line)
  const lastOf = new Map(stored.map((one) => [codeKey(one.broj_fakture), one]))
  const ofStored = stored.flatMap((one) => {
    const invoice = codeKey(one.broj_fakture)
    return [over.get(one) as Placed, ...(lastOf.get(invoice) === one ? addedTo(invoice) : [])]
  })
  const newInvoices = [...added.keys()].filter((invoice) => !lastOf.has(invoice))
  return [...ofStored, ...newInvoices.flatMap(addedTo)]
}

function leftIn(left: readonly StoredLine[]): string | null {
  const invoices = Map.groupBy(left, ({ broj_fakture }) => codeKey(broj_fakture))
  const said = [...invoices.values()].map((of) => documentImportTexts.stays(of[0]?.broj_fakture ?? '', of.length))
  return said.join(' ') || null
}

/** The stored fields of a table that `isKept`, in the form of a request. */
function sentOf(table: FieldTable, record: object, isKept: (name: string) => boolean): SheetFields {
  return Object.fromEntries(
    namesIn(table)
      .filter(isKept)
      .map((name) => {
        const value = (record as Rec)[name]
        const encoded = z.safeEncode((table[name] as FieldTable[string]).entered, value)
        // Old data may hold a value that is no longer among the choices.
        return [name, (encoded.success ? encoded.data : value) as string]
      }),
  )
}

type Body = { readonly stavke: readonly (MergedLine & { readonly id?: number | null })[] }

/**
 * The changes that saving `body` makes to the stored document; null without any. `odobrenje` is the name of the body's
 * authorisation, `ostaje` the lines that the sheet leaves (`mergeSheet`).
 */
export function changesOf(
  tables: Tables,
  stored: Stored,
  body: Body,
  { odobrenje, ostaje }: { readonly odobrenje: string | null; readonly ostaje: string | null },
): ImportChanges | null {
  const goods = goodsOf(tables.line)
  const called = (line: MergedLine) => documentImportTexts.line(line, String((line as unknown as Rec)[goods]))
  const now = new Map(body.stavke.flatMap((one) => (one.id ? [[one.id, one] as const] : [])))
  const before = stored.stavke.filter(({ id }) => now.has(id))
  const menja = [
    ...fieldChanges(tables.head, '', stored, { ...body, odobrenje_broj: odobrenje }),
    ...before.flatMap((was) => fieldChanges(tables.line, called(was), was, now.get(was.id) as MergedLine)),
  ]
  const order = body.stavke.flatMap(({ id }) => (id ? [id] : []))
  if (before.some(({ id }, at) => order[at] !== id)) menja.push(documentImportTexts.otherOrder)
  const changes = {
    dolazi: body.stavke.filter(({ id }) => !id).map(called),
    menja,
    odlazi: stored.stavke.filter(({ id }) => !now.has(id)).map(called),
    ostaje,
  }
  return isNothing(changes) && ostaje === null ? null : changes
}

/** True if an import changes nothing of a stored document, whatever it leaves. */
export const isNothing = (changes: ImportChanges | null): boolean =>
  changes === null || changes.dolazi.length + changes.menja.length + changes.odlazi.length === 0

function fieldChanges(table: FieldTable, gde: string, was: object, now: object): ImportChanges['menja'] {
  return namesIn(table).flatMap((name) => {
    if (((was as Rec)[name] ?? null) === ((now as Rec)[name] ?? null)) return []
    const { kind, label } = table[name] as FieldTable[string]
    // People know the number of an authorisation, not its id.
    const of = kind === 'reference' ? 'odobrenje_broj' : name
    return [{ gde, polje: label, staro: shownAs(kind, (was as Rec)[of]), novo: shownAs(kind, (now as Rec)[of]) }]
  })
}

function shownAs(kind: FieldTable[string]['kind'], value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'number' || kind === 'price' || kind === 'percent') return formatMicro(value as Micro)
  if (kind === 'amount') return formatPara(value as Para)
  if (kind === 'day') return formatDate(value as CalendarDate)
  return kind === 'flag' ? (value ? 'DA' : 'NE') : String(value)
}
