import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { findPostgres } from '#scripts/find-programs.mjs'
import { freePort } from '#scripts/free-port.ts'
import { type Cluster, startCluster } from '#scripts/postgres-cluster.ts'
import { Unreachable } from './errors.ts'
import { addressesOf, poolOf } from './hosts.ts'
import { openPostgres, readsOf } from './open-postgres.ts'

const programs = findPostgres()

test('one address is one, several become one each, with everything else that the address says', () => {
  assert.deepEqual(addressesOf('postgres://u:p%40@db/zalihe'), ['postgres://u:p%40@db/zalihe'])
  assert.deepEqual(
    addressesOf('postgresql://u@a:5432,b:5433,[::1]/db?target_session_attrs=read-write&sslmode=disable'),
    [
      'postgresql://u@a:5432/db?sslmode=disable',
      'postgresql://u@b:5433/db?sslmode=disable',
      'postgresql://u@[::1]/db?sslmode=disable',
    ],
  )
})

test('a target that takes no writes is refused with a sentence', () => {
  assert.throws(() => addressesOf('postgres://a,b/db?target_session_attrs=any'), {
    message: 'DATABASE_URL: target_session_attrs mora biti read-write ili primary, a jeste "any".',
  })
})

describe('several hosts', { skip: !programs }, () => {
  const hostOf = (cluster: Cluster) => new URL(cluster.url).host
  const urlOf = (...hosts: string[]) => `postgres://postgres@${hosts.join()}/postgres?target_session_attrs=read-write`
  const onServer = async ({ url }: Cluster, ...statements: string[]) => {
    const client = new pg.Client(url)
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  const READ_ONLY = ['alter system set default_transaction_read_only = on', 'select pg_reload_conf()']

  test('the one that takes writes is found, wherever it stands, and found again when it moves', async (t) => {
    t.mock.method(console, 'error', () => undefined)
    const [first, second] = await Promise.all([startCluster(programs ?? ''), startCluster(programs ?? '')])
    const down = `127.0.0.1:${await freePort()}`
    const db = new Kysely<unknown>({ dialect: openPostgres(urlOf(down, hostOf(first), hostOf(second))) })
    const reads = readsOf(db)
    const host = async () => {
      const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(reads)
      return `127.0.0.1:${rows[0]?.port}`
    }
    try {
      await onServer(first, ...READ_ONLY)
      assert.equal(await host(), hostOf(second))
      // As in a failover: the primary goes, and some time later the other one takes writes.
      await second.stop()
      const found = host()
      await onServer(first, 'alter system reset default_transaction_read_only', 'select pg_reload_conf()')
      assert.equal(await found, hostOf(first))
    } finally {
      await db.destroy()
      await Promise.all([first.stop(), second.stop()])
    }
  })

  test('where none takes writes, the call says so in the end', async () => {
    const { connect, end } = poolOf(urlOf(`127.0.0.1:${await freePort()}`), {}, () => undefined, 300)
    await assert.rejects(connect(), (error) => error instanceof Unreachable && /ECONNREFUSED/.test(error.message))
    await end()
  })

  test('a wrong name of a database is no reason to wait', async () => {
    const cluster = await startCluster(programs ?? '')
    const db = new Kysely<unknown>({ dialect: openPostgres(cluster.url.replace(/postgres$/, 'nobody')) })
    await assert.rejects(sql`select 1`.execute(db), { code: '3D000' })
    await db.destroy()
    await cluster.stop()
  })
})
