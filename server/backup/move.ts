import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { inSnapshot, type Place } from '#server/db/open.ts'
import { refusedBy } from '#server/db/postgres/errors.ts'
import { assertPostgresDurable, openPostgres } from '#server/db/postgres/open-postgres.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { replaceDatabase } from '#server/db/sqlite/copy-sqlite.ts'
import { lockDataDir, type Unlock } from '#server/db/sqlite/lock.ts'
import { databaseFile, existingDatabase, openSqlite } from '#server/db/sqlite/open-sqlite.ts'
import { verify } from '#server/verify/verify.ts'
import {
  countersOf,
  postgresTables,
  readTable,
  setCounters,
  type Table,
  tablesOf,
  writeTableRows,
} from './move-tables.ts'
import { stamp } from './stamp.ts'

export type Moved = {
  /** Rows in all. */
  readonly rows: number
  readonly tables: number
  /** The verdict of verify on the books in their new place, and on the audit trail. */
  readonly summary: string
  readonly trail: string
}

const NOT_EMPTY = 'Odredište nije prazno: podaci se sele samo u praznu bazu.'
const IN_USE = 'Bazu koristi program. Zaustavite sve njegove procese, pa ponovite.'

/**
 * Copies everything from the embedded database to an empty PostgreSQL, or from PostgreSQL to a folder without a
 * database, with the same ids. Reads it back, compares every row and verifies the books; until all of that is done the
 * target stays empty. Throws a sentence, and changes nothing, when the target holds anything or somebody uses the source.
 */
export async function moveDatabase(from: Place, to: Place): Promise<Moved> {
  if (Boolean(from.databaseUrl) === Boolean(to.databaseUrl))
    throw new Error('Seli se između ugrađene baze i PostgreSQL-a. Za ostalo postoje kopije (docs/OPERATIONS.md).')
  const unlock = from.databaseUrl ? () => undefined : lockSource(from.dataDir)
  try {
    return await inSnapshot(from, async (source) => {
      await refuseInUse(source)
      const copy = (target: Db) => copyAll(source, target)
      return to.databaseUrl ? await intoPostgres(to.databaseUrl, copy) : await intoFolder(to.dataDir, copy)
    })
  } finally {
    unlock()
  }
}

/** Nobody can start on the source until it is copied. */
function lockSource(dataDir: string): Unlock {
  existingDatabase(dataDir)
  return lockDataDir(dataDir)
}

/** Refuses a PostgreSQL source that another process of ours uses, by its name there. SQLite's folder is locked. */
async function refuseInUse(source: Db): Promise<void> {
  if (engineOf(source).name === 'sqlite') return
  // PostgreSQL repeats its first answer within a transaction until this call.
  await sql`select pg_stat_clear_snapshot()`.execute(source)
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'zalihe' and pid <> pg_backend_pid()`.execute(source)
  if (rows.length > 0) throw new Error(IN_USE)
}

type Copy = (target: Db) => Promise<Moved>

/** Copies in one transaction: the target stays empty until all of it is verified. */
async function intoPostgres(databaseUrl: string, copy: Copy): Promise<Moved> {
  const db = new Kysely<Schema>({ dialect: openPostgres(databaseUrl) })
  try {
    await assertPostgresDurable(db).catch((error) => {
      throw refusedBy('Odredište', error)
    })
    const { rows } =
      await sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'korisnik'`.execute(db)
    if (rows.length === 0 && (await postgresTables(db)).length > 0) throw new Error(NOT_EMPTY)
    await migrate(db)
    return await db.transaction().execute(async (tx) => {
      // PostgreSQL has no statistics of these tables yet (server/db/look-up.ts).
      await sql`set local enable_seqscan = off`.execute(tx)
      // A registration here waits meanwhile.
      await sql`lock table korisnik in exclusive mode`.execute(tx)
      return copy(tx)
    })
  } finally {
    await db.destroy()
  }
}

/** Copies into a folder of its own; one rename puts the database in its place. */
async function intoFolder(dataDir: string, copy: Copy): Promise<Moved> {
  const unlock = lockDataDir(dataDir)
  const incoming = mkdtempSync(join(dataDir, 'seljenje-'))
  try {
    if (existsSync(databaseFile(dataDir))) throw new Error(NOT_EMPTY)
    const opened = openSqlite(incoming)
    try {
      const db = new Kysely<Schema>({ dialect: opened.dialect })
      await migrate(db)
      const moved = await db.transaction().execute(copy)
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      opened.close()
      replaceDatabase(dataDir, databaseFile(incoming), join(dataDir, `pre-seljenja-${stamp(Date.now())}`))
      return moved
    } finally {
      opened.close()
    }
  } finally {
    rmSync(incoming, { recursive: true, force: true })
    unlock()
  }
}

async function copyAll(source: Db, target: Db): Promise<Moved> {
  const [sqlite, postgres] = engineOf(source).name === 'sqlite' ? [source, target] : [target, source]
  const tables = await tablesOf(sqlite)
  const known = await postgresTables(postgres)
  const names = tables.map(({ name }) => name)
  if (names.toSorted().join() !== known.join()) throw new Error(`Tabele se razlikuju: ${names.toSorted()} / ${known}.`)
  await emptyOfSeed(target, tables)

  let rows = 0
  for (const table of tables) {
    const there = await readTable(source, table, (page) => writeTableRows(target, table, page))
    const here = await readTable(target, table)
    if (there.rows !== here.rows || there.hash !== here.hash)
      throw new Error(`Tabela ${table.name} nije ista posle seljenja: ${there.rows} i ${here.rows} redova.`)
    rows += here.rows
  }
  await setCounters(target, await countersOf(source))
  const verdict = await verify(target)
  if (!verdict.ok) throw new Error(`RAZLIKA u preseljenim podacima: ${verdict.difference}`)
  // Somebody may have begun to use the source meanwhile.
  await refuseInUse(source)
  return { rows, tables: tables.length, summary: verdict.summary, trail: verdict.trail }
}

/** The tables that are not empty in new books. */
const SEEDED = ['kurs', 'instalacija']

/** Removes the rows of the migrations, and refuses any others. */
async function emptyOfSeed(target: Db, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (SEEDED.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target)
    if (rows.length > 0) throw new Error(NOT_EMPTY)
  }
  for (const name of SEEDED) await sql`delete from ${sql.table(name)}`.execute(target)
}
