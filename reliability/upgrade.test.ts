// Books that 1.0.0 wrote, with something of everything in them, opened by this program. `books-1.0.0.db.gz` is the file
// of `enterSmallFirm` in that version and never changes.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Kysely } from 'kysely'
import { countersOf, setCounters, tablesOf, writeTableRows } from '#server/backup/move-tables.ts'
import { migrate, versionOf } from '#server/db/migrate.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres/open-postgres.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { databaseFile, openSqlite } from '#server/db/sqlite/open-sqlite.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { freshDatabase } from './fresh-database.ts'
import { eachEngine } from './instances.ts'

const BOOKS = new URL('books-1.0.0.db.gz', import.meta.url)
const VERSION = '0001-1.0.0'

type Rows = Readonly<Record<string, readonly Record<string, unknown>[]>>

eachEngine('books of 1.0.0', (engine) => {
  test('are verified by this version, with every row as it was but what it reckons otherwise, and what was handed in to the byte', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'))
    writeFileSync(databaseFile(dataDir), gunzipSync(readFileSync(BOOKS)))
    const database = engine === 'postgres' ? await freshDatabase() : null
    const place: Place = { dataDir, databaseUrl: database?.url }
    try {
      const before = database ? await copyTo(database.url, dataDir) : await inSqlite(dataDir, rowsOf)
      const store = await openStore(place)
      const after = await rowsOf(store.read, Object.keys(before)).finally(() => store.close())
      for (const [table, rows] of Object.entries(before)) {
        const columns = Object.keys(rows[0] ?? {})
        const kept = after[table]?.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
        assert.deepEqual(sorted((kept ?? []).map(asBefore(table))), sorted(rows.map(asBefore(table))), table)
      }
      assert.ok(before.obracun_podnet?.length, 'no account was handed in')
      const verdict = await verifyPlace(place)
      assert.ok(verdict.ok, JSON.stringify(verdict))
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
      await database?.drop()
    }
  })
})

/**
 * Columns that 1.1.0 reckons otherwise, left out: the value of the stock, and the day of what had left before the books
 * began. Whether it reckons them right, verify says.
 */
const RECKONED: Readonly<Record<string, readonly string[]>> = {
  stanje: ['vrednost'],
  ostalo_razduzenje: ['datum', 'godina'],
  ostalo_razduzenje_stavka: ['datum'],
  c4_stavka: ['izuzeto_do'],
}
const asBefore = (table: string) => (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !RECKONED[table]?.includes(name)))

/** Lays the books of this folder into an empty database of their own version, and answers their rows. */
async function copyTo(databaseUrl: string, dataDir: string): Promise<Rows> {
  const db: Db = new Kysely<Schema>({ dialect: openPostgres(databaseUrl) })
  try {
    await migrate(db, VERSION)
    return await inSqlite(dataDir, async (source) => {
      const rows = await rowsOf(source)
      await db.transaction().execute(async (tx) => {
        // New books are not empty: these two tables have rows of their own.
        for (const table of ['kurs', 'instalacija'] as const) await tx.deleteFrom(table).execute()
        for (const table of await tablesOf(source)) await writeTableRows(tx, table, rows[table.name] ?? [])
        await setCounters(tx, await countersOf(source))
      })
      assert.equal(await versionOf(db), VERSION)
      return rows
    })
  } finally {
    await db.destroy()
  }
}

async function inSqlite<T>(dataDir: string, use: (db: Db) => Promise<T>): Promise<T> {
  const { dialect, close } = openSqlite(dataDir)
  try {
    return await use(new Kysely<Schema>({ dialect }))
  } finally {
    close()
  }
}

async function rowsOf(db: Db, tables?: readonly string[]): Promise<Rows> {
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const name of tables ?? (await tablesOf(db)).map((table) => table.name))
    rows[name] = await db
      .selectFrom(name as 'dnevnik')
      .selectAll()
      .execute()
  return rows
}

/** Each row as one text; bytes come as an array of one kind or another, by the engine. */
const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).map(([name, value]) => [name, plain(value)]))).sort()
const plain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
