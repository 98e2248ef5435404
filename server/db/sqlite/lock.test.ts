import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openStore } from '#server/db/open.ts'
import { lockDataDir } from './lock.ts'

let dataDir = ''
before(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lock-'))
})
after(() => rmSync(dataDir, { recursive: true, force: true }))

const TAKEN = /^Error: Podatke u .* već koristi drugi proces\. Zaustavite ga ili izaberite drugi folder \(DATA_DIR\)\.$/

/** Another process that has the folder. */
async function otherProcess(): Promise<ChildProcess> {
  const code = `const { lockDataDir } = await import('#server/db/sqlite/lock.ts')
    lockDataDir(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return child
}

test('nobody else may take the folder, nor keep it from the program', () => {
  const unlock = lockDataDir(dataDir)
  assert.equal(statSync(join(dataDir, 'zalihe.lock')).mode & 0o777, 0o600)
  unlock()
})

test('a folder that another process uses is refused with a sentence, and free again when that one is killed', async () => {
  const child = await otherProcess()
  try {
    assert.throws(() => lockDataDir(dataDir), TAKEN)
    await assert.rejects(openStore({ dataDir }), TAKEN)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const store = await openStore({ dataDir })
  await store.close()
})

test('a second store of the same process is refused too, until the first is closed', async () => {
  const store = await openStore({ dataDir })
  await assert.rejects(openStore({ dataDir }), TAKEN)
  await store.close()
  await (await openStore({ dataDir })).close()
})

test('a folder that cannot be used is named in a sentence', () => {
  writeFileSync(join(dataDir, 'file'), '')
  assert.throws(() => lockDataDir(join(dataDir, 'file', 'below')), /^Error: Folder podataka .* ne može da se koristi/)
  mkdirSync(join(dataDir, 'taken', 'zalihe.lock'), { recursive: true })
  assert.throws(() => lockDataDir(join(dataDir, 'taken')), /^Error: Folder podataka .* ne može da se koristi/)
  mkdirSync(join(dataDir, 'foreign'))
  writeFileSync(join(dataDir, 'foreign', 'zalihe.lock'), 'x'.repeat(4096))
  assert.throws(
    () => lockDataDir(join(dataDir, 'foreign')),
    /ne može da se koristi \(DATA_DIR\): file is not a database$/,
  )
})
