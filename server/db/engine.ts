import { CompiledQuery, type Kysely, PostgresAdapter, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Columns = Readonly<Record<string, 'int' | 'text'>>
export type RowOf<T extends Columns> = { readonly [K in keyof T]: unknown }
type AnyDb = Kysely<never> | Kysely<Schema> | Transaction<Schema>

/** What `rows` of these columns takes as its parameter, for statements that are built once (server/db/statement.ts). */
export function tuplesOf<T extends Columns>(columns: T, values: readonly RowOf<T>[]): string {
  const names = Object.keys(columns)
  const plain = (value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify(values.map((row) => names.map((name) => plain(row[name]))))
}

/** Many rows for one statement; the SQLite driver runs it once for each, with the named columns (server/db/sqlite/open-sqlite.ts). */
export class EachRow {
  readonly names: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]

  constructor(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]) {
    this.names = names
    this.rows = rows
  }
}

/** Values of a statement whose text never changes: PostgreSQL plans it once for each connection. */
export class Planned extends Array<unknown> {}

/**
 * Values of a statement whose answer nobody needs: PostgreSQL's driver sends it and goes on, and its error is thrown at
 * the next question or at the commit (server/db/postgres/driver.ts).
 */
export class Unanswered extends Array<unknown> {}

/** What is done to rows of one table; `keys` name them, and `columns` have their values. */
type Verb = {
  readonly verb: 'insert' | 'update' | 'increase' | 'add'
  readonly table: string
  readonly keys: Columns
  readonly columns: Columns
  /** For SQLite: the statement for one row, and the names of its values in their order. */
  readonly one: { readonly text: string; readonly names: readonly string[] }
}
/** A verb, made once, with its rows. */
export type Write = { readonly does: Verb; readonly rows: readonly Readonly<Record<string, unknown>>[] }

/** New rows for a table. */
export function insertion<T extends Columns>(table: string, columns: T): (rows: readonly RowOf<T>[]) => Write {
  const does = verbOf('insert', table, {}, columns)
  return (rows) => ({ does, rows })
}
const keyed =
  (verb: Verb['verb']) =>
  <K extends Columns, T extends Columns>(table: string, keys: K, columns: T) => {
    const does = verbOf(verb, table, keys, columns)
    return (rows: readonly (RowOf<K> & RowOf<T>)[]): Write => ({ does, rows })
  }
/** Other values of `columns` for the rows that `keys` name, each row its own. */
export const update = keyed('update')
/** Adds `columns` to the rows that `keys` name, as far as they are there. */
export const increase = keyed('increase')
/** Adds `columns` to the rows that the primary `keys` name, and makes those that are not there. */
export const addition = keyed('add')

function verbOf(verb: Verb['verb'], table: string, keys: Columns, columns: Columns): Verb {
  const set = Object.keys(columns)
  const found = Object.keys(keys)
  const names = [...set, ...found]
  const assign = (some: string[], value: (name: string) => string) => some.map((name) => `"${name}" = ${value(name)}`)
  const value = (name: string) => (verb === 'increase' ? `"${name}" + ?` : '?')
  const where = assign(found, () => '?').join(' and ')
  const text =
    verb === 'update' || verb === 'increase'
      ? `update "${table}" set ${assign(set, value).join(', ')} where ${where}`
      : `insert into "${table}" (${comma(names)}) values (${names.map(() => '?').join(', ')})`
  const added = verb === 'add' ? ` ${onConflictAdd(table, found, set)}` : ''
  return { verb, table, keys, columns, one: { text: text + added, names } }
}

/** What the SQLite driver runs for a write. */
export const eachOf = ({ does: { one }, rows }: Write): CompiledQuery =>
  CompiledQuery.raw(one.text, [new EachRow(one.names, rows)])

/**
 * In one order, so that two transactions that add to the same rows seldom wait for each other in a circle. PostgreSQL
 * locks the rows of `update … from` in whatever order it plans; a circle ends with 40P01, after which the work runs
 * again (transactions.ts).
 */
function inOrder<T extends Readonly<Record<string, unknown>>>(keys: Columns, rows: readonly T[]): T[] {
  const keyOf = (row: T) => JSON.stringify(Object.keys(keys).map((name) => row[name]))
  const pairs = rows.map((row) => ({ key: keyOf(row), row }))
  return pairs.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
}

/**
 * The differences between the engines that several places need. A difference that only one place has is decided there,
 * by `name`.
 */
export type Engine = {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Writes all of it: for SQLite a statement prepared once for each table and run for each row, for PostgreSQL one
   * statement in all, of which no part sees what another one writes, and whose answer is not waited for.
   */
  write(tx: AnyDb, writes: readonly Write[]): Promise<void>
  /**
   * Rows sent as one JSON parameter, to be used in a FROM clause: one statement whatever the number of rows.
   * `columns` name the fields of the objects and their types; texts sort by their bytes, as all our columns do.
   */
  rows<T extends Columns>(columns: T, values: readonly RowOf<T>[]): RawBuilder<unknown>
  /** A list of texts or integers to compare with: `column in ${list(...)}` with one parameter. */
  list<T extends string | number>(values: readonly T[]): RawBuilder<T>
  /** Whether others write at the same time; SQLite has one writer. */
  readonly locksRows: boolean
  /** Locks the selected rows until the transaction ends; on SQLite nothing. */
  readonly forUpdate: RawBuilder<unknown>
  /**
   * The same, but rows may be referred to meanwhile. For documents: whoever changes a lot twice in a transaction has
   * PostgreSQL look at the lot's document, and holds the ledger for which the document's change may wait.
   */
  readonly forNoKeyUpdate: RawBuilder<unknown>
  /** Keeps the selected rows from being removed until the transaction ends, and lets everybody else do the same. */
  readonly forKeyShare: RawBuilder<unknown>
  /**
   * Joins, to each row of the FROM clause before it, the rows of `table` (called `alias`) whose ids the correlated
   * query `ids` selects, e.g. the first eight of each.
   */
  joinEach(table: string, alias: string, ids: RawBuilder<unknown>): RawBuilder<unknown>
  /** True when the error says that a unique key is taken. */
  isUniqueViolation(error: unknown): boolean
  /** True when the transaction lost against another one and may simply be tried again. */
  isRetryable(error: unknown): boolean
  /**
   * What keeps the database from working, where the error says so: no room on its disk, a disk that fails, a connection
   * lost while it was saving, a server that is away or overrun, or a newer program that has taken it over. Null for
   * every other error.
   */
  outageOf(error: unknown): Outage | null
}
export type Outage = 'full' | 'disk' | 'unknown' | 'away' | 'newer'

/** A newer program has migrated the database while this one was running. */
export class NewerDatabase extends Error {
  constructor(version: string) {
    super(takenOver(version))
  }
}
/** For operators: what to do about a newer program beside this one. */
export const takenOver = (version: string): string =>
  `Bazu je preuzela novija verzija programa (${version}). Zaustavite ovu: čita, ali više ne snima.`

const SQLITE_CONSTRAINT_UNIQUE = [2067, 1555]
const SQLITE_BUSY = 5
/** Primary result codes: FULL; READONLY, IOERR and CANTOPEN; BUSY. */
const SQLITE_OUTAGES: Readonly<Record<number, Outage>> = { 13: 'full', 8: 'disk', 10: 'disk', 14: 'disk', 5: 'away' }
/** Codes, or the classes that they begin with: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_OUTAGES: Readonly<Record<string, Outage>> = {
  '53100': 'full',
  '08007': 'unknown',
  '53': 'away',
  '58': 'disk',
  '08': 'away',
  '57P': 'away',
  '25006': 'away',
}
/** A connection that ends or can't be made has no code of PostgreSQL's. */
const UNREACHABLE =
  /^E(CONN|PIPE|HOST|NET|TIMEDOUT|NOTFOUND|AI_AGAIN)|^Connection terminated|connection error and is not queryable|timeout exceeded when trying/

const sqliteCode = (error: unknown) => (error as { errcode?: number } | null)?.errcode ?? 0
const pgCode = (error: unknown) => (error as { code?: string } | null)?.code ?? ''

const sqlite: Engine = {
  name: 'sqlite',
  async write(tx, writes) {
    for (const { does, rows } of writes) {
      if (rows.length === 0) continue
      // A prepared statement run once per row costs SQLite less than taking rows out of JSON.
      await (tx as Kysely<unknown>).executeQuery(eachOf({ does, rows }))
    }
  },
  rows(columns, values) {
    const fields = Object.keys(columns).map((name, i) => sql`value ->> ${sql.lit(i)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(fields)} from json_each(${tuplesOf(columns, values)}))`
  },
  list: <T>(values: readonly T[]) => sql<T>`(select value from json_each(${JSON.stringify(values)}))`,
  locksRows: false,
  forUpdate: sql``,
  forNoKeyUpdate: sql``,
  forKeyShare: sql``,
  joinEach: (table, alias, ids) =>
    sql`join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} in (${ids})`,
  isUniqueViolation: (error) => SQLITE_CONSTRAINT_UNIQUE.includes(sqliteCode(error)),
  isRetryable: (error) => (sqliteCode(error) & 0xff) === SQLITE_BUSY,
  outageOf: (error) => (error instanceof NewerDatabase ? 'newer' : (SQLITE_OUTAGES[sqliteCode(error) & 0xff] ?? null)),
}

const postgres: Engine = {
  name: 'postgres',
  async write(tx, writes) {
    const statements = writes.filter(({ rows }) => rows.length > 0).map(postgresWrite)
    const [last, ...others] = statements.reverse()
    if (!last) return
    const parts = others.map((statement, at) => sql`${sql.ref(`w${at}`)} as (${statement})`)
    const all = parts.length > 0 ? sql`with ${sql.join(parts)} ${last}` : last
    const { sql: text, parameters } = all.compile(tx as Kysely<unknown>)
    await (tx as Kysely<unknown>).executeQuery(CompiledQuery.raw(text, Unanswered.from(parameters)))
  },
  rows(columns, values) {
    const fields = Object.entries(columns).map(
      ([name, type], i) =>
        sql`(value ->> ${sql.lit(i)})${sql.raw(type === 'int' ? '::bigint' : ' collate "C"')} as ${sql.ref(name)}`,
    )
    return sql`(select ${sql.join(fields)} from jsonb_array_elements(${tuplesOf(columns, values)}::jsonb) value)`
  },
  list<T>(values: readonly T[]) {
    const type = typeof values[0] === 'number' ? 'bigint' : 'text'
    return sql<T>`(select value::${sql.raw(type)} as value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) value)`
  },
  locksRows: true,
  forUpdate: sql`for update`,
  forNoKeyUpdate: sql`for no key update`,
  forKeyShare: sql`for key share`,
  joinEach: (table, alias, ids) =>
    sql`cross join lateral (${ids}) chosen join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = chosen.id`,
  isUniqueViolation: (error) => pgCode(error) === '23505',
  // Handlers look before they write, so a broken reference means that somebody removed the row in between: looking
  // again finds the sentence to refuse with.
  isRetryable: (error) => ['40001', '40P01', '23503'].includes(pgCode(error)),
  outageOf(error) {
    if (error instanceof NewerDatabase) return 'newer'
    const code = pgCode(error)
    const known = POSTGRES_OUTAGES[code] ?? POSTGRES_OUTAGES[code.slice(0, 3)] ?? POSTGRES_OUTAGES[code.slice(0, 2)]
    return known ?? (UNREACHABLE.test(code || String((error as Error | null)?.message)) ? 'away' : null)
  },
}

function postgresWrite({ does: { verb, table, keys, columns }, rows }: Write): RawBuilder<unknown> {
  const set = Object.keys(columns)
  const found = Object.keys(keys)
  const g = postgres.rows({ ...keys, ...columns }, verb === 'update' ? rows : inOrder(keys, rows))
  if (verb === 'update' || verb === 'increase') {
    const value = (name: string) => (verb === 'increase' ? `"${table}"."${name}" + g."${name}"` : `g."${name}"`)
    const assign = sql.raw(set.map((name) => `"${name}" = ${value(name)}`).join(', '))
    const where = sql.raw(found.map((name) => `"${table}"."${name}" = g."${name}"`).join(' and '))
    return sql`update ${sql.table(table)} set ${assign} from ${g} g where ${where}`
  }
  const names = sql.raw(comma([...found, ...set]))
  const added = sql.raw(verb === 'add' ? onConflictAdd(table, found, set) : '')
  return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${g} g ${added}`
}

function comma(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

function onConflictAdd(table: string, keys: string[], columns: string[]): string {
  const sums = columns.map((name) => `"${name}" = "${table}"."${name}" + excluded."${name}"`)
  return `on conflict (${comma(keys)}) do update set ${sums.join(', ')}`
}

/** The engine behind a database or a transaction. */
export const engineOf = (db: Kysely<never> | Kysely<unknown> | { getExecutor(): { adapter: unknown } }): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite
