import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { whereOf } from '#server/db/page-window.ts'
import type { Db, Schema } from '#server/db/schema.ts'

/** Rows of a page, and the number of rows on all pages. */
export type Found<T> = { readonly rows: T[]; readonly total: number }
type Page = { readonly page: number; readonly limit: number }

/**
 * Each word of `search` must stand in the column `trazi`. Rows keep the order of their query, then that of `by`, then
 * that of their ids; `order` is descending by default.
 */
type Asked = Page & {
  readonly search?: string | undefined
  readonly where?: readonly RawBuilder<SqlBool>[]
  readonly by?: RawBuilder<unknown>
  readonly order?: 'asc' | 'desc'
}

/** A page of `rows`, a query whose first table is `table`: only it is counted, so conditions use its columns. */
export async function pageFrom<DB, TB extends keyof DB, O>(
  db: Db,
  table: keyof Schema,
  rows: SelectQueryBuilder<DB, TB, O>,
  { search = '', where = [], by, order = 'desc', page, limit }: Asked,
): Promise<Found<O>> {
  const conditions = [...containsWords(engineOf(db), `${table}.trazi`, search), ...where]
  const counted = sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} ${whereOf({ texts: [], conditions })}`
  const { rows: counts } = await counted.execute(db)
  const found = rows
    .where(({ and }) => and(conditions))
    .$if(by !== undefined, (query) => query.orderBy(by as RawBuilder<unknown>, order))
    .orderBy(sql.ref(`${table}.id`), order)
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows: await found.execute(), total: counts[0]?.total ?? 0 }
}

/** The answer of a list: its rows, also under their name in the specification (`alias`), and the number of pages. */
export function pageOf<T, A extends string = never>({ rows, total }: Found<T>, { page, limit }: Page, alias?: A) {
  return {
    results: rows,
    ...((alias ? { [alias]: rows } : {}) as Record<A, T[]>),
    total,
    totalPages: Math.ceil(total / limit),
    page,
    limit,
  }
}
