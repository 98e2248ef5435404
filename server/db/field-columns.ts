import { type FieldTable, namesIn } from '#contract/form-fields.ts'

type Column = 'int' | 'text'
const INTEGERS: readonly string[] = ['ordinal', 'whole', 'number', 'price', 'percent', 'amount', 'reference', 'flag']

/** The columns in which the fields of a table lie, as the writers of rows want them. */
export const columnsIn = <T extends FieldTable>(table: T) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { kind }]) => [name, INTEGERS.includes(kind) ? 'int' : 'text']),
  ) as { [K in keyof T]: Column }

/** The fields of a table alone, e.g. of a line that has more. */
export const fieldsOf = <T extends FieldTable, R extends { readonly [K in keyof T]: unknown }>(table: T, record: R) =>
  Object.fromEntries(namesIn(table).map((name) => [name, record[name]])) as Pick<R, keyof T & keyof R>
