import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'
import { createApp } from '#server/http/app.ts'
import { eachEngine } from '#server/testing.ts'
import { readiness } from './readiness.ts'

// On PostgreSQL, beside what stands below: reliability/readiness.test.ts, which stops a real server.
describe('readiness on SQLite', () => {
  const cleanUp: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const one of cleanUp.splice(0)) await one()
  })

  /** A store of its own and what `/api/ready` answers over it. */
  async function open() {
    const dataDir = mkdtempSync(join(tmpdir(), 'ready-'))
    const store = await openStore({ dataDir })
    cleanUp.push(async () => {
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const ready = readiness(store, dataDir)
    const app = createApp({}, { store, now: Date.now, authenticate: async () => null, unready: ready.reason })
    const ask = async () => {
      const answer = await app.request('/api/ready')
      return [answer.status, await answer.json()]
    }
    return { ready, ask, store, file: databaseFile(dataDir) }
  }

  test('ready as long as the file that was opened is in its place', async () => {
    const { ask, file } = await open()
    assert.deepEqual(await ask(), [200, { status: 'ready' }])
    renameSync(file, `${file}.sklonjen`)
    assert.deepEqual(await ask(), [503, { message: `Fajl baze ${file} nije na mestu.` }])
    renameSync(`${file}.sklonjen`, file)
    assert.deepEqual(await ask(), [200, { status: 'ready' }])
  })

  test('not ready when the database does not answer', async () => {
    const { ask, store } = await open()
    await store.close()
    assert.deepEqual(await ask(), [503, { message: 'Baza podataka trenutno nije dostupna. Pokušajte ponovo.' }])
  })

  test('not ready from the moment the program is told to leave', async () => {
    const { ask, ready } = await open()
    assert.equal((await ask())[0], 200)
    ready.leave()
    assert.deepEqual(await ask(), [503, { message: 'Server se zaustavlja.' }])
  })
})

/** As many as the pool has connections. */
const CONNECTIONS = 10

eachEngine('readiness', (engine) => {
  if (engine.name === 'sqlite') return
  test('not ready while the server takes no changes', async () => {
    const store = await engine.open()
    try {
      const ready = readiness(store, '')
      assert.equal(await ready.reason(), null)
      const everywhere = (setting: 'on' | 'off') =>
        Promise.all(
          Array.from({ length: CONNECTIONS }, () =>
            // It waits, so that none of the connections is asked twice.
            sql`select set_config('default_transaction_read_only', ${setting}, false), pg_sleep(0.3)`.execute(
              store.read,
            ),
          ),
        )
      await everywhere('on')
      assert.equal(await ready.reason(), 'Baza podataka trenutno nije dostupna. Pokušajte ponovo.')
      await everywhere('off')
      assert.equal(await ready.reason(), null)
    } finally {
      // No other test gets these connections.
      await store.close()
    }
  })
})
