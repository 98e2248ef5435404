import { Kysely, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as start from '#server/db/migrations/0001-start.ts'
import { type Engine, engineOf } from './engine.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import { type Transact, transactions } from './transactions.ts'

/** What reads take. */
export type Db = Kysely<Schema>
/** What writes take: one transaction per user's verb. */
export type Tx = Transaction<Schema>

export type Store = {
  readonly engine: Engine
  readonly read: Db
  /** Runs `work` in one transaction: all of it is durable before the promise resolves, or none of it happened. */
  readonly transact: Transact
  close(): Promise<void>
}

const MIGRATIONS = { '0001-start': start }

/** Opens the store, brings its schema up to date and answers it. `databaseUrl` absent means SQLite in `dataDir`. */
export async function openStore({
  databaseUrl,
  dataDir,
}: {
  databaseUrl?: string | undefined
  dataDir: string
}): Promise<Store> {
  const dialects = databaseUrl ? { writer: openPostgres(databaseUrl), reader: null } : openSqlite(dataDir)
  const writer = new Kysely<Schema>({ dialect: dialects.writer })
  await migrate(writer)
  const read = dialects.reader ? new Kysely<Schema>({ dialect: dialects.reader }) : writer
  const engine = engineOf(writer)
  return {
    engine,
    read,
    transact: transactions(writer, engine),
    async close() {
      if (read !== writer) await read.destroy()
      await writer.destroy()
    },
  }
}

async function migrate(db: Kysely<Schema>) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error(String(error))
}
