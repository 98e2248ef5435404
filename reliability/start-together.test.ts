// Instances that are started at the same moment on an empty PostgreSQL: one migrates, the others wait for it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { MIGRATIONS } from '#server/db/migrate.ts'
import { freshDatabase, postgresUrl } from './fresh-database.ts'
import { callerOf, signUp } from './http-client.ts'
import { beginServer } from './server-process.ts'
import { SCALE, TIMEOUT_MS } from './settings.ts'

const PROCESSES = 4
const ROUNDS = Math.ceil(2 * SCALE)

test(`${PROCESSES} processes started at once migrate an empty PostgreSQL once, and all of them answer`, {
  skip: !postgresUrl,
  timeout: TIMEOUT_MS,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const database = await freshDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'together-'))
    const starting = Array.from({ length: PROCESSES }, () => beginServer({ dataDir, databaseUrl: database.url }))
    try {
      const servers = await Promise.all(starting.map(({ ready }) => ready))
      const [first = '', ...others] = servers.map(({ url }) => url)
      const token = await signUp(first)
      for (const url of others) {
        const { status, body } = await callerOf(url, token).call('GET', '/materials')
        assert.equal(status, 200)
        assert.equal(body.total, 0)
      }
      assert.deepEqual(await migrated(database.url), Object.keys(MIGRATIONS))
    } finally {
      for (const { kill } of starting) await kill()
      rmSync(dataDir, { recursive: true, force: true })
      await database.drop()
    }
  }
})

async function migrated(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  await client.end()
  return rows.map(({ name }) => name)
}
