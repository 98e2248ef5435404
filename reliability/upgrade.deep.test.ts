// Every version of the schema so far, with its rows, becomes the newest; killed in the middle it is old or new.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Kysely, sql } from 'kysely'
import { countersOf, setCounters } from '#server/backup/move-tables.ts'
import { MIGRATIONS, migrate, NEWEST } from '#server/db/migrate.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres/open-postgres.ts'
import type { Schema } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { freshDatabase } from './fresh-database.ts'
import { type EngineName, eachEngine } from './instances.ts'
import { SEED } from './settings.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const VERSIONS = Object.keys(MIGRATIONS).sort()
/** One statement in this many is a place to die at; all of them with STRIDE=1. */
const STRIDE = Number(process.env.STRIDE ?? 12)
/** On the way from the version before the newest there are a dozen. */
const STRIDE_LAST = Number(process.env.STRIDE ?? 4)
const STRIDE_TO_COME = Number(process.env.STRIDE ?? 2)

type Value = string | number | null | { hex: string }
type Row = { readonly [column: string]: Value }
type Rows = { readonly [table: string]: readonly Row[] }

/** The rows of a database of this version (`npm run dump-rows`). */
const rowsOf = (version: string): Rows =>
  JSON.parse(readFileSync(new URL(`fixtures/rows-${version}.json`, import.meta.url), 'utf8'))

const bytesOr = (value: Value) => (value !== null && typeof value === 'object' ? Buffer.from(value.hex, 'hex') : value)

async function withPlace<T>(engine: EngineName, use: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const database = engine === 'postgres' ? await freshDatabase() : null
  try {
    return await use({ dataDir, databaseUrl: database?.url })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await database?.drop()
  }
}

/** The database as it is, without bringing it up to date. */
async function withDatabase<T>({ databaseUrl, dataDir }: Place, use: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const sqlite = databaseUrl ? null : openSqlite(dataDir)
  const db = new Kysely<Schema>({ dialect: sqlite?.dialect ?? openPostgres(databaseUrl ?? '') })
  try {
    return await use(db)
  } finally {
    await db.destroy()
    sqlite?.close()
  }
}

/** The last number that every counter gave, also to rows that are gone since. */
const GIVEN = 100_000

/** Makes a database of this version with its rows. */
const makeOld = (place: Place, version: string) =>
  withDatabase(place, async (db) => {
    await migrate(db, version)
    for (const [table, rows] of Object.entries(rowsOf(version))) {
      // The rows of the migration itself are among them.
      if (!['dnevnik', 'pomereno', 'pecat'].includes(table)) await sql`delete from ${sql.table(table)}`.execute(db)
      for (const row of rows) {
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
        const values = sql.join(Object.values(row).map((value) => sql`${bytesOr(value)}`))
        await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db)
      }
    }
    const counters = [...(await countersOf(db)).keys()]
    await setCounters(db, new Map(counters.map((table) => [table, GIVEN])))
  })

/** The database's rows in the columns that these rows have, in an order of their own. */
const readBack = (place: Place, rows: Rows) =>
  withDatabase(place, async (db) => {
    const found: [string, unknown[]][] = []
    for (const [table, [first]] of Object.entries(rows)) {
      if (!first) continue
      const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
      found.push([table, (await sql<object>`select ${columns} from ${sql.table(table)}`.execute(db)).rows])
    }
    return texts(found)
  })

const texts = (tables: [string, readonly unknown[]][]) =>
  tables.map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row, hexed)).sort()] as const)

/** The same of rows that were never in a database. */
const written = (rows: Rows) => texts(Object.entries(rows).filter(([, list]) => list.length > 0))

const hexed = (_: string, value: unknown) => {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') }
  // A Buffer has written itself down before it gets here.
  const { type, data } = (value ?? {}) as { type?: string; data?: number[] }
  return type === 'Buffer' && data ? { hex: Buffer.from(data).toString('hex') } : value
}

/** The last number that each counter gave. */
const countersIn = (place: Place) => withDatabase(place, (db) => countersOf(db))

/** The versions that the database says it has been through, and how many tables of ours there are. */
const stateOf = (place: Place) =>
  withDatabase(place, async (db) => {
    const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
    const ours = tables.filter((name) => !name.startsWith('kysely') && !name.startsWith('sqlite')).length
    if (!tables.includes('kysely_migration')) return { versions: [], ours }
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return { versions: rows.map(({ name }) => name), ours }
  })

const OPEN = `
    const { openStore } = await import('#server/db/open.ts')
    const store = await openStore({ dataDir, databaseUrl: databaseUrl || undefined })
    await store.close()`

/** Changes of versions to come: a column more, a table rebuilt, rows rewritten. */
const TO_COME = '9999-proba'
const STEPS = [
  "alter table materijal add column proba text not null default 'x'",
  'create table kurs_novi as select * from kurs',
  'drop table kurs',
  'alter table kurs_novi rename to kurs',
  "update c4_stavka set broj_fakture = broj_fakture || '!'",
  'create index proba on c4_stavka (broj_fakture)',
]
const UPGRADE = `
    const { sql, Kysely } = await import('kysely')
    const { MIGRATIONS, migrate } = await import('#server/db/migrate.ts')
    const { openSqlite } = await import('#server/db/sqlite/open-sqlite.ts')
    const { openPostgres } = await import('#server/db/postgres/open-postgres.ts')
    MIGRATIONS['${TO_COME}'] = async () => ({
      async up(db) { for (const step of ${JSON.stringify(STEPS)}) await sql.raw(step).execute(db) },
    })
    const sqlite = databaseUrl ? null : openSqlite(dataDir)
    const db = new Kysely({ dialect: sqlite?.dialect ?? openPostgres(databaseUrl) })
    await migrate(db, '${TO_COME}')
    await db.destroy()
    sqlite?.close()`

/** Runs this in a process that kills itself before its n-th statement; answers whether it came that far. */
async function runAndDie({ dataDir, databaseUrl }: Place, what: string, statement: number): Promise<boolean> {
  const code = `
    const { DatabaseSync } = await import('node:sqlite')
    const { default: pg } = await import('pg')
    const [dataDir, databaseUrl, last] = process.argv.slice(1)
    let count = 0
    for (const [owner, method] of [[DatabaseSync.prototype, 'prepare'], [pg.Client.prototype, 'query']]) {
      const original = owner[method]
      owner[method] = function (...args) {
        if (++count === Number(last)) process.kill(process.pid, 'SIGKILL')
        return original.apply(this, args)
      }
    }
    ${what}`
  const args = ['--input-type=module', '-e', code, dataDir, databaseUrl ?? '', String(statement)]
  const child = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'inherit', 'inherit'] })
  const [status, signal] = await once(child, 'exit')
  assert.ok(status === 0 || signal === 'SIGKILL', `the process ended with ${status ?? signal}`)
  return signal === 'SIGKILL'
}

test('each version has rows of its time, in all their columns', async () => {
  for (const version of VERSIONS) {
    const rows = rowsOf(version)
    for (const table of ['c4', 'c1', 'razduzenje', 'pdf', 'dnevnik']) assert.ok((rows[table]?.length ?? 0) > 0, table)
    await withPlace('sqlite', (place) =>
      withDatabase(place, async (db) => {
        await migrate(db, version)
        for (const { name, columns } of await db.introspection.getTables()) {
          const [row] = rows[name] ?? []
          const names = columns.map((column) => column.name).sort()
          // Of a version that is not released yet: npm run dump-rows writes them.
          if (row) assert.deepEqual(Object.keys(row).sort(), names, `${version}: the rows of ${name} are out of date`)
        }
      }),
    )
  }
})

eachEngine('upgrade', (engine) => {
  for (const version of VERSIONS) {
    test(`a database of version ${version} becomes ${NEWEST} with its rows intact`, async () => {
      await withPlace(engine, async (place) => {
        await makeOld(place, version)
        const rows = rowsOf(version)
        assert.deepEqual(await readBack(place, rows), written(rows))
        const counters = await countersIn(place)
        await (await openStore(place)).close()
        assert.deepEqual((await stateOf(place)).versions, VERSIONS)
        assert.deepEqual(await readBack(place, rows), written(rows))
        const now = await countersIn(place)
        const given = new Map([...counters.keys()].map((table) => [table, now.get(table)]))
        assert.deepEqual(given, counters, 'no number is given twice')
        const verdict = await verifyPlace(place)
        assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
      })
    })
  }

  // Every migration is on the first two ways; the last one is that of books which were kept up to date.
  for (const version of new Set([null, VERSIONS[0] ?? null, VERSIONS.at(-2) ?? null])) {
    const stride = version === VERSIONS.at(-2) ? STRIDE_LAST : STRIDE
    test(`killed on the way from ${version ?? 'nothing'} to ${NEWEST} it is either (seed ${SEED})`, async (t) => {
      await withPlace(engine, async (place) => {
        if (version) await makeOld(place, version)
        const old = await stateOf(place)
        let deaths = 0
        let state = old
        // Another one is the first in each run.
        const first = 1 + (SEED % stride)
        for (let statement = first; await runAndDie(place, OPEN, statement); statement += stride) {
          deaths++
          state = await stateOf(place)
          // Kysely makes its own tables before the first version.
          if (state.versions.length > old.versions.length) break
          assert.deepEqual(state, old, `killed before statement ${statement}`)
        }
        assert.ok(deaths > 0, 'killed nowhere')
        await (await openStore(place)).close()
        assert.deepEqual((await stateOf(place)).versions, VERSIONS)
        assert.ok((await verifyPlace(place)).ok)
        t.diagnostic(`killed at ${deaths} places`)
      })
    })
  }

  test(`killed on the way to a version to come, a database of ${NEWEST} is either, rows and all`, async (t) => {
    await withPlace(engine, async (place) => {
      await makeOld(place, NEWEST)
      const rows = rowsOf(NEWEST)
      const old = { state: await stateOf(place), rows: await readBack(place, rows) }
      let deaths = 0
      for (let statement = 1; await runAndDie(place, UPGRADE, statement); statement += STRIDE_TO_COME) {
        deaths++
        const state = await stateOf(place)
        // What dies behind the commit has upgraded.
        if (state.versions.includes(TO_COME)) break
        assert.deepEqual({ state, rows: await readBack(place, rows) }, old, `killed before statement ${statement}`)
      }
      assert.ok(deaths > STEPS.length, `killed at ${deaths} places only`)
      assert.deepEqual((await stateOf(place)).versions, [...VERSIONS, TO_COME])
      const lines = rows.c4_stavka?.map((line) => ({ ...line, broj_fakture: `${line.broj_fakture}!` })) ?? []
      assert.deepEqual(await readBack(place, rows), written({ ...rows, c4_stavka: lines }))
      t.diagnostic(`killed at ${deaths} places`)
    })
  })
})
