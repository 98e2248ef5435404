import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { wordFinder } from '#domain/word-finder.ts'
import { breathe, each, isDue } from '#server/breathe.ts'
import { EachRow, type EngineAdapter } from '#server/db/engine.ts'
import type { Query } from '#server/db/statement.ts'
import { sqlite } from './sqlite-engine.ts'

/** Older ones have the WAL-reset bug that can corrupt a database. */
const OLDEST_SQLITE = [3, 51, 3] as const
/**
 * A save touches some hundred rows far apart, and writes the page of each into the log: small pages keep the log short.
 * Reads after a save fetch their pages again, one by one: large pages are fewer (docs/decisions/sqlite.md).
 */
const PAGE_BYTES = 2048
/** The log is copied into the file after these pages (64 MiB): in one of some 350 saves, which takes 15 ms more. */
const CHECKPOINT_PAGES = 32_768
/** The answer of `pragma synchronous` for FULL. */
const SYNCHRONOUS_FULL = 2
/**
 * Pages kept in memory. A save needs few and always the same. A search of the audit trail reads all of one index; with
 * less memory it would fetch each page again every time, even without saves.
 */
const WRITER_KIB = 8_192
const READER_KIB = 49_152
/** Pages of a connection for single reads: sessions, single records. */
export const SINGLE_READS_KIB = 8_192
/** Compiled statements kept for reuse; about 3× on reads. */
const MAX_PREPARED = 300

/** The file in `dataDir` that holds everything. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'zalihe.db')

/** `close` closes the file too where Kysely never came to open it. */
type Opened = { dialect: SqliteDialect; close: () => void }

/** Opens the file in `dataDir` for one writer, with every durability promise asserted. */
export function openSqlite(dataDir: string): Opened {
  assertSqliteVersion()
  mkdirSync(dataDir, { recursive: true })
  const file = databaseFile(dataDir)
  // The file will hold everybody's names and the hashes of their passwords. An existing file keeps its mode.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const database = openFile(file)
  try {
    database.exec(`
      pragma page_size = ${PAGE_BYTES};
      pragma journal_mode = wal;
      pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
      pragma synchronous = full;
      pragma fullfsync = on;
      pragma checkpoint_fullfsync = on;
      pragma foreign_keys = on;
      pragma busy_timeout = 5000;
      pragma cache_size = -${WRITER_KIB};
      pragma temp_store = memory;`)
    assertDurable(database)
  } catch (error) {
    database.close()
    throw refusedFile(dataDir, error)
  }
  return opened(database)
}

const SQLITE_READONLY = 8
const SQLITE_CORRUPT = 11
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/** Opens a database file; if this user may not open it, a sentence names the file. */
export function openFile(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  try {
    return new DatabaseSync(file, options)
  } catch (error) {
    throw refused(file, error)
  }
}

/** Turns an error of the database in `dataDir` into a sentence; any other error stays as it is. */
export const refusedFile = (dataDir: string, error: unknown): unknown => refused(databaseFile(dataDir), error)

const WHAT_TO_DO =
  'Vratite poslednju kopiju: npm run restore -- fajl; ovaj fajl ostaje sačuvan. Šta je oštećeno kaže npm run verify.'

/** SQLite's message says neither the file, nor the user it refused (as after a restore by root), nor what to do. */
function refused(file: string, error: unknown): unknown {
  const { errcode = 0, message } = error as Error & { errcode?: number }
  if ((errcode & 0xff) === SQLITE_NOTADB)
    return new Error(`Fajl ${file} nije baza (${message}). ${WHAT_TO_DO}`, { cause: error })
  if ((errcode & 0xff) === SQLITE_CORRUPT)
    return new Error(`Fajl baze ${file} je oštećen (${message}). ${WHAT_TO_DO}`, { cause: error })
  if (![SQLITE_READONLY, SQLITE_CANTOPEN].includes(errcode & 0xff)) return error
  const user = process.getuid ? ` korisniku ${process.getuid()}, pod kojim ova komanda radi` : ' ovom korisniku'
  return new Error(
    `Fajl baze ${file} ne može da se otvori (${message}). Dozvolite ga, sa njegovim folderom (DATA_DIR),${user}.`,
    { cause: error },
  )
}

/** The file in `dataDir`; throws with a sentence without one. */
export function existingDatabase(dataDir: string): string {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) throw new Error(`U folderu ${dataDir} nema baze.`)
  return file
}

/**
 * Opens the file in `dataDir` for reading alone, beside a program that writes to it, with at most this many KiB of
 * pages in memory; throws with a sentence without one.
 */
export function openSqliteReader(dataDir: string, kib = READER_KIB): Opened {
  const database = openFile(existingDatabase(dataDir), { readOnly: true })
  database.exec(`pragma busy_timeout = 5000; pragma cache_size = -${kib}; pragma temp_store = memory;`)
  return opened(database)
}

/** Opens a copy that nobody will read again: nothing of it has to reach the disk. */
export function openScratch(file: string): Opened {
  const database = openFile(file)
  database.exec(`
    pragma journal_mode = memory;
    pragma synchronous = off;
    pragma foreign_keys = on;
    pragma cache_size = -${WRITER_KIB};
    pragma temp_store = memory;`)
  return opened(database)
}

/** An empty database that no file holds. */
export const openSqliteInMemory = (): Opened => opened(new DatabaseSync(':memory:'))

function opened(database: DatabaseSync): Opened {
  database.function('reci', { deterministic: true, directOnly: true }, wordsIn())
  return { dialect: new Dialect(adapt(database)), close: () => database.isOpen && database.close() }
}

/** Finders that are kept: those of one statement, each asked for with every row. */
const MAX_FINDERS = 8

/**
 * The answer of `reci(text, words)` (server/db/sqlite/sqlite-engine.ts): the bits of those words, a list in JSON, that
 * stand in the text.
 */
function wordsIn() {
  const known = new Map<unknown, (text: string) => number>()
  return (text: SQLInputValue, words: SQLInputValue) => {
    const finder = known.get(words) ?? wordFinder(JSON.parse(String(words)))
    if (known.size === MAX_FINDERS && !known.has(words)) known.clear()
    known.set(words, finder)
    return finder(String(text ?? ''))
  }
}

/** Refuses an SQLite that may damage a database; `version` is that of this process unless a test names another. */
export function assertSqliteVersion(version = process.versions.sqlite ?? '0'): void {
  const parts = version.split('.').map(Number)
  const difference = OLDEST_SQLITE.map((oldest, i) => (parts[i] ?? 0) - oldest).find((d) => d !== 0) ?? 0
  if (difference < 0) throw new Error(`SQLite ${version} je prestar, potreban je najmanje ${OLDEST_SQLITE.join('.')}.`)
}

/** Refuses a connection on which a commit would be answered before it is on the disk. */
export function assertDurable(database: DatabaseSync): void {
  const { synchronous } = database.prepare('pragma synchronous').get() ?? {}
  if (synchronous !== SYNCHRONOUS_FULL)
    throw new Error(`SQLite: synchronous mora biti FULL (${SYNCHRONOUS_FULL}), a jeste ${synchronous}.`)
  const { journal_mode } = database.prepare('pragma journal_mode').get() ?? {}
  if (journal_mode !== 'wal') throw new Error(`SQLite: journal_mode mora biti wal, a jeste ${journal_mode}.`)
}

/** Kysely leaves changes of the schema out of transactions on SQLite, although SQLite undoes them like any other. */
class Adapter extends SqliteAdapter implements EngineAdapter {
  readonly engine = sqlite

  override get supportsTransactionalDdl() {
    return true
  }
}

class Dialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(database: SqliteDatabase) {
    super({ database })
    this.#database = database
  }

  override createAdapter() {
    return new Adapter()
  }

  override createDriver(): Driver {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async () => lettingOthersIn(await acquire(), this.#database)
    return driver
  }
}

/**
 * SQLite answers on our only thread: between the steps of a long statement others get their turn here. Long answers are
 * handed over row by row.
 */
const lettingOthersIn = (connection: DatabaseConnection, database: SqliteDatabase): DatabaseConnection => ({
  streamQuery: (query, size) => connection.streamQuery(query, size),
  async executeQuery<Row>(query: CompiledQuery & Pick<Query<Row>, 'step'>): Promise<QueryResult<Row>> {
    if (isDue()) await breathe()
    if (!query.step) return connection.executeQuery(query)
    await each(database.prepare(query.sql).iterate(query.parameters) as Iterable<Row>, query.step)
    return { rows: [] }
  },
})

/** node:sqlite in the shape that Kysely's dialect expects. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.isOpen && database.close(),
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) {
        prepared.delete(sql)
        prepared.set(sql, known)
        return known
      }
      const statement = adaptStatement(database.prepare(sql))
      prepared.set(sql, statement)
      if (prepared.size > MAX_PREPARED) prepared.delete(prepared.keys().next().value as string)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  const names = statement.columns().map(({ name }) => name)
  // The objects that node:sqlite makes are slow to read and to spread: four times as slow as these.
  statement.setReturnArrays(true)
  const objectOf = (values: unknown) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = (values as unknown[])[i]
    return row
  }
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...bind(parameters)).map(objectOf),
    run: (parameters) =>
      parameters[0] instanceof EachRow ? runEach(statement, parameters[0]) : statement.run(...bind(parameters)),
    *iterate(parameters) {
      for (const values of statement.iterate(...bind(parameters))) yield objectOf(values)
    },
  }
}

function runEach(statement: StatementSync, { names, rows }: EachRow) {
  const values: SQLInputValue[] = new Array(names.length)
  let lastInsertRowid: number | bigint = 0
  for (const row of rows) {
    for (let i = 0; i < names.length; i++) values[i] = bound(row[names[i] as string])
    lastInsertRowid = statement.run(...values).lastInsertRowid
  }
  return { changes: rows.length, lastInsertRowid }
}

const bind = (parameters: readonly unknown[]): SQLInputValue[] => parameters.map(bound)

/** node:sqlite binds a JS number as REAL, which makes 7 the text '7.0' in a TEXT column: integers go as BigInt. */
function bound(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'boolean') return value ? 1n : 0n
  return (value ?? null) as SQLInputValue
}
