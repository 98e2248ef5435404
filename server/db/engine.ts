import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Db, Schema } from './schema.ts'

export type Columns = Readonly<Record<string, 'int' | 'text'>>
export type RowOf<T extends Columns> = { readonly [K in keyof T]: unknown }
type AnyDb = Kysely<never> | Kysely<Schema> | Transaction<Schema>

/** The parameter that `rows` of these columns takes, for statements that are built once (server/db/statement.ts). */
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

/** A way to write rows of one table; `keys` name them, and `columns` have their values. */
type Verb = {
  readonly verb: 'insert' | 'update' | 'add'
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
/** Adds `columns` to the rows that the primary `keys` name, and makes those that are not there. */
export const addition = keyed('add')

function verbOf(verb: Verb['verb'], table: string, keys: Columns, columns: Columns): Verb {
  const set = Object.keys(columns)
  const found = Object.keys(keys)
  const names = [...set, ...found]
  const assign = (some: string[]) => some.map((name) => `"${name}" = ?`)
  const where = assign(found).join(' and ')
  const text =
    verb === 'update'
      ? `update "${table}" set ${assign(set).join(', ')} where ${where}`
      : `insert into "${table}" (${comma(names)}) values (${names.map(() => '?').join(', ')})`
  const added = verb === 'add' ? ` ${onConflictAdd(table, found, set)}` : ''
  return { verb, table, keys, columns, one: { text: text + added, names } }
}

export function comma(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

export function onConflictAdd(table: string, keys: string[], columns: string[]): string {
  const sums = columns.map((name) => `"${name}" = "${table}"."${name}" + excluded."${name}"`)
  return `on conflict (${comma(keys)}) do update set ${sums.join(', ')}`
}

/**
 * The differences between the engines that several places need. A difference that only one place has is decided there,
 * by `name`.
 */
export type Engine = {
  readonly name: 'sqlite' | 'postgres'
  /**
   * Writes all of it. SQLite prepares a statement for each table and runs it for each row. PostgreSQL gets one
   * statement in all; no part of it sees the rows that another part writes.
   */
  write(tx: AnyDb, writes: readonly Write[]): Promise<void>
  /**
   * Rows sent as one JSON parameter, to be used in a FROM clause: one statement whatever the number of rows.
   * `columns` name the fields of the objects and their types; texts sort by their bytes, as all our columns do.
   */
  rows<T extends Columns>(columns: T, values: readonly RowOf<T>[]): RawBuilder<unknown>
  /** A list of texts or integers to compare with: `column in ${list(...)}` with one parameter. */
  list<T extends string | number>(values: readonly T[]): RawBuilder<T>
  /**
   * True if a text has a piece in it, unchanged. At each letter of the text it compares as many bytes at once as the
   * piece has: a comparison letter by letter could take long for a long text (docs/decisions/search.md).
   */
  contains(text: RawBuilder<unknown>, piece: string): RawBuilder<SqlBool>
  /**
   * Finds which of some words stand in a text, as `wordFinder` (domain) tells it; null where the engine cannot run a
   * function of ours.
   */
  readonly wordsIn: ((text: RawBuilder<unknown>, words: readonly (readonly string[])[]) => RawBuilder<number>) | null
  /** True if others can write at the same time; SQLite has one writer. */
  readonly locksRows: boolean
  /** Locks the selected rows until the transaction ends; on SQLite nothing. */
  readonly forUpdate: RawBuilder<unknown>
  /**
   * The same, but others may refer to the rows meanwhile. It is for documents: when a transaction changes a lot twice,
   * PostgreSQL checks the lot's document, and that transaction holds the ledger for which the change of the document
   * may wait.
   */
  readonly forNoKeyUpdate: RawBuilder<unknown>
  /** Prevents the removal of the selected rows until the transaction ends; others may hold them in the same way. */
  readonly forKeyShare: RawBuilder<unknown>
  /**
   * Joins, to each row of the FROM clause before it, the rows of `table` (called `alias`) whose ids the correlated
   * query `ids` selects, e.g. the first eight of each.
   */
  joinEach(table: string, alias: string, ids: RawBuilder<unknown>): RawBuilder<unknown>
  /** Has the database check itself, as far as the engine can: reads everything there is. */
  checkIntegrity(db: Db): Promise<Integrity>
  /** Lists the parts of the schema. */
  readonly schemaObjects: RawBuilder<SchemaObject>
  /** True when the error says that a unique key is taken. */
  isUniqueViolation(error: unknown): boolean
  /** True when the transaction lost against another one and may be tried again. */
  isRetryable(error: unknown): boolean
  /**
   * The reason why the database cannot work, if the error says one: no room on its disk, a disk that fails, a
   * connection lost while it was saving, a server that is away or overrun, or a newer program that has taken it over.
   * Null for every other error.
   */
  outageOf(error: unknown): Outage | null
}
export type Outage = 'full' | 'disk' | 'unknown' | 'away' | 'newer'

/**
 * Somebody else took the value that a save had chosen for itself: the work runs again from the start and chooses
 * another one.
 */
export class TakenMeanwhile extends Error {
  readonly code = '40001'
}

/** A newer program has migrated the database while this one was running. */
export class NewerDatabase extends Error {
  constructor(version: string) {
    super(takenOver(version))
  }
}
/** For operators: what to do about a newer program beside this one. */
export const takenOver = (version: string): string =>
  `Bazu je preuzela novija verzija programa (${version}). Zaustavite ovu: čita, ali više ne upisuje.`

/** A dialect's adapter that says which engine it is for. */
export type EngineAdapter = { readonly engine: Engine }

/** The engine behind a database or a transaction: that of its dialect. */
export const engineOf = (db: { getExecutor(): { adapter: unknown } }): Engine =>
  (db.getExecutor().adapter as EngineAdapter).engine

/** Faults that the database finds in itself, in Serbian; null where all is right. */
export type Integrity = {
  /** Pages, indexes and rows that cannot be read as they were written: nothing else can be trusted. */
  readonly damage: string | null
  /** A row that refers to a missing one. */
  readonly reference: string | null
  /** An audit trail that somebody could change. */
  readonly unguarded: string | null
  /** A row that breaks a rule of its table. */
  readonly rule: string | null
  /** The checks that were not possible on this database. */
  readonly leftOut: string | null
}

/** The trail of a database without the triggers that keep it. */
export const UNGUARDED = 'Dnevnik nije zaštićen od izmena: nedostaje okidač koji ih odbija.'
/** The tables of the trail; SQLite has a trigger for each way to change one, PostgreSQL one for all. */
export const TRAIL = ['dnevnik', 'pomereno', 'pecat']

export const missingParent = (table: string, row: string, parent: string) =>
  `Tabela ${table}: red${row} se poziva na red tabele ${parent} koji ne postoji.`

/** A part of the schema by its kind and name, and the text that defines it. */
export type SchemaObject = { readonly name: string; readonly text: string }
