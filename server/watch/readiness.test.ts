import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { openStore } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite.ts'
import { createApp } from '#server/http/app.ts'
import { readiness } from './readiness.ts'

// On PostgreSQL: reliability/readiness.test.ts, which stops a real server.
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
