import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Planned, Unanswered } from '#server/db/engine.ts'
import { MAX_PREPARED, MAX_UNANSWERED, PipeliningClient } from './driver.ts'

const url = process.env.TEST_DATABASE_URL

/** Two connections and a table of their own with one column, `n`, that is unique. */
async function withTable(run: (client: PipeliningClient, other: PipeliningClient) => Promise<void>) {
  const [client, other] = [new PipeliningClient(url), new PipeliningClient(url)]
  await Promise.all([client.connect(), other.connect()])
  try {
    await other.query('drop table if exists sent; create table sent(n int primary key)')
    await run(client, other)
  } finally {
    // First the one that may have left its transaction open.
    await client.end()
    await other.query('drop table sent')
    await other.end()
  }
}
const send = (client: PipeliningClient, n: number) =>
  client.query('insert into sent values ($1)', Unanswered.from([n]) as number[])
const kept = async (client: PipeliningClient): Promise<number[]> =>
  (await client.query('select n from sent order by n')).rows.map(({ n }: { n: number }) => n)

/** What the server keeps planned for this connection, but for the question itself. */
async function prepared(client: PipeliningClient): Promise<string[]> {
  const { rows } = await client.query('select statement from pg_prepared_statements order by prepare_time')
  return rows.map(({ statement }: { statement: string }) => statement)
}

test('a connection keeps 200 statements planned, and has 16 on their way unanswered', () => {
  assert.deepEqual([MAX_PREPARED, MAX_UNANSWERED], [200, 16])
})

test('statements of a transaction and those that never change are planned once, other reads each time', {
  skip: !url,
}, async () => {
  const client = new PipeliningClient(url)
  await client.connect()
  try {
    for (let i = 0; i < 2; i++) {
      await client.query('select $1::int as outside', [i])
      await client.query('begin; set local enable_seqscan = off')
      const { rows } = await client.query('select $1::int as inside', [i])
      assert.deepEqual(rows, [{ inside: i }])
      await client.query(i === 0 ? 'commit' : 'rollback')
    }
    await client.query('select $1::int as outside', [2])
    for (let i = 0; i < 2; i++) await client.query('select $1::int as always', Planned.from([i]) as number[])
    assert.deepEqual(await prepared(client), ['select $1::int as inside', 'select $1::int as always'])
    await client.query('begin')
    for (let i = 0; i < MAX_PREPARED + 5; i++) await client.query(`select $1::int as n${i}`, [i])
    await client.query('commit')
    assert.equal((await prepared(client)).length, MAX_PREPARED)
  } finally {
    await client.end()
  }
})

test('what is not waited for is carried out in order and belongs to its transaction', { skip: !url }, async () => {
  await withTable(async (client, other) => {
    await client.query('begin')
    await send(client, 1)
    assert.deepEqual(await kept(client), [1])
    await send(client, 2)
    assert.deepEqual(await kept(other), [])
    await client.query('commit')
    assert.deepEqual(await kept(other), [1, 2])
    await client.query('begin')
    await send(client, 3)
    await client.query('rollback')
    assert.deepEqual(await kept(other), [1, 2])
  })
})

test('its error is thrown at the next question, or at the commit, and nothing is kept', { skip: !url }, async () => {
  await withTable(async (client, other) => {
    const taken = { code: '23505' }
    await client.query('begin')
    for (const n of [1, 1, 2]) await send(client, n)
    await assert.rejects(kept(client), taken)
    await client.query('rollback')
    await client.query('begin')
    for (const n of [3, 3]) await send(client, n)
    await assert.rejects(client.query('commit'), taken)
    await client.query('rollback')
    await client.query('begin')
    await send(client, 4)
    await client.query('commit')
    assert.deepEqual(await kept(other), [4])
  })
})

test('where a transaction did not begin, nothing is written without one', { skip: !url }, async () => {
  await withTable(async (client, other) => {
    const wrong = { code: '42601' }
    await client.query('begin nonsense')
    await assert.rejects(send(client, 1), wrong)
    await client.query('begin nonsense')
    await assert.rejects(kept(client), wrong)
    await assert.rejects(send(client, 2), wrong)
    assert.deepEqual(await kept(other), [])
  })
})

test('only so many are on their way at once', { skip: !url }, async () => {
  await withTable(async (client, other) => {
    await other.query('begin')
    await other.query('lock table sent')
    await client.query('begin')
    await client.query('select 1')
    for (let n = 1; n < MAX_UNANSWERED; n++) await send(client, n)
    await send(client, MAX_UNANSWERED)
    const oneMore = send(client, MAX_UNANSWERED + 1)
    const asked = other.query('select 1').then(() => 'waits')
    assert.equal(await Promise.race([oneMore.then(() => 'sent'), asked]), 'waits')
    await other.query('commit')
    await oneMore
    await client.query('commit')
    assert.equal((await kept(other)).length, MAX_UNANSWERED + 1)
  })
})
