import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { type Query, statement } from '#server/db/statement.ts'
import { MAX_PREPARED, MAX_UNANSWERED } from './driver.ts'
import { openPostgres, readsOf } from './open-postgres.ts'

const url = process.env.TEST_DATABASE_URL

test('a connection keeps 200 statements planned, and has 16 on their way unanswered', () =>
  assert.deepEqual([MAX_PREPARED, MAX_UNANSWERED], [200, 16]))

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

/** A table with one column that is unique, and two databases: `run` writes to the first and looks from the second. */
const withTable = (run: (db: Kysely<never>, kept: () => Promise<number[]>) => Promise<void>) =>
  withDatabase((db) =>
    withDatabase(async (other) => {
      await sql`create table if not exists sent(n int primary key); truncate sent`.execute(other)
      await run(db, () => keptIn(other))
      await sql`drop table sent`.execute(other)
    }),
  )
const keptIn = async (db: Kysely<never>) =>
  (await sql<{ n: number }>`select n from sent order by n`.execute(db)).rows.map(({ n }) => n)
async function send(db: Kysely<never>, n: number) {
  const query: Query = { ...CompiledQuery.raw('insert into sent values ($1)', [n]), unanswered: true }
  await db.executeQuery(query)
}
const TAKEN = { code: '23505' }

test('what is not waited for is carried out in order, in its transaction', { skip: !url }, () =>
  withTable(async (db, kept) => {
    await db.transaction().execute(async (tx) => {
      await send(tx as never, 1)
      assert.deepEqual(await keptIn(tx as never), [1])
      for (let n = 2; n <= MAX_UNANSWERED + 2; n++) await send(tx as never, n)
      assert.deepEqual(await kept(), [])
    })
    assert.equal((await kept()).length, MAX_UNANSWERED + 2)
  }),
)

test('its error is thrown at the next question, at the commit or at the end, and nothing is kept', { skip: !url }, () =>
  withTable(async (db, kept) => {
    const asks = db.transaction().execute(async (tx) => {
      for (const n of [1, 1, 2]) await send(tx as never, n)
      await keptIn(tx as never)
    })
    await assert.rejects(asks, TAKEN)
    const commits = db.transaction().execute(async (tx) => {
      for (const n of [3, 3]) await send(tx as never, n)
    })
    await assert.rejects(commits, TAKEN)
    assert.deepEqual(await kept(), [])
    await send(db, 4)
    await assert.rejects(send(db, 4), TAKEN)
    assert.deepEqual(await kept(), [4])
  }),
)

test('only so many are on their way at once', { skip: !url }, () =>
  withTable(async (db) => {
    await withDatabase(async (other) => {
      let sixteenth: Promise<void> | undefined
      await other.transaction().execute(async (locks) => {
        await sql`lock table sent`.execute(locks)
        const writes = db.transaction().execute(async (tx) => {
          for (let n = 1; n < MAX_UNANSWERED; n++) await send(tx as never, n)
          sixteenth = send(tx as never, MAX_UNANSWERED)
          await sixteenth
        })
        writes.catch(() => undefined)
        const asked = withDatabase(async (third) => {
          await sql`select 1`.execute(third)
        })
        assert.equal(await Promise.race([writes.then(() => 'sent'), asked.then(() => 'waits')]), 'waits')
      })
      await sixteenth
    })
  }),
)
