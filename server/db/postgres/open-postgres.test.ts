import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { openStore } from '#server/db/open.ts'
import { openPostgres } from './open-postgres.ts'

const url = process.env.TEST_DATABASE_URL

test('a PostgreSQL that answers before its disk has the commit is refused', { skip: !url }, async () => {
  const careless = new URL(url ?? '')
  careless.searchParams.set('options', '-c synchronous_commit=off')
  await assert.rejects(openStore({ databaseUrl: careless.href, dataDir: '' }), {
    message: 'PostgreSQL: synchronous_commit ne sme biti isključen, jer bi se potvrđen unos mogao izgubiti.',
  })
})

test('no plan is compiled, also where a save may not read a table whole and must', { skip: !url }, async () => {
  const db = new Kysely<Record<string, never>>({ dialect: openPostgres(url ?? '') })
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<{
      'QUERY PLAN': string
    }>`explain analyze select count(*) from pg_class where relpages < 0 or reltuples < -2`.execute(tx)
  })
  await db.destroy()
  const plan = rows.map((row) => row['QUERY PLAN'])
  assert.match(plan.join('\n'), /Seq Scan on pg_class/)
  assert.deepEqual(
    plan.filter((line) => line.includes('JIT')),
    [],
  )
})

test('an integer and a sum of integers are numbers, and one beyond 2^53 is an error', { skip: !url }, async () => {
  const db = new Kysely<Record<string, never>>({ dialect: openPostgres(url ?? '') })
  const read = async (expression: string) =>
    (await sql<{ it: unknown }>`select ${sql.raw(expression)} as it`.execute(db)).rows
  try {
    const most = '9007199254740991::bigint'
    assert.deepEqual(await read(most), [{ it: Number.MAX_SAFE_INTEGER }])
    assert.deepEqual(await read(`(select sum(n) from (values (${most} - 1), (1)) v(n))`), [
      { it: Number.MAX_SAFE_INTEGER },
    ])
    for (const beyond of [`${most} + 1`, `(select sum(n) from (values (${most}), (1)) v(n))`])
      await assert.rejects(read(beyond), { name: 'RangeError', message: 'an integer left the exact range' })
  } finally {
    await db.destroy()
  }
})
