import { z } from 'zod'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import { type CalendarDate, formatDate, parseTypedDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Micro, type Para, parseSerbian } from '#domain/decimal.ts'
import { type Checked, checkBy } from '#web/screens/form-errors.ts'
import { typedNumber, wireNumber } from '#web/ui/number-text.ts'
import type { Fact } from './differences.ts'
import type { FieldSentences } from './draft.ts'

/** The fields of a table as they stand in a form: text until it is checked, and yes or no. */
export type TypedOf<T extends FieldTable> = {
  readonly [K in keyof T]: z.output<T[K]['stored']> extends boolean ? boolean : string
}
type Values = Readonly<Record<string, unknown>>
type Typed = string | boolean

const mapped = <T extends FieldTable>(table: T, of: (field: FormField, name: string) => unknown) =>
  Object.fromEntries(Object.entries(table).map(([name, field]) => [name, of(field, name)]))

/** A form as it begins. */
export const emptyIn = <T extends FieldTable>(table: T) => mapped(table, emptyValue) as TypedOf<T>

/** A stored record as its form shows it. */
export const typedIn = <T extends FieldTable>(table: T, record: { readonly [K in keyof T]: unknown }) =>
  mapped(table, (field, name) => typedValue(field, record[name])) as TypedOf<T>

/** A form as the contract reads it; text that cannot be read goes on as it is, to be refused. */
export const wireIn = (table: FieldTable, typed: Values): Values =>
  mapped(table, (field, name) => wireValue(field, typed[name] as Typed))

/** The shape that a kept draft must have to be offered. An old draft may lack an optional field. */
export const shapeIn = <T extends FieldTable>(table: T) =>
  z.object(
    mapped(table, (field) => {
      const typed: z.ZodType<Typed> = field.kind === 'flag' ? z.boolean() : z.string()
      return field.optional ? typed.default(emptyValue(field)) : typed
    }) as { [K in keyof T]: z.ZodType<TypedOf<T>[K]> },
  )

/** Reads a form by the contract; a day that cannot be read is refused in the words of the form. */
export function checkIn<T extends z.ZodType>(
  table: FieldTable,
  typed: Values,
  body: T,
  beside: object = {},
): Checked<z.output<T>> {
  const checked = checkBy(body, { ...wireIn(table, typed), ...beside })
  const days = badDays(table, typed)
  return checked.errors
    ? { errors: checked.errors.map(({ field, message }) => ({ field, message: days[field] ?? message })) }
    : checked
}

/** The sentence about each day that cannot be read; the contract refuses an empty one. */
export const badDays = (table: FieldTable, typed: Values): FieldSentences =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name, text]) => table[name]?.kind === 'day' && String(text).trim() && !parseTypedDate(String(text)))
      .map(([name]) => [name, 'Datum nije ispravan (dd.mm.gggg.).']),
  )

/** The fields as people read them, under their names in the form. */
export const readIn = (table: FieldTable, typed: Values): Fact[] =>
  namesIn(table).map((name) => factIn(name, table[name] as FormField, typed[name] as Typed))

/** One field as people read it. Typed and stored text alike: `1.2.26` is `01.02.2026.`, and `1,50` is `1,5`. */
export const factIn = (name: string, field: FormField, typed: Typed): Fact => ({
  field: name,
  label: field.label,
  text: readable(field, typed),
})

export const isNumeric = ({ kind }: FormField): boolean => ['number', 'price', 'percent', 'amount'].includes(kind)

export const emptyValue = ({ kind, empty }: FormField): Typed => (kind === 'flag' ? false : empty)

/** A stored value as it is typed. */
export function typedValue(field: FormField, stored: unknown): Typed {
  if (field.kind === 'flag') return Boolean(stored)
  if (stored === null || stored === undefined) return ''
  if (field.kind === 'amount') return formatPara(stored as Para).replaceAll('.', '')
  if (isNumeric(field)) return typedNumber(stored as Micro)
  return field.kind === 'day' ? formatDate(stored as CalendarDate) : String(stored)
}

function wireValue(field: FormField, typed: Typed): unknown {
  if (typeof typed === 'boolean') return typed
  if (isNumeric(field)) return field.optional && typed.trim() === '' ? null : wireNumber(typed)
  if (field.kind === 'day') return parseTypedDate(typed) ?? typed.trim()
  if (field.kind === 'reference') return typed === '' ? null : Number(typed)
  return field.kind === 'ordinal' || field.kind === 'whole' ? typed.trim() : typed
}

function readable(field: FormField, typed: Typed): string {
  if (typeof typed === 'boolean') return typed ? 'DA' : 'NE'
  const text = field.choiceTexts[typed] ?? typed.trim()
  if (field.kind === 'day') {
    const day = parseTypedDate(text)
    return day === null ? text : formatDate(day)
  }
  const number = isNumeric(field) ? parseSerbian(text) : null
  return number === null ? text : formatMicro(number)
}
