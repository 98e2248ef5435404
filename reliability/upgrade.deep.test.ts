// Books of this version, with something of everything in them, become those of a made-up later one; killed in the middle
// they are old or new, and never a part of both.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Kysely, sql } from 'kysely'
import { countersOf } from '#server/backup/move-tables.ts'
import { MIGRATIONS, NEWEST } from '#server/db/migrate.ts'
import type { Place } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres/open-postgres.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { freshDatabase } from './fresh-database.ts'
import { type EngineName, eachEngine } from './instances.ts'
import { startServer } from './server-process.ts'
import { SEED } from './settings.ts'
import { enterSmallFirm } from './small-firm.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
/** One statement in this many is a place to die at; all of them with STRIDE=1. */
const STRIDE = Number(process.env.STRIDE ?? 12)
const STRIDE_LATER = Number(process.env.STRIDE ?? 2)

/** Changes of a version to come: a column more, a table rebuilt, rows rewritten. */
const LATER = '9999-proba'
const STEPS = [
  "alter table materijal add column proba text not null default 'x'",
  'create table kurs_novi as select * from kurs',
  'drop table kurs',
  'alter table kurs_novi rename to kurs',
  "update c4_stavka set broj_fakture = broj_fakture || '!'",
  'create index proba on c4_stavka (broj_fakture)',
]
const OPEN = `
    const { openStore } = await import('#server/db/open.ts')
    const store = await openStore({ dataDir, databaseUrl: databaseUrl || undefined })
    await store.close()`
const UPGRADE = `
    const { sql } = await import('kysely')
    const { MIGRATIONS, migrate } = await import('#server/db/migrate.ts')
    const { openBeside } = await import('#server/db/open.ts')
    const store = await openBeside({ dataDir, databaseUrl: databaseUrl || undefined })
    MIGRATIONS['${LATER}'] = async () => ({
      async up(db) { for (const step of ${JSON.stringify(STEPS)}) await sql.raw(step).execute(db) },
    })
    await migrate(store.read, '${LATER}')
    await store.close()`

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
async function withDatabase<T>({ databaseUrl, dataDir }: Place, use: (db: Db) => Promise<T>): Promise<T> {
  const sqlite = databaseUrl ? null : openSqlite(dataDir)
  const db: Db = new Kysely<Schema>({ dialect: sqlite?.dialect ?? openPostgres(databaseUrl ?? '') })
  try {
    return await use(db)
  } finally {
    await db.destroy()
    sqlite?.close()
  }
}

/** The versions that the database has been through, each table with its columns and rows, and the last number of each counter. */
const stateOf = (place: Place) =>
  withDatabase(place, async (db) => {
    const all = await db.introspection.getTables({ withInternalKyselyTables: true })
    const ours = all.filter(({ name }) => !/^(kysely|sqlite)/.test(name))
    if (ours.length === 0) return { versions: [], tables: {}, counters: [] }
    const { rows: versions } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    const tables: Record<string, unknown> = {}
    for (const { name } of ours) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      tables[name] = rows.map((row) => JSON.stringify(row)).sort()
    }
    return { versions: versions.map(({ name }) => name), tables, counters: [...(await countersOf(db))].sort() }
  })

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

eachEngine('upgrade', (engine) => {
  test(`killed on the way from nothing to ${NEWEST} it is either (seed ${SEED})`, async (t) => {
    await withPlace(engine, async (place) => {
      let deaths = 0
      // Another one is the first in each run.
      for (let statement = 1 + (SEED % STRIDE); await runAndDie(place, OPEN, statement); statement += STRIDE) {
        deaths++
        const { versions, tables } = await stateOf(place)
        // A process that dies behind the commit has its schema.
        if (versions.length > 0) break
        assert.deepEqual(tables, {}, `killed before statement ${statement}`)
      }
      assert.ok(deaths > 0, 'killed nowhere')
      assert.equal(await runAndDie(place, OPEN, 0), false)
      assert.deepEqual((await stateOf(place)).versions, Object.keys(MIGRATIONS))
      assert.ok((await verifyPlace(place)).ok)
      t.diagnostic(`killed at ${deaths} places`)
    })
  })

  test(`killed on the way to a version to come, books of ${NEWEST} are either, with every row`, async (t) => {
    await withPlace(engine, async (place) => {
      const server = await startServer(place)
      await enterSmallFirm(server.url).finally(() => server.stop())
      const old = await stateOf(place)
      let deaths = 0
      for (let statement = 1; await runAndDie(place, UPGRADE, statement); statement += STRIDE_LATER) {
        deaths++
        const state = await stateOf(place)
        // A process that dies behind the commit has upgraded.
        if (state.versions.includes(LATER)) break
        assert.deepEqual(state, old, `killed before statement ${statement}`)
      }
      assert.ok(deaths > STEPS.length / STRIDE_LATER, `killed at ${deaths} places only`)
      const wanted = {
        ...old.tables,
        materijal: changed(old.tables, 'materijal', (row) => ({ ...row, proba: 'x' })),
        c4_stavka: changed(old.tables, 'c4_stavka', (row) => ({ ...row, broj_fakture: `${row.broj_fakture}!` })),
      }
      const { versions, tables, counters } = await stateOf(place)
      assert.deepEqual({ versions, tables, counters }, { ...old, versions: [...old.versions, LATER], tables: wanted })
      t.diagnostic(`killed at ${deaths} places`)
    })
  })
})

function changed(
  tables: Readonly<Record<string, unknown>>,
  name: string,
  change: (row: Record<string, unknown>) => object,
) {
  const rows = tables[name] as string[]
  assert.ok(rows.length > 0, `no row of ${name}`)
  return rows.map((row) => JSON.stringify(change(JSON.parse(row)))).sort()
}
