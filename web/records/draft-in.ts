import type { z } from 'zod'
import { type FieldTable, type FormField, namesIn } from '#contract/form-fields.ts'
import type { RecordFacts } from '#web/drafts/differences.ts'
import { checkIn, emptyIn, readIn, shapeIn, typedIn } from '#web/drafts/typed-fields.ts'
import type { Checked } from '#web/screens/form-errors.ts'

/** The text of a set flag: a record's form holds only text. */
export const YES = 'DA'

/** The fields of a table as the form of a record holds them. */
export type TextIn<T extends FieldTable> = { readonly [K in keyof T]: string }
type Stored<T extends FieldTable> = { readonly [K in keyof T]: unknown }
type Values = Readonly<Record<string, unknown>>

/** A table of fields as text: the empty form, its shape, a stored record as text, and text back as values. */
export function textIn<T extends FieldTable>(table: T) {
  const flags = namesIn(table).filter((name) => table[name]?.kind === 'flag')
  const withFlags = (values: Values, of: (value: unknown) => unknown) => ({
    ...values,
    ...Object.fromEntries(flags.map((name) => [name, of(values[name])])),
  })
  const asText = (typed: Values) => withFlags(typed, (set) => (set ? YES : '')) as TextIn<T>
  const ofText = Object.entries(table).map(([name, field]): [string, FormField] => [
    name,
    field.kind === 'flag' ? { ...field, kind: 'text' } : field,
  ])
  return {
    empty: asText(emptyIn(table)),
    shape: shapeIn(Object.fromEntries(ofText)) as unknown as z.ZodObject<{ [K in keyof T]: z.ZodType<string> }>,
    textOf: (record: Stored<T>) => asText(typedIn(table, record)),
    valuesOf: (text: TextIn<T>) => withFlags(text, (word) => word === YES),
  }
}

/** All that `defineRecord` asks about the form of a record that has these fields and no lines. */
export function draftIn<T extends FieldTable, B>(table: T, body: z.ZodType<B>) {
  const { empty, shape, textOf, valuesOf } = textIn(table)
  return {
    empty,
    /** The shape that a kept draft must have to be offered. */
    shape,
    /** A stored record as the form shows it. */
    draftOf: textOf,
    /** The body to be sent, or the errors; that of an unreadable day is in the words of the form. */
    check: (draft: TextIn<T>) => checkIn(table, valuesOf(draft), body) as Checked<B>,
    /** The fields under the names of the form. */
    factsOf: (draft: TextIn<T>): RecordFacts => ({ facts: readIn(table, valuesOf(draft)), lines: [] }),
  }
}
