import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_PREPARED, PreparingClient } from './postgres-client.ts'

const url = process.env.TEST_DATABASE_URL

/** What the server keeps planned for this connection, but for the question itself. */
async function prepared(client: PreparingClient): Promise<string[]> {
  const { rows } = await client.query('select statement from pg_prepared_statements order by prepare_time')
  return rows.map(({ statement }: { statement: string }) => statement)
}

test('statements of a transaction are planned once, reads each time', { skip: !url }, async () => {
  const client = new PreparingClient(url)
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
    assert.deepEqual(await prepared(client), ['select $1::int as inside'])
    await client.query('begin')
    for (let i = 0; i < MAX_PREPARED + 5; i++) await client.query(`select $1::int as n${i}`, [i])
    await client.query('commit')
    assert.equal((await prepared(client)).length, MAX_PREPARED)
  } finally {
    await client.end()
  }
})
