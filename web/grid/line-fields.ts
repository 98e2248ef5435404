import { z } from 'zod'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import { MAX_CODE_CHARACTERS, MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { readCode, readCountry, readTariff } from '#domain/cell.ts'
import { type Micro, microFromNumber, microToNumber, parseSerbian } from '#domain/decimal.ts'
import { quoted } from '#domain/sheet.ts'
import { inUnitOf } from '#domain/sheet-documents.ts'
import type { Fact } from '#web/drafts/differences.ts'
import { type DraftLine, type FieldSentences, newKey } from '#web/drafts/draft.ts'
import {
  emptyIn,
  emptyValue,
  factIn,
  isNumeric,
  shapeIn,
  type TypedOf,
  typedIn,
  wireIn,
} from '#web/drafts/typed-fields.ts'
import type { PastedUnit } from '#web/drafts/use-lookups.ts'
import { typedNumber } from '#web/ui/number-text.ts'
import type { PasteColumn, PastedRow } from './clipboard.ts'
import type { Kept } from './goods-lookup.ts'
import type { NotationIn, PasteKind, ReadRow } from './paste-rows.ts'
import { numberCell, pastedOrdinal } from './typed-cell.ts'

/**
 * The goods of a line: a material or product, `materijal` or `proizvod`. `materijal_id` is the ID, `materijal` the text
 * of the cell (the chosen name, or text that is not in the catalogue yet), `materijal_naziv` the stored name.
 */
type Goods = 'materijal' | 'proizvod'

/** A line as it is typed: its fields, the name of its goods, and their `Shown` values. */
export type LineOf<T extends FieldTable, G extends Goods, Shown extends string> = DraftLine &
  TypedOf<T> & { readonly [K in G | Shown]: string }

/** A line as a draft keeps it: its fields and shown values, without its key in the opened form. */
export type KeptLine = { readonly id: number | null; readonly redni_broj: string } & {
  readonly [field: string]: string | number | boolean | null
}

/** The description of a line; the values of `brought` come with the goods and are only shown. */
type LineDescription<L extends DraftLine> = {
  readonly table: FieldTable
  readonly goods: Goods
  readonly brought: readonly string[]
  /** The change of a line after another text has replaced its goods. */
  readonly without: (line: L, text: string) => Partial<L>
}

/** Derives the form, the draft, the check and the paste of a line from the table of its fields. */
export function lineFields<L extends DraftLine>({ table, goods, brought, without }: LineDescription<L>) {
  const [id, name] = [`${goods}_id`, `${goods}_naziv`]
  const fields = Object.entries(table)
  const given = fields.filter(([field]) => field !== 'redni_broj' && field !== id)
  const shown = [goods, ...brought]
  const kept = ['id', ...namesIn(table), ...shown]
  const text = (line: L, field: string) => (line as Readonly<Record<string, unknown>>)[field] as string
  const label = (table[id] as FormField).label

  const newLine = (redni_broj: number): L =>
    lineFrom({ ...emptyIn(table), ...Object.fromEntries(shown.map((field) => [field, ''])) }, null, String(redni_broj))
  const lineFrom = (values: object, lineId: number | null, redni_broj: string) =>
    ({ key: newKey(), ...values, id: lineId, redni_broj }) as unknown as L

  /** Whether a line has no input; such a line is dropped (decisions §3). */
  const isUntouched = (line: L): boolean =>
    line.id === null &&
    text(line, goods) === '' &&
    given.every(([field, one]) => (line as Readonly<Record<string, unknown>>)[field] === emptyValue(one))

  return {
    table,
    goods,
    /** The fields of the goods in a line, and the sentence about text that is not in the catalogue. */
    cell: {
      id,
      shown: goods,
      unknown: (typed: string, unit?: string) =>
        [unknownGoods(label, typed), ...(unit ? [inItsUnit(unit)] : [])].join(' '),
      inUnit: (line: L, unit: PastedUnit, kept: Kept) => inUnit(table, line, unit, kept),
    },
    newLine,
    /** A stored line, or one of an import, as the form shows it. */
    lineOf: <S extends { readonly id: number | null; readonly redni_broj: number }>(stored: S): L => {
      const record = stored as unknown as Readonly<Record<string, unknown>>
      const names = { [goods]: record[name], ...Object.fromEntries(brought.map((field) => [field, record[field]])) }
      return lineFrom({ ...typedIn(table, record), ...names }, stored.id, String(stored.redni_broj))
    },
    isUntouched,
    without,
    wireLine: (line: L): object => wireIn(table, line as Readonly<Record<string, unknown>>),
    /** The error of a cell whose text is not in the catalogue, where nothing was chosen. */
    lineErrors: (line: L): FieldSentences => {
      const typed = text(line, goods).trim()
      return text(line, id) === '' && typed !== '' ? { [id]: unknownGoods(label, typed) } : {}
    },
    keepLine: (line: L): KeptLine => Object.fromEntries(kept.map((field) => [field, text(line, field)])) as KeptLine,
    shape: z.object({
      ...shapeIn(table).shape,
      id: z.number().nullable(),
      ...Object.fromEntries(shown.map((field) => [field, z.string().default('')])),
    }) as unknown as z.ZodType<KeptLine>,
    nameOf: (line: KeptLine): string => String(line[goods]),
    factsOf: (line: KeptLine): Fact[] =>
      fields.map(([field, one]) =>
        field === id ? factIn(goods, one, String(line[goods])) : factIn(field, one, line[field] as string),
      ),
    paste: pasteKind<L>({ table, goods, brought, without }, newLine, isUntouched),
  }
}
export type LineFields<L extends DraftLine> = ReturnType<typeof lineFields<L>>

/** The sentence about text in the cell of a material or product that is not in the catalogue. */
const unknownGoods = (label: string, text: string): string => `${label} „${text}“ nije u katalogu.`

/** How a pasted table becomes lines: the columns of the grid in their order, then those that need a heading. */
function pasteKind<L extends DraftLine>(
  { table, goods, without }: LineDescription<L>,
  newLine: (redni_broj: number) => L,
  isUntouched: (line: L) => boolean,
): PasteKind<L> {
  const [id, name] = [`${goods}_id`, `${goods}_naziv`]
  const columns: readonly PasteColumn[] = [
    ...Object.entries(table).map(([field, { headings, optional }]) => ({
      id: field,
      names: [field, ...headings],
      ...(optional && { byHeading: true as const }),
    })),
    { id: name, names: [name, `naziv_${goods}a`, 'naziv'], byHeading: true },
    { id: UNIT, names: UNIT_HEADINGS, byHeading: true },
    { id: INVOICE, names: [INVOICE, 'faktura', 'br_fakture'], byHeading: true },
  ]
  /** The texts for the lookup of the goods of a row: their ID, then their name if it has its own column. */
  const lookedUp = (row: PastedRow) => ({
    ...{ id: row[id] || row[name] || '', naziv: row[name] || row[id] || '' },
    unit: row[UNIT] ? { of: row[UNIT], fields: Object.keys(row) } : undefined,
  })

  /** Reads a row pasted over a line; its goods are only text until they are looked up. */
  function readRow(row: PastedRow, line: L, notationIn: NotationIn): ReadRow<L> {
    const change: Record<string, unknown> = lookedUp(row).id === '' ? {} : { ...without(line, lookedUp(row).id) }
    const errors: Record<string, string> = {}
    const guessed: Record<string, string> = {}
    for (const [field, one] of Object.entries(table)) {
      const pasted = row[field]
      if (pasted === undefined || field === id) continue
      const cell = pastedCell(field, one, pasted, () => notationIn(field))
      if (!cell) continue
      change[field] = cell.value
      if (cell.error) errors[field] = cell.error
      if (cell.guess) guessed[field] = cell.guess
    }
    const invoice = readCode('Broj fakture', row[INVOICE], Infinity).doubts
    if (invoice.length > 0) guessed[INVOICE] = invoice.join(' ')
    const { id: text, unit } = lookedUp(row)
    if (unit && text === '') guessed[UNIT] = inItsUnit(unit.of)
    return { change: change as Partial<L>, errors, guessed }
  }
  return { columns, lookedUp, newLine, isUntouched, readRow }
}

const INVOICE = 'broj_fakture'
/** The column of a pasted table with the unit of its quantities. */
const UNIT = 'jedinica_mere'
const inItsUnit = (unit: string): string => `Količina je u jedinici ${quoted(unit)}.`
const UNIT_HEADINGS = [UNIT, 'jm', 'j_m', 'jed', 'jed_mere', 'jedinica', 'mera', 'unit', 'uom']

/** Converts the numbers of a line pasted with a unit into the unit of its goods. */
function inUnit<L>(
  table: FieldTable,
  line: L,
  { of, fields }: PastedUnit,
  { id, jedinica_mere: unit }: Kept,
): ReadRow<L> {
  const pasted = Object.entries(table).filter(([name]) => fields.includes(name))
  const columns = pasted.map(([name, { kind, label }]) => ({ name, kind, label }))
  const values = columns.flatMap(({ name }) => {
    const value = parseSerbian(String((line as Readonly<Record<string, unknown>>)[name]))
    return value === null ? [] : [[name, microToNumber(value)] as const]
  })
  const { value, fault, doubts } = inUnitOf({ id, unit }, columns, Object.fromEntries(values), of)
  const change = Object.entries(value ?? {}).flatMap(([name, converted]) =>
    typeof converted === 'number' ? [[name, typedNumber(microFromNumber(converted) as Micro)]] : [],
  )
  return {
    change: Object.fromEntries(change) as Partial<L>,
    errors: fault ? { kolicina: fault } : {},
    guessed: doubts.length > 0 ? { kolicina: doubts.join(' ') } : {},
  }
}

type PastedCell = { value: string | boolean; error?: string | null; guess?: string | undefined }

/** The value of a pasted cell; null where the old value stays. Unreadable text stays and gets an error. */
function pastedCell(
  name: string,
  field: FormField,
  pasted: string,
  notation: () => ReturnType<NotationIn>,
): PastedCell | null {
  const { kind, label } = field
  if (kind === 'ordinal') {
    const ordinal = pastedOrdinal(pasted)
    return pasted === '' ? null : { value: ordinal.text, error: ordinal.error }
  }
  if (isNumeric(field)) {
    if (field.optional && pasted === '') return { value: '' }
    const { text, error, guess } = numberCell(label, pasted, notation())
    return { value: text, error, guess }
  }
  if (kind === 'code' || kind === 'country') {
    const read = kind === 'country' ? readCountry : name === 'tarifni_broj' ? readTariff : readCode
    const { value, fault, doubts } = read(label, pasted, kind === 'country' ? MAX_NAME_CHARACTERS : MAX_CODE_CHARACTERS)
    return { value: value ?? pasted, error: fault, guess: doubts.join(' ') || undefined }
  }
  if (kind !== 'flag') return { value: pasted }
  const wrong = /^(da|ne|)$/i.test(pasted) ? null : `${label}: ${quoted(pasted)} nije DA ni NE.`
  return { value: pasted.toUpperCase() === 'DA', error: wrong }
}
