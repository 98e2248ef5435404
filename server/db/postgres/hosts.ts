import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { meaningOf, ReadOnly, Unreachable } from './errors.ts'

/** So long a call waits for a server that takes writes, e.g. while a standby becomes the primary. */
export const WAIT_MS = 15_000
/** A host that does not even answer by then is passed over. */
const HOST_TIMEOUT_MS = 3_000
const RETRY_MS = 100

const SHAPE = /^(?<start>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<end>[^?#]*)\??(?<query>[^#]*)/
const TARGETS = ['read-write', 'primary']

/**
 * The addresses of `postgres://user@a:5432,b:5432/db?target_session_attrs=read-write`, each as one of its own, in the
 * order in which they are tried. Refuses, with a sentence, a target other than a server that takes writes.
 */
export function addressesOf(url: string): string[] {
  const { start = '', hosts = '', end = '', query = '' } = SHAPE.exec(url)?.groups ?? {}
  const settings = new URLSearchParams(query)
  const target = settings.get('target_session_attrs')
  if (target !== null && !TARGETS.includes(target))
    throw new Error(`DATABASE_URL: target_session_attrs mora biti ${TARGETS.join(' ili ')}, a jeste "${target}".`)
  settings.delete('target_session_attrs')
  const rest = settings.size > 0 ? `${end}?${settings}` : end
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

/** What Kysely's driver asks of a pool, with the clients of pg. */
export type Pool = Omit<PostgresPool, 'connect'> & { connect(): Promise<pg.PoolClient> }

/**
 * A pool of connections to whichever of the hosts takes writes. A connection that is asked for while none does is
 * waited for, up to `waitMs`; then it throws `Unreachable`. `onError` hears of connections that end unasked.
 */
export function poolOf(url: string, options: pg.PoolConfig, onError: (error: Error) => void, waitMs = WAIT_MS): Pool {
  const addresses = addressesOf(url)
  let chosen = 0
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({
        ...{ ...config, pipeline: true },
        ...{ connectionString: addresses[chosen], connectionTimeoutMillis: HOST_TIMEOUT_MS },
      })
    }
  }
  const pool = new pg.Pool({ ...options, Client, onConnect: ready })
  // Without a listener a connection that its server drops takes the whole process down: the pool listens to those that
  // rest, and each has its own for the time it is in use.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))

  async function connect() {
    for (const end = Date.now() + waitMs; ; await sleep(Math.random() * RETRY_MS)) {
      const tried = chosen
      try {
        return await pool.connect()
      } catch (error) {
        if (!meaningOf(error).mayPass) throw error
        if (Date.now() > end) throw new Unreachable((error as Error).message, { cause: error })
        // Of many calls that fail at the same host, the first chooses the next one for all of them.
        if (chosen === tried) chosen = (tried + 1) % addresses.length
      }
    }
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

/**
 * Refuses a server at once where nothing can be written. Plans are not compiled: that takes longer than any of our
 * questions, and PostgreSQL would do it for each that may not read a small table whole (server/db/postgres/open-postgres.ts).
 */
async function ready(client: pg.ClientBase): Promise<void> {
  await client.query('set jit = off')
  const { rows } = await client.query('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw new ReadOnly('PostgreSQL: the server takes no writes')
}
