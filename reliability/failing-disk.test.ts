// A disk that takes no more: from outside, the operating system lets the server's files not grow any further, and gives
// room again. `npx node reliability/full-disk.ts` fills a file system.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { seeded } from '#scripts/demo-random.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { compareWithServer } from './compare.ts'
import { newBody } from './documents.ts'
import { callerOf, signUp } from './http-client.ts'
import { create, emptyLog, enterCatalogue } from './load.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { SEED } from './settings.ts'

const REFUSED = 30
const FAILS = 'Disk servera javlja grešku. Proverite da li je podatak sačuvan, pa pokušajte ponovo.'

/** The process writes to a file only below this place, in bytes; what stands in it stays. */
const allow = ({ pid }: ServerProcess, bytes: number | 'unlimited') =>
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`])

test(`a disk that fails: saves are refused whole, and work again without a restart (seed ${SEED})`, {
  skip: process.platform !== 'linux',
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'failing-'))
  const random = seeded(SEED)
  const log = emptyLog()
  let server = await startServer({ dataDir })
  try {
    const token = await signUp(server.url)
    const caller = callerOf(server.url, token)
    await enterCatalogue(caller, log)
    for (let at = 0; at < 10; at++) await create(caller, log, '/c4', newBody('/c4', random, `A-${at}`))

    // The size of the log would be no limit: a log that was copied into the file is written again from its beginning.
    allow(server, 0)
    const refused = Array.from({ length: REFUSED }, (_, at) => {
      const path = at % 2 ? '/c1' : '/c4'
      return { path, key: `k-${at}`, body: newBody(path, random, `B-${at}`) } as const
    })
    const send = ({ path, key, body }: (typeof refused)[number]) =>
      caller.call('POST', path, body, { 'idempotency-key': key, prefer: 'return=minimal' })
    for (const { status, body } of await Promise.all(refused.map(send))) {
      assert.equal(status, 503)
      assert.deepEqual(body, { message: FAILS })
    }
    assert.equal((await caller.call('GET', '/c4')).body.total, 10, 'reading goes on')
    const whole = await verifyPlace({ dataDir })
    assert.ok(whole.ok, whole.ok ? '' : whole.difference)

    allow(server, 'unlimited')
    for (const { path, key, body } of refused) await create(caller, log, path, body, key)
    await server.kill()
    server = await startServer({ dataDir })
    await compareWithServer(callerOf(server.url, token), log, random)
    const verdict = await verifyPlace({ dataDir })
    assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
  } catch (error) {
    throw new Error(`the server said: ${server.output()}`, { cause: error })
  } finally {
    await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
