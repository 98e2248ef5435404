import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { EngineAdapter } from '#server/db/engine.ts'
import { postgres } from './postgres-engine.ts'

const MAX_CONNECTIONS = 10
/**
 * One connection stays even when nobody asks anything for hours: by it others see that the program runs
 * (backup/move.ts).
 */
const MIN_CONNECTIONS = 1
/** For a connection of the pool, new or handed on. */
const CONNECT_TIMEOUT_MS = 20_000
/** A server that vanished silently is noticed after about this long and ten seconds more. */
const KEEP_ALIVE_MS = 5_000
const OLDEST_VERSION = 15
const INT8 = 20
const NUMERIC = 1700

/** Integers beyond 2^53 would be rounded silently: it is better to stop. */
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

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter()
  }
}

/** A pool of connections to the server of `url` that takes writes (docs/SCALING.md). */
export function openPostgres(url: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    min: MIN_CONNECTIONS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: types(),
    application_name: 'zalihe',
    // To compile a plan takes longer than any of our queries, and no disk of today seeks.
    onConnect: (client) => client.query('set jit = off; set random_page_cost = 1.1'),
  })
  // A connection without a listener takes the process down when its server drops it. The pool listens to idle
  // connections; each connection in use has its own listener.
  const tell = (error: Error) => console.error(`PostgreSQL: ${error.message}`)
  pool.on('error', tell)
  pool.on('connect', (client) => client.on('error', tell))
  return new Dialect({ pool })
}

/** Reads of one moment, in a transaction that writes nothing. */
export const atOnce =
  <T>(db: Kysely<T>) =>
  <Answer>(work: (tx: Kysely<T>) => Promise<Answer>): Promise<Answer> =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Refuses a server that is too old, or that answers a commit before it is on its disk. */
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
