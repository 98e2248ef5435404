import { type Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

const MAX_CONNECTIONS = 10
/** For a connection of the pool, new or handed on: many people's saves of one material wait for each other. */
const CONNECT_TIMEOUT_MS = 20_000
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

/** A pool of connections to the server of `url`; both reads and transactions take from it. */
export function openPostgres(url: string): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: types(),
    application_name: 'zalihe',
  })
  // Without a listener a connection that its server drops takes the whole process down: the pool listens to those that
  // rest, and each has its own for the time it is in use.
  const report = (error: Error) => console.error(`PostgreSQL: ${error.message}`)
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  return new PostgresDialect({ pool })
}

/** Refuses a server that would answer a commit before it is on its disk. */
export async function assertPostgresDurable<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')
    order by name`.execute(db)
  const off = rows.find(({ setting }) => setting === 'off')
  if (off) throw new Error(`PostgreSQL: ${off.name} ne sme biti isključen, jer bi se potvrđen unos mogao izgubiti.`)
}
