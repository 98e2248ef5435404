import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/** Which rows to read for a page: `limit` of them behind `offset`, from the end of the list when `backwards`. */
export type PageWindow = { readonly backwards: boolean; readonly limit: number; readonly offset: number }

/**
 * The way to a page of a list of `total` rows that passes over the fewest. A page of the second half is read from the
 * end, in the opposite order, and its rows are turned round (`asListed`): the last page costs the same as the first.
 */
export const pageWindow = (total: number, { page, limit }: { page: number; limit: number }): PageWindow =>
  rowWindow(total, (page - 1) * limit, limit)

/** The same for this many rows behind `before` others. */
export function rowWindow(total: number, before: number, limit: number): PageWindow {
  const rows = Math.max(0, Math.min(limit, total - before))
  const behind = total - before - rows
  return behind < before
    ? { backwards: true, limit: rows, offset: Math.max(0, behind) }
    : { backwards: false, limit: rows, offset: before }
}

/** The rows in the order of the list. */
export const asListed = <T>({ backwards }: PageWindow, rows: readonly T[]): T[] =>
  backwards ? rows.toReversed() : [...rows]

/** The direction in which the database reads a list that is shown in `direction`. */
export const readDirection = ({ backwards }: PageWindow, direction: 'asc' | 'desc'): 'asc' | 'desc' =>
  (direction === 'asc') === backwards ? 'desc' : 'asc'

/** The conditions on the texts of a row, and all others. */
export type Filters = {
  readonly texts: readonly RawBuilder<SqlBool>[]
  readonly conditions: readonly RawBuilder<SqlBool>[]
}

/** The WHERE of the query. */
export function whereOf({ texts, conditions }: Filters): RawBuilder<unknown> {
  const all = [...texts, ...conditions]
  return all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``
}

/**
 * FROM and WHERE of rows that are read in the order of an index, up to as many as a page needs. PostgreSQL expects any
 * word in every third row, and would read and sort all rows. An `offset` has it read the rows in their order and stop.
 */
export function walked(db: Db, table: string, filters: Filters, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const whole = sql.table(table)
  if (filters.texts.length === 0 || engineOf(db).name === 'sqlite') return sql`from ${whole} ${whereOf(filters)}`
  const { texts, conditions } = filters
  return sql`from (select * from ${whole} ${whereOf({ texts: [], conditions })} order by ${order} offset 0) ${whole}
    ${whereOf({ texts, conditions: [] })}`
}

/**
 * The rows of a page of `found`, in this order of its columns, and their number in all, found and counted in one
 * statement. It is for PostgreSQL, if no index has the asked order, or if the page lies far behind.
 */
export async function foundAndCounted<Row>(
  db: Db,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row & { total: number }>`
    with nadjeno as materialized (${found})
    select n.*, (select count(*) from nadjeno) as total from nadjeno n order by ${order}
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  if (rows[0] || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  const counted = await sql<{ total: number }>`select count(*) as total from (${found}) n`.execute(db)
  return { rows: [], total: counted.rows[0]?.total ?? 0 }
}
