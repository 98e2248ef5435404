// A newer program migrates the database of one that still runs: the old one is not ready any more, and saves nothing.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'
import { material } from './documents.ts'
import { onServer } from './fresh-database.ts'
import { eachEngine, type Instances, withInstances } from './instances.ts'

const MIGRATED = `insert into kysely_migration (name, timestamp) values ('9999-kasnija', '2030-01-01T00:00:00Z')`

async function migrate({ place: { dataDir, databaseUrl } }: Instances) {
  if (databaseUrl) return onServer(MIGRATED, databaseUrl)
  // The running program may just be writing; a migration waits for it too.
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 })
  database.exec(MIGRATED)
  database.close()
}

eachEngine('a newer schema under running programs', (engine) => {
  test('turns each of them unready at once, and no save of theirs gets through', () =>
    withInstances(engine, async (instances) => {
      for (const [at, { call }] of instances.callers.entries()) {
        assert.equal((await call('GET', '/ready')).status, 200)
        assert.equal((await call('POST', '/materials', material(`MAT${at}`))).status, 201)
      }
      await migrate(instances)
      for (const { call } of instances.callers) {
        assert.deepEqual((await call('GET', '/ready')).body, {
          message:
            'Bazu je preuzela novija verzija programa (9999-kasnija). Zaustavite ovu: čita, ali više ne upisuje.',
        })
        const { status, body } = await call('POST', '/materials', material('KASNO'))
        assert.equal(status, 503)
        assert.match(body.message, /^Program je u međuvremenu zamenjen novijom verzijom, pa ništa nije sačuvano/)
        assert.equal((await call('GET', '/materials')).body.total, instances.callers.length)
        assert.equal((await call('GET', '/health')).status, 200, 'a restart would not help')
      }
    }))
})
