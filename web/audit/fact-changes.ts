import {
  type AuditEntry,
  FACTS,
  type FactName,
  type FactRow,
  type Facts,
  type FactValue,
  ROW_KEYS,
} from '#contract/audit.ts'
import { OUTCOMES } from '#contract/imports.ts'
import { ROK_DO_KRAJA_TEXTS } from '#contract/odobrenja.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, microFromNumber, paraFromNumber } from '#domain/decimal.ts'

/** A value before and after, as it is shown; null where there was or is none. */
export type Pair = { readonly pre: string | null; readonly posle: string | null }
export type FieldChange = Pair & { readonly name: string; readonly label: string; readonly code: boolean }
export type RowState = 'nov' | 'izmenjen' | 'obrisan' | null
export type ChangedRow = {
  readonly key: string
  readonly state: RowState
  readonly cells: Readonly<Record<string, Pair>>
}
export type ListColumn = {
  readonly name: string
  readonly label: string
  readonly right: boolean
  readonly code: boolean
}
export type ListChange = {
  readonly name: string
  readonly label: string
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ChangedRow[]
}
export type Changes = {
  /** False when the thing came or went: there is only one side. */
  readonly compared: boolean
  readonly fields: readonly FieldChange[]
  readonly lists: readonly ListChange[]
}

const ORDER = Object.keys(FACTS)
const factOf = (name: string) => FACTS[name as FactName] ?? { label: name, kind: 'text' as const }

/** Prices and rates have at least two places, as on all screens. */
const PRICES: ReadonlySet<string> = new Set(['kurs', 'cena', 'cena_po_jedinici'])

/** The texts that people read for values that are words of the API. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ishod: OUTCOMES,
  rok_do_kraja: ROK_DO_KRAJA_TEXTS,
}

/** One value in the notation of its kind. */
export function factText(name: string, value: FactValue): string {
  const { kind } = factOf(name)
  if (typeof value === 'boolean') return value ? 'Da' : 'Ne'
  if (typeof value === 'number') {
    const exact = kind === 'para' ? paraFromNumber(value) : microFromNumber(value)
    if (exact === null || kind === 'code') return String(value)
    return kind === 'para'
      ? formatPara(exact as never)
      : formatMicro(exact as never, { minPlaces: PRICES.has(name) ? 2 : 0 })
  }
  if (value === null) return ''
  const words = CHOICES[name]
  if (words) return words[value] ?? value
  return kind === 'day' ? formatDate(value as CalendarDate) : value
}

/** The facts of an entry, field by field and list by list, in the order of the forms. */
export function changesOf({ pre, posle }: Pick<AuditEntry, 'pre' | 'posle'>): Changes {
  const names = [...new Set([...Object.keys(pre ?? {}), ...Object.keys(posle ?? {})])].sort(inOrder)
  const isList = (name: string) => Array.isArray(pre?.[name] ?? posle?.[name])
  const compared = pre !== null && posle !== null
  return {
    compared,
    fields: names
      .filter((name) => !isList(name))
      .map((name) => {
        const { label, kind } = factOf(name)
        return { name, label, code: kind === 'code', ...pairOf(name, scalarIn(pre, name), scalarIn(posle, name)) }
      }),
    lists: names.filter(isList).map((name) => listChange(name, listIn(pre, name), listIn(posle, name), compared)),
  }
}

const inOrder = (a: string, b: string) => ORDER.indexOf(a) - ORDER.indexOf(b)
const listIn = (facts: Facts | null, name: string): readonly FactRow[] => {
  const value = facts?.[name]
  return Array.isArray(value) ? value : []
}
const scalarIn = (facts: Facts | null, name: string): FactValue | undefined => {
  const value = facts?.[name]
  return Array.isArray(value) ? undefined : value
}

const pairOf = (name: string, pre: FactValue | undefined, posle: FactValue | undefined): Pair => ({
  pre: pre === undefined ? null : factText(name, pre),
  posle: posle === undefined ? null : factText(name, posle),
})

function listChange(name: string, pre: readonly FactRow[], posle: readonly FactRow[], compared: boolean): ListChange {
  const keys: readonly string[] = ROW_KEYS[name as keyof typeof ROW_KEYS] ?? []
  const keyOf = (row: FactRow) => JSON.stringify(keys.map((key) => row[key]))
  const before = new Map(pre.map((row) => [keyOf(row), row]))
  const after = new Map(posle.map((row) => [keyOf(row), row]))
  const shown = columnNames(name, [...pre, ...posle])
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((key): ChangedRow => {
    const [was, is] = [before.get(key), after.get(key)]
    const cells = Object.fromEntries(shown.map((column) => [column, pairOf(column, was?.[column], is?.[column])]))
    return { key, state: compared ? rowState(was, is) : null, cells }
  })
  const columns = shown.map((column) => {
    const { label, kind } = factOf(column)
    return { name: column, label, right: ['micro', 'para', 'whole'].includes(kind), code: kind === 'code' }
  })
  return { name, label: factOf(name).label, columns, rows: compared ? rows : byInvoice(rows) }
}

/** Rows that have an invoice stand with the others of it, invoices in the order of their first rows. */
const byInvoice = (rows: readonly ChangedRow[]): ChangedRow[] =>
  [...Map.groupBy(rows, ({ cells: { broj_fakture: is } }) => is?.posle ?? is?.pre).values()].flat()

/** The id of a document's line says nothing to a person; that of an imported row is its name. */
function columnNames(list: string, rows: readonly FactRow[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  if (list === 'stavke') names.delete('id')
  return [...names].sort(list === 'redovi' ? redFirst : inOrder)
}
const redFirst = (a: string, b: string) => Number(b === 'red') - Number(a === 'red') || inOrder(a, b)

function rowState(was: FactRow | undefined, is: FactRow | undefined): RowState {
  if (!was) return 'nov'
  if (!is) return 'obrisan'
  return JSON.stringify(was) === JSON.stringify(is) ? null : 'izmenjen'
}
