import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { EachRow } from './engine.ts'

/** Older ones have the WAL-reset bug that can corrupt a database. */
const OLDEST_SQLITE = [3, 51, 3] as const
/**
 * A save touches some hundred rows far apart, and each one's whole page goes into the log: small pages make it a
 * quarter as long (docs/decisions/0003-sqlite.md).
 */
const PAGE_BYTES = 1024
/** The log is copied into the file after so many pages (16 MiB). */
const CHECKPOINT_PAGES = 16_384
const DATABASE_FILE = 'zalihe.db'
/** Compiled statements kept for reuse; about 3× on reads. */
const MAX_PREPARED = 300

/** Opens the file in `dataDir` for one writer, with every durability promise asserted, and a reader beside it. */
export function openSqlite(dataDir: string): { writer: SqliteDialect; reader: SqliteDialect } {
  assertVersion()
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, DATABASE_FILE)
  const writer = new DatabaseSync(file)
  writer.exec(`
    pragma page_size = ${PAGE_BYTES};
    pragma journal_mode = wal;
    pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 5000;
    pragma cache_size = -65536;
    pragma temp_store = memory;`)
  const synchronous = writer.prepare('pragma synchronous').get()?.synchronous
  if (synchronous !== 2) throw new Error(`SQLite: synchronous mora biti FULL (2), a jeste ${synchronous}.`)
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('pragma busy_timeout = 5000; pragma cache_size = -65536; pragma temp_store = memory;')
  return {
    writer: new SqliteDialect({ database: adapt(writer) }),
    reader: new SqliteDialect({ database: adapt(reader) }),
  }
}

function assertVersion() {
  const version = process.versions.sqlite ?? '0'
  const parts = version.split('.').map(Number)
  const difference = OLDEST_SQLITE.map((oldest, i) => (parts[i] ?? 0) - oldest).find((d) => d !== 0) ?? 0
  if (difference < 0) throw new Error(`SQLite ${version} je prestar, potreban je najmanje ${OLDEST_SQLITE.join('.')}.`)
}

/** node:sqlite in the shape that Kysely's dialect expects. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
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
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...bind(parameters)),
    run: (parameters) =>
      parameters[0] instanceof EachRow ? runEach(statement, parameters[0]) : statement.run(...bind(parameters)),
    iterate: (parameters) => statement.iterate(...bind(parameters)),
  }
}

function runEach(statement: StatementSync, { rows }: EachRow) {
  let changes = 0
  for (const row of rows) changes += Number(statement.run(...bind(row)).changes)
  return { changes, lastInsertRowid: 0 }
}

/** node:sqlite binds a JS number as REAL, which makes 7 the text '7.0' in a TEXT column: integers go as BigInt. */
function bind(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
    if (typeof value === 'boolean') return value ? 1n : 0n
    return (value ?? null) as SQLInputValue
  })
}
