import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** Everything in which the two engines differ, beyond opening them. */
export type Engine = {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Rows sent as one JSON parameter, to be used in a FROM clause: one statement whatever the number of rows.
   * `columns` name the fields of the objects and their types; texts sort by their bytes, as all our columns do.
   */
  rows<T extends Record<string, 'int' | 'text'>>(
    columns: T,
    values: readonly { [K in keyof T]: unknown }[],
  ): RawBuilder<unknown>
  /** A list of texts or integers to compare with: `column in ${list(...)}` with one parameter. */
  list<T extends string | number>(values: readonly T[]): RawBuilder<T>
  /** Locks the selected rows until the transaction ends; SQLite has one writer anyway. */
  readonly forUpdate: RawBuilder<unknown>
  /** Keeps the selected rows from being removed until the transaction ends, and lets everybody else do the same. */
  readonly forKeyShare: RawBuilder<unknown>
  /**
   * Joins, to each row of the FROM clause before it, the rows of `table` (called `alias`) whose ids the correlated
   * query `ids` selects, e.g. the first eight of each.
   */
  joinEach(table: string, alias: string, ids: RawBuilder<unknown>): RawBuilder<unknown>
  /** True when the error says that a unique key is taken. */
  isUniqueViolation(error: unknown): boolean
  /** True when a row is still referred to (or refers to nothing). */
  isForeignKeyViolation(error: unknown): boolean
  /** True when the transaction lost against another one and may simply be tried again. */
  isRetryable(error: unknown): boolean
}

const SQLITE_CONSTRAINT_UNIQUE = [2067, 1555]
const SQLITE_CONSTRAINT_FOREIGN_KEY = [787, 1811]
const SQLITE_BUSY = 5

const sqliteCode = (error: unknown) => (error as { errcode?: number } | null)?.errcode ?? 0
const pgCode = (error: unknown) => (error as { code?: string } | null)?.code ?? ''

const sqlite: Engine = {
  name: 'sqlite',
  rows(columns, values) {
    const names = Object.keys(columns)
    const fields = names.map((name, i) => sql`value ->> ${sql.lit(i)} as ${sql.ref(name)}`)
    const tuples = JSON.stringify(values.map((row) => names.map((name) => row[name])))
    return sql`(select ${sql.join(fields)} from json_each(${tuples}))`
  },
  list: <T>(values: readonly T[]) => sql<T>`(select value from json_each(${JSON.stringify(values)}))`,
  forUpdate: sql``,
  forKeyShare: sql``,
  joinEach: (table, alias, ids) =>
    sql`join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} in (${ids})`,
  isUniqueViolation: (error) => SQLITE_CONSTRAINT_UNIQUE.includes(sqliteCode(error)),
  isForeignKeyViolation: (error) => SQLITE_CONSTRAINT_FOREIGN_KEY.includes(sqliteCode(error)),
  isRetryable: (error) => (sqliteCode(error) & 0xff) === SQLITE_BUSY,
}

const postgres: Engine = {
  name: 'postgres',
  rows(columns, values) {
    const fields = Object.entries(columns).map(
      ([name, type], i) =>
        sql`(value ->> ${sql.lit(i)})${sql.raw(type === 'int' ? '::bigint' : ' collate "C"')} as ${sql.ref(name)}`,
    )
    const names = Object.keys(columns)
    const tuples = JSON.stringify(values.map((row) => names.map((name) => row[name])))
    return sql`(select ${sql.join(fields)} from json_array_elements(${tuples}::json) value)`
  },
  list<T>(values: readonly T[]) {
    const type = typeof values[0] === 'number' ? 'bigint' : 'text'
    return sql<T>`(select value::${sql.raw(type)} from json_array_elements_text(${JSON.stringify(values)}::json) value)`
  },
  forUpdate: sql`for update`,
  forKeyShare: sql`for key share`,
  joinEach: (table, alias, ids) =>
    sql`cross join lateral (${ids}) chosen join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = chosen.id`,
  isUniqueViolation: (error) => pgCode(error) === '23505',
  isForeignKeyViolation: (error) => pgCode(error) === '23503',
  // Handlers look before they write, so a broken reference means that somebody removed the row in between: looking
  // again finds the sentence to refuse with.
  isRetryable: (error) => ['40001', '40P01', '23503'].includes(pgCode(error)),
}

export const engineOf = (db: Kysely<never> | Kysely<unknown> | { getExecutor(): { adapter: unknown } }): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
