import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openStore } from '#server/db/open.ts'
import { lockDataDir } from './lock.ts'
import { databaseFile } from './open-sqlite.ts'

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

test('a database that is used already is refused through a link to its folder or to its file too, and the other way round', async () => {
  const [own, folder, other] = ['own', 'folder', 'other'].map((name) => join(dataDir, name)) as [string, string, string]
  mkdirSync(own)
  mkdirSync(other)
  symlinkSync(own, folder)
  symlinkSync(join('..', 'own', 'zalihe.db'), databaseFile(other))
  // Before there is a file, and when there is one.
  for (let times = 0; times < 2; times++)
    for (const [first, ...behind] of [
      [own, folder, other],
      [folder, own, other],
      [other, own, folder],
    ] as const) {
      const store = await openStore({ dataDir: first })
      for (const second of behind) await assert.rejects(openStore({ dataDir: second }), TAKEN, `${first} ${second}`)
      await store.close()
      if (times === 0) rmSync(databaseFile(own))
    }
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
