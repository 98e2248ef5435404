import { createHash } from 'node:crypto'
import { CompiledQuery, type DatabaseConnection, PostgresDriver, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { Query } from '#server/db/statement.ts'
import type { Pool } from './hosts.ts'

/** Statements that a connection keeps planned; the server keeps some 20 KiB for each. */
export const MAX_PREPARED = 200
/** So many statements are on their way before they are waited for: a slow server must not fill this program's memory. */
export const MAX_UNANSWERED = 16

/** Kysely's driver with connections that have their statements planned once. */
export class PlanningDriver extends PostgresDriver {
  readonly #pool: Pool
  readonly #connections = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override async acquireConnection(): Promise<Connection> {
    const client = await this.#pool.connect()
    const connection = this.#connections.get(client) ?? new Connection(client)
    this.#connections.set(client, connection)
    return connection
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  override releaseConnection(connection: DatabaseConnection): Promise<void> {
    return (connection as Connection).release()
  }
}

/**
 * A connection for transactions of many small statements. They are planned once: planning all fifteen of a save takes
 * as long as carrying half of them out. A read that stands alone is planned each time, since what is best for it depends
 * on what is asked for (`planned: false`).
 *
 * Statements that are `unanswered` are sent on without waiting. They are carried out in the order of sending; where one
 * fails, the server undoes the transaction whatever comes behind it, and the next statement that is waited for throws the
 * first error.
 */
class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #names = new Map<string, string>()
  #onTheirWay: Promise<unknown>[] = []

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql: text, parameters, planned = true, unanswered }: Query): Promise<QueryResult<R>> {
    const name = planned && parameters.length > 0 ? this.#nameOf(text) : undefined
    const values = [...parameters]
    const sent = this.#client.query({ ...(name ? { name } : {}), text, values })
    this.#onTheirWay.push(sent)
    if (unanswered && this.#onTheirWay.length < MAX_UNANSWERED) {
      // Without somebody who hears of it, an error would end the program.
      sent.catch(() => undefined)
      return { rows: [] }
    }
    await this.#arrived()
    // Of several statements in one text the last one's answer counts.
    const { command, rowCount, rows } = [await sent].flat().at(-1) as pg.QueryResult
    // What Kysely looks for behind a commit.
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as R] }
    const writes = ['INSERT', 'UPDATE', 'DELETE'].includes(command)
    return { rows, ...(writes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
  }

  // biome-ignore lint/correctness/useYield: large tables are read with cursors (server/backup/move-tables.ts)
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PostgreSQL: nothing is streamed')
  }

  /** Waits for all that was sent; throws what failed first. */
  async #arrived() {
    const outcomes = await Promise.allSettled(this.#onTheirWay)
    this.#onTheirWay = []
    const failed = outcomes.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  /** Hands the connection back; one whose transaction could not be ended goes. */
  async release() {
    try {
      await this.#arrived()
    } finally {
      this.#client.release(this.#client.getTransactionStatus() !== 'I')
    }
  }

  /** PostgreSQL takes names of 63 characters. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size === MAX_PREPARED) return known
    const name = createHash('sha256').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}
