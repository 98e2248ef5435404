import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from './open.ts'

const url = process.env.TEST_DATABASE_URL

test('a PostgreSQL that answers before its disk has the commit is refused', { skip: !url }, async () => {
  const careless = new URL(url ?? '')
  careless.searchParams.set('options', '-c synchronous_commit=off')
  await assert.rejects(openStore({ databaseUrl: careless.href, dataDir: '' }), {
    message: 'PostgreSQL: synchronous_commit ne sme biti isključen, jer bi se potvrđen unos mogao izgubiti.',
  })
})
