import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openStore } from '#server/db/open.ts'
import { until } from '#server/testing-until.ts'
import { LONG_TRANSACTION_MS } from './copy-log.ts'
import { databaseFile } from './open-sqlite.ts'

test('after a transaction that took long its log is copied into the file by itself', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'log-'))
  const size = () => statSync(databaseFile(dataDir)).size
  const store = await openStore({ dataDir })
  try {
    const before = size()
    const grow = (ms: number) =>
      store.transact(async (tx) => {
        await sql.raw(`create table raste_${ms} as select randomblob(1000000) as bytes`).execute(tx)
        await sleep(ms)
      })
    await grow(0)
    assert.equal(size(), before, 'a usual one stays in the log')
    await grow(LONG_TRANSACTION_MS + 1)
    await until('the log is in the file', () => size() >= before + 2_000_000)
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
