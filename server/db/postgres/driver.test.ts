import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { statement } from '#server/db/statement.ts'
import { MAX_PREPARED } from './driver.ts'
import { openPostgres, readsOf } from './open-postgres.ts'

const url = process.env.TEST_DATABASE_URL

test('a connection keeps 200 statements planned', () => assert.equal(MAX_PREPARED, 200))

/** One connection, as the pool hands it on: each question comes after the last. */
async function withDatabase(run: (db: Kysely<never>) => Promise<void>) {
  const db = new Kysely<never>({ dialect: openPostgres(url ?? '') })
  try {
    await run(db)
  } finally {
    await db.destroy()
  }
}

/** What the server keeps planned for this connection, but for the question itself. */
async function prepared(db: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`.execute(db)
  return rows.map(({ statement }) => statement)
}

test(
  'statements of a transaction and those that never change are planned once, other reads each time',
  {
    skip: !url,
  },
  () =>
    withDatabase(async (db) => {
      const reads = readsOf(db)
      const always = statement<{ always: number }, [always: number]>(() => sql`select ${0}::int as always`)
      for (let i = 0; i < 2; i++) {
        await sql`select ${i}::int as outside`.execute(reads)
        await db.transaction().execute(async (tx) => {
          const { rows } = await sql`select ${i}::int as inside`.execute(tx)
          assert.deepEqual(rows, [{ inside: i }])
        })
        assert.deepEqual(await always(reads as never, i), [{ always: i }])
      }
      assert.deepEqual(await prepared(db), ['select $1::int as inside', 'select $1::int as always'])
      await db.transaction().execute(async (tx) => {
        for (let i = 0; i < MAX_PREPARED + 5; i++)
          await tx.executeQuery(CompiledQuery.raw(`select $1::int as n${i}`, [i]))
      })
      assert.equal((await prepared(db)).length, MAX_PREPARED)
    }),
)

test('a connection whose transaction could not be ended is not handed on', { skip: !url }, () =>
  withDatabase(async (db) => {
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
    const left = await db.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin'))
      return (await pid.execute(connection)).rows[0]?.pid
    })
    assert.notEqual((await pid.execute(db)).rows[0]?.pid, left)
  }),
)
