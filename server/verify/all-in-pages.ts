/**
 * All rows of a table in pages, so that a large one never lies in memory: `read` answers the next rows behind a key, in
 * its order; a page without rows is the end.
 */
export async function* pages<Row, Key>(
  first: Key,
  read: (after: Key) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  for (let after = first; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = keyOf(last)
  }
}
