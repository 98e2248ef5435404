/** What a column sorts by; null and undefined stand last, whatever the direction. */
export type SortValue = string | number | bigint | boolean | null | undefined

const serbian = new Intl.Collator('sr-Latn', { numeric: true, sensitivity: 'variant' })

/** Serbian order for texts (č ć đ dž lj nj š ž; decisions §2), by value for everything else. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' && typeof b === 'string') return serbian.compare(a, b)
  const left = a ?? 0
  const right = b ?? 0
  return left < right ? -1 : left > right ? 1 : 0
}

export type Group<Row> = { key: string; rows: Row[] }

/** Rows of the same key together, groups in the order in which their first row comes; without keys one nameless group. */
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

/** The selection with all of the given keys in it, or none of them; keys of rows that are not shown stay as they are. */
export function selectAll(selected: ReadonlySet<string>, keys: readonly string[], on: boolean): Set<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (on) next.add(key)
    else next.delete(key)
  }
  return next
}
