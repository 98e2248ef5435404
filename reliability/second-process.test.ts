import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { beginServer, startServer } from './server-process.ts'

test('a second server on the same data ends with a sentence; after a kill the next one starts at once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'second-'))
  const first = await startServer({ dataDir })
  try {
    await assert.rejects(beginServer({ dataDir }).ready, ({ message }: Error) => {
      const [, ...printed] = message.trim().split('\n')
      assert.deepEqual(printed, [
        `Podatke u ${dataDir} već koristi drugi proces. Zaustavite ga ili izaberite drugi folder (DATA_DIR).`,
      ])
      return true
    })
    assert.equal((await fetch(`${first.url}/api/health`)).status, 200, 'the first one does not mind')
  } finally {
    await first.kill()
  }
  const next = await startServer({ dataDir })
  await next.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
