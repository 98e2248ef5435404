import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import pg from 'pg'
import type { EngineAdapter } from '#server/db/engine.ts'
import type { Query } from '#server/db/statement.ts'
import { PlanningDriver } from './driver.ts'
import { meaningOf } from './errors.ts'
import { poolOf, WAIT_MS } from './hosts.ts'
import { postgres } from './postgres-engine.ts'

const MAX_CONNECTIONS = 10
/** One stays even where nobody asks anything for hours, so that whoever looks sees that the program runs (backup/move.ts). */
const MIN_CONNECTIONS = 1
/** For a connection of the pool, new or handed on: many people's saves of one material wait for each other. */
const CONNECT_TIMEOUT_MS = 20_000
/** A server that vanished without a word is noticed after about so long and ten seconds more. */
const KEEP_ALIVE_MS = 5_000
const OLDEST_VERSION = 15
/**
 * A read whose connection is lost is asked again for so long since then. Not so often: a server that is restarted ends
 * every connection of the pool, and each that is handed on before its end has come here loses the read once more.
 */
export const READ_AGAIN_MS = WAIT_MS
/** Not all at once again, and time for the pool to hear which of its connections are gone too. */
const READ_PAUSE_MS = 50
const INT8 = 20
const NUMERIC = 1700

/** Integers beyond 2^53 would be rounded in silence: better to stop. */
function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('an integer left the exact range')
  return value
}

/** Sums of integers come as numeric; they are read like integers. */
function types(): pg.CustomTypesConfig {
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
      if (oid === INT8 || oid === NUMERIC) return exactInteger
      return pg.types.getTypeParser(oid, format as 'text')
    }) as typeof pg.types.getTypeParser,
  }
}

class Adapter extends PostgresAdapter implements EngineAdapter {
  readonly engine = postgres
}

const dialectOf = (driver: Driver): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** A pool of connections to the server of `url`, or to the one of several that takes writes. */
export function openPostgres(url: string): Dialect {
  const settings = {
    max: MAX_CONNECTIONS,
    min: MIN_CONNECTIONS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: types(),
    application_name: 'zalihe',
  }
  const pool = poolOf(url, settings, (error) => console.error(`PostgreSQL: ${error.message}`))
  return dialectOf(new PlanningDriver(pool))
}

/**
 * The same database for reads alone. Each stands for itself, so one whose connection is lost is asked again on another;
 * nothing here can begin a transaction. Closing it is closing `db`.
 */
export function readsOf<T>(db: Kysely<T>): Kysely<T> {
  const connection: DatabaseConnection = {
    executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const alone = { planned: false, ...query } as Query<R>
      const ask = () => db.executeQuery<R>(alone)
      return /^\s*(select|with)\b/i.test(query.sql) ? untilAnswered(ask) : ask()
    },
    streamQuery: refuse,
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  return new Kysely<T>({ dialect: dialectOf(driver) })
}

/** Reads of one moment, in a transaction that writes nothing; one whose connection is lost is begun again on another. */
export const atOnce =
  <T>(db: Kysely<T>) =>
  <Answer>(work: (tx: Kysely<T>) => Promise<Answer>): Promise<Answer> =>
    untilAnswered(() => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work))

async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let end = Number.POSITIVE_INFINITY; ; await sleep(Math.random() * READ_PAUSE_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > end || !meaningOf(error).lost) throw error
      end = Math.min(end, performance.now() + READ_AGAIN_MS)
    }
  }
}

function refuse(): never {
  throw new Error('reads stand alone: a transaction is begun by `transact`')
}

/** Refuses a server that is too old, or would answer a commit before it is on its disk. */
export async function assertPostgresDurable<T>(db: Kysely<T>): Promise<void> {
  const version = await sql<{ server_version: string }>`show server_version`.execute(db)
  const { server_version = '' } = version.rows[0] ?? {}
  if (Number.parseInt(server_version, 10) < OLDEST_VERSION)
    throw new Error(`PostgreSQL ${server_version} je prestar, potreban je najmanje ${OLDEST_VERSION}.`)
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')
    order by name`.execute(db)
  const off = rows.find(({ setting }) => setting === 'off')
  if (off) throw new Error(`PostgreSQL: ${off.name} ne sme biti isključen, jer bi se potvrđen unos mogao izgubiti.`)
}
