import { finderOf, searchText } from '#domain/search-text.ts'

/** The value that a column sorts by; null and undefined stand last, whatever the direction. */
export type SortValue = string | number | bigint | boolean | null | undefined

const serbian = new Intl.Collator('sr-Latn', { numeric: true, sensitivity: 'variant' })

/** Serbian order for texts (č ć đ dž lj nj š ž; decisions §2), by value for everything else. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' && typeof b === 'string') return serbian.compare(a, b)
  const left = a ?? 0
  const right = b ?? 0
  return left < right ? -1 : left > right ? 1 : 0
}

type Searched<Row> = {
  readonly id: string
  readonly value?: (row: Row) => SortValue
  readonly text?: (row: Row) => string
}

/** The rows that hold the text in one of the columns, folded as everywhere (decisions §2). */
export function findRows<Row>(rows: readonly Row[], columns: readonly Searched<Row>[], search: string): readonly Row[] {
  if (!searchText(search)) return rows
  const isIn = finderOf(search)
  const textOf = ({ text, value }: Searched<Row>, row: Row) => (text ? text(row) : String(value?.(row) ?? ''))
  return rows.filter((row) => columns.some((column) => isIn(textOf(column, row))))
}

/** The rows by the value of one column; equal ones in the order in which they came. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Searched<Row>[],
  sort: { readonly id: string; readonly desc: boolean } | null,
): readonly Row[] {
  const valueIn = columns.find(({ id }) => id === sort?.id)?.value
  if (!sort || !valueIn) return rows
  const sign = sort.desc ? -1 : 1
  return rows.toSorted((left, right) => {
    const [a, b] = [valueIn(left) ?? null, valueIn(right) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * compareValues(a, b)
  })
}

export type Group<Row> = { key: string; rows: Row[] }

/** Rows of the same key together, groups in the order of their first rows; without keys one nameless group. */
export function groupRows<Row>(rows: readonly Row[], keyOf?: (row: Row) => string): Group<Row>[] {
  if (!keyOf) return [{ key: '', rows: [...rows] }]
  const groups = new Map<string, Group<Row>>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { key, rows: [row] })
  }
  return [...groups.values()]
}

/** The selection with all of the given keys, or none of them; keys of rows that are not shown stay as they are. */
export function selectAll(selected: ReadonlySet<string>, keys: readonly string[], on: boolean): Set<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (on) next.add(key)
    else next.delete(key)
  }
  return next
}
