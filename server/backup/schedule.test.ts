import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openStore } from '#server/db/open.ts'
import { backupName, scheduleBackups } from './schedule.ts'

const NOW = Date.UTC(2026, 10, 20, 18, 1, 2)
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

let folder = ''
let backupDir = ''
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'schedule-'))
  backupDir = join(folder, 'kopije')
  await (await openStore({ dataDir: folder })).close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const plan = (backupEveryHours: number) => ({ dataDir: folder, backupDir, backupEveryHours, backupKeep: 14 })

/** Time that passes only when told to: the name of each backup says at which moment it was made. */
function clock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: NOW })
  const made = t.mock.method(console, 'log', () => undefined).mock
  const failed = t.mock.method(console, 'error', () => undefined).mock
  return {
    failed,
    /** So much time, its last millisecond by itself; then `tried` backups have been made or have failed. */
    async pass(ms: number, tried: number) {
      t.mock.timers.tick(ms - 1)
      t.mock.timers.tick(1)
      const until = performance.now() + 30_000
      while (made.callCount() + failed.callCount() < tried && performance.now() < until) await nextTurn()
      assert.equal(made.callCount() + failed.callCount(), tried)
    },
  }
}

test('a backup is made so long after the newest, then every so many hours, until that is called off', async (t) => {
  mkdirSync(backupDir)
  const newest = backupName(NOW - 10 * HOUR_MS)
  writeFileSync(join(backupDir, newest), '')
  const { pass } = clock(t)
  const stop = scheduleBackups(plan(24))
  await pass(14 * HOUR_MS, 1)
  await pass(24 * HOUR_MS, 2)
  assert.deepEqual(readdirSync(backupDir).sort(), [
    newest,
    backupName(NOW + 14 * HOUR_MS),
    backupName(NOW + 38 * HOUR_MS),
  ])

  stop()
  rmSync(backupDir, { recursive: true })
  await pass(48 * HOUR_MS, 2)
  assert.ok(!existsSync(backupDir), 'nobody makes the folder again')
})

test('a backup that could not be made is tried again a quarter of an hour later, and again', async (t) => {
  const { pass, failed } = clock(t)
  t.after(scheduleBackups(plan(24)))
  // A file in place of the folder takes no backup.
  rmSync(backupDir, { recursive: true })
  writeFileSync(backupDir, '')
  await pass(SECOND_MS, 1)
  await pass(15 * MINUTE_MS, 2)
  assert.match(String(failed.calls[1]?.arguments[0]), /^Kopija baze nije napravljena: .*EEXIST/)

  rmSync(backupDir)
  await pass(15 * MINUTE_MS, 3)
  assert.deepEqual(readdirSync(backupDir), [backupName(NOW + SECOND_MS + 30 * MINUTE_MS)])
  assert.equal(failed.callCount(), 2)
})

test('without a plan nothing is made, not even the folder', async (t) => {
  const { pass } = clock(t)
  t.after(scheduleBackups(plan(0)))
  await pass(1000 * HOUR_MS, 0)
  assert.ok(!existsSync(backupDir))
})
