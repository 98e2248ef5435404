import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { refusedBy } from '#server/db/postgres/errors.ts'
import { logCopier } from '#server/db/sqlite/copy-log.ts'
import { copyDatabase } from '#server/db/sqlite/copy-sqlite.ts'
import { lockDataDir } from '#server/db/sqlite/lock.ts'
import {
  databaseFile,
  existingDatabase,
  openScratch,
  openSqlite,
  openSqliteReader,
  refusedFile,
  SINGLE_READS_KIB,
} from '#server/db/sqlite/open-sqlite.ts'
import { type Engine, engineOf } from './engine.ts'
import { assertNewest, migrate } from './migrate.ts'
import type { Db } from './schema.ts'
import { type Transact, transactions } from './transactions.ts'

export type Store = {
  readonly engine: Engine
  /** For another process that reads beside the program. */
  readonly place: Place
  /** For single reads. */
  readonly read: Db
  /**
   * For reads of a call that will write. On SQLite it is the writer's own connection: any other connection drops its
   * cached pages after a save and reads them again.
   */
  readonly readBeforeWrite: () => Db
  /**
   * Several reads of one moment, by the database that `work` is given: a document and its lines are of one save,
   * whatever others save meanwhile.
   */
  readonly readAtOnce: ReadAtOnce
  /** The same for long reads; on SQLite other reads of one moment do not wait for it. */
  readonly readLong: ReadAtOnce
  /** Runs `work` in one transaction: all of it is durable before the promise resolves, or none of it happened. */
  readonly transact: Transact
  /**
   * Runs `work` with transactions on a copy of the database, which is then thrown away; answers its answer. It exists
   * only where one transaction holds up all others: on SQLite.
   */
  readonly onCopy?: <T>(work: (transact: Transact) => Promise<T>) => Promise<T>
  close(): Promise<void>
}

type ReadAtOnce = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** The program waits this long for `close` when it ends: a transaction may wait for a lock of another instance. */
export const CLOSE_TIMEOUT_MS = 5_000

/** Where the data lie: in the embedded SQLite under `dataDir`, or in the PostgreSQL of `databaseUrl`. */
export type Place = { readonly databaseUrl?: string | undefined; readonly dataDir: string }

/**
 * Opens the store, brings its schema up to date and answers it. SQLite's folder is claimed for this process until the
 * store is closed; a folder that another process has claimed is refused with a sentence.
 */
export async function openStore(place: Place): Promise<Store> {
  return place.databaseUrl ? openPostgresStore(place, place.databaseUrl) : openSqliteStore(place)
}

/**
 * Opens the store beside a running program, for one short change from the command line. It claims, makes and migrates
 * nothing. It refuses, with a sentence, a folder without a database and a database of another version.
 */
export async function openBeside(place: Place): Promise<Store> {
  const { databaseUrl, dataDir } = place
  if (!databaseUrl) existingDatabase(dataDir)
  const opened = databaseUrl ? null : openSqlite(dataDir)
  const db: Db = new Kysely({ dialect: opened?.dialect ?? (await postgres()).openPostgres(databaseUrl ?? '') })
  const close = async () => {
    await db.destroy()
    opened?.close()
  }
  try {
    await assertNewest(db)
  } catch (error) {
    await close()
    throw databaseUrl ? refusedBy('DATABASE_URL', error) : refusedFile(dataDir, error)
  }
  const engine = engineOf(db)
  return {
    engine,
    place,
    read: db,
    readBeforeWrite: () => db,
    readAtOnce: inTransaction(db),
    readLong: inTransaction(db),
    transact: transactions(db, engine).transact,
    close,
  }
}

/** It is loaded only here: most installations use SQLite and never need it. */
const postgres = () => import('#server/db/postgres/open-postgres.ts')

async function openPostgresStore(place: Place, databaseUrl: string): Promise<Store> {
  const { assertPostgresDurable, atOnce, openPostgres } = await postgres()
  const db: Db = new Kysely({ dialect: openPostgres(databaseUrl) })
  try {
    await assertPostgresDurable(db)
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw refusedBy('DATABASE_URL', error)
  }
  const engine = engineOf(db)
  const reads = { read: db, readBeforeWrite: () => db, readAtOnce: atOnce(db), readLong: atOnce(db) }
  return { engine, place, ...reads, transact: transactions(db, engine).transact, close: () => db.destroy() }
}

/** SQLite shows a transaction one moment, and Kysely lets nobody else use its connection meanwhile. */
const inTransaction =
  (db: Db): ReadAtOnce =>
  (work) =>
    db.transaction().execute(work)

async function openSqliteStore(place: Place): Promise<Store> {
  const { dataDir } = place
  const toClose: (() => unknown)[] = [lockDataDir(dataDir)]
  const close = async () => {
    for (const one of toClose.splice(0).reverse()) await one()
  }
  try {
    removeCopies(dataDir)
    const writer = openSqlite(dataDir)
    toClose.push(writer.close)
    const db: Db = new Kysely({ dialect: writer.dialect })
    await migrate(db)
    const reader = openSqliteReader(dataDir)
    toClose.push(reader.close)
    const moments: Db = new Kysely({ dialect: reader.dialect })
    // It has a connection of its own: otherwise no session could be looked up, and no call answered, while a long read
    // of one moment pauses for others.
    const single = openSqliteReader(dataDir, SINGLE_READS_KIB)
    toClose.push(single.close)
    const read: Db = new Kysely({ dialect: single.dialect })
    const slow = openSqliteReader(dataDir, SINGLE_READS_KIB)
    toClose.push(slow.close)
    const engine = engineOf(db)
    const copier = logCopier(databaseFile(dataDir))
    toClose.push(copier.close)
    const { transact, isWriting } = transactions(db, engine, copier.copy)
    return {
      engine,
      place,
      read,
      // While a save is running, a read on another connection does not wait for it.
      readBeforeWrite: () => (isWriting() ? read : db),
      readAtOnce: inTransaction(moments),
      readLong: inTransaction(new Kysely({ dialect: slow.dialect })),
      transact,
      onCopy: (work) => onCopy(dataDir, work),
      close,
    }
  } catch (error) {
    await close()
    throw refusedFile(dataDir, error)
  }
}

/** Folders of copies begin so, in the folder of the database. */
const COPY = 'pregled-'

/**
 * Runs `work` with transactions on a copy of the database in `dataDir`, removes the copy, and answers the answer of
 * `work`.
 */
async function onCopy<T>(dataDir: string, work: (transact: Transact) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(dataDir, COPY))
  try {
    const file = databaseFile(folder)
    await copyDatabase(dataDir, file)
    const copy = openScratch(file)
    const db: Db = new Kysely({ dialect: copy.dialect })
    try {
      return await work(transactions(db, engineOf(db)).transact)
    } finally {
      await db.destroy()
      copy.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes copies that a killed program left. */
function removeCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(COPY)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

/**
 * Lets `work` read the database at one moment, on a connection of its own that cannot write. Others go on working
 * meanwhile, in this process and in any other. Refuses a schema that is not the newest.
 */
export async function inSnapshot<T>({ databaseUrl, dataDir }: Place, work: (db: Db) => Promise<T>): Promise<T> {
  const reader = databaseUrl ? null : openSqliteReader(dataDir)
  const db: Db = new Kysely({ dialect: reader?.dialect ?? (await postgres()).openPostgres(databaseUrl ?? '') })
  const moment = reader ? inTransaction(db) : (await postgres()).atOnce(db)
  let isOpen = reader !== null
  try {
    return await moment(async (connection) => {
      await assertNewest(connection)
      isOpen = true
      return work(connection)
    })
  } catch (error) {
    throw isOpen ? error : refusedBy('DATABASE_URL', error)
  } finally {
    await db.destroy()
    reader?.close()
  }
}
