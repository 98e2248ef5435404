type Value = string | number | boolean | null
type Row = Readonly<Record<string, Value>>

/** A row that came (`pre` null), went (`posle` null) or changed, with the fields that differ. */
export type RowChange<R extends Row> = {
  readonly pre: R | null
  readonly posle: R | null
  readonly polja: { polje: string; pre: Value; posle: Value }[]
}

/**
 * Differences between two lists of rows that are told apart by the fields `key`: changed and gone rows in the order of
 * before, then new ones in the order of after. Compared are the fields that both rows have, without the `ignored` ones.
 */
export function rowChanges<R extends Row>(
  pre: readonly R[],
  posle: readonly R[],
  key: readonly string[],
  ignored: readonly string[] = [],
): RowChange<R>[] {
  const keyOf = (row: R) => JSON.stringify(key.map((name) => row[name]))
  const after = new Map(posle.map((row) => [keyOf(row), row]))
  const before = new Set(pre.map(keyOf))
  const changed = pre.flatMap((was): RowChange<R>[] => {
    const is = after.get(keyOf(was))
    if (!is) return [{ pre: was, posle: null, polja: [] }]
    const names = Object.keys(was).filter((name) => name in is && !ignored.includes(name))
    const polja = names
      .map((polje) => ({ polje, pre: was[polje] ?? null, posle: is[polje] ?? null }))
      .filter((one) => one.pre !== one.posle)
    return polja.length > 0 ? [{ pre: was, posle: is, polja }] : []
  })
  const added = posle.filter((row) => !before.has(keyOf(row)))
  return [...changed, ...added.map((row) => ({ pre: null, posle: row, polja: [] }))]
}
