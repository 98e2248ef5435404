// `npx node reliability/full-disk.ts`: a real file system of 24 MB that fills up under the server, which is killed while
// it is full; then it gets room again. It needs root for the mount, so it is no part of CI.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from '#scripts/demo-random.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { compareWithServer } from './compare.ts'
import { newBody } from './documents.ts'
import { callerOf, signUp } from './http-client.ts'
import { create, emptyLog, enterCatalogue } from './load.ts'
import { startServer } from './server-process.ts'
import { SEED } from './settings.ts'

const DISK_MB = 24
const BALLAST_MB = 8
const FULL = 'Na disku servera nema dovoljno mesta, pa ništa nije sačuvano. Oslobodite prostor i pokušajte ponovo.'

const disk = mkdtempSync(join(tmpdir(), 'disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'zalihe', disk])
if (mounted.status !== 0) {
  rmdirSync(disk)
  console.error(`A small file system can be mounted by root alone: ${mounted.stderr}`)
  process.exit(1)
}
const ballast = join(disk, 'ballast')
const place = { dataDir: join(disk, 'data') }
const random = seeded(SEED)
const log = emptyLog()
let server = await startServer(place).catch(giveUp)
try {
  const token = await signUp(server.url)
  let caller = callerOf(server.url, token)
  await enterCatalogue(caller, log)
  writeFileSync(ballast, Buffer.alloc(BALLAST_MB * 2 ** 20))

  let refusals = 0
  const fill = async (prefix: string) => {
    for (let at = 0; ; at++) {
      const stavke = Array.from({ length: 40 }, () => newBody('/c4', random, 'x').stavke).flat()
      const numbered = stavke.map((line, index) => ({ ...line, redni_broj: index + 1 }))
      const body = { ...newBody('/c4', random, `${prefix}-${at}`), stavke: numbered }
      const answer = await caller.call('POST', '/c4', body)
      if (answer.status === 201) {
        log.documents.set(`/c4/${answer.body.id}`, { path: '/c4', id: answer.body.id, verzija: 1, body })
        log.touched.add(`/c4/${answer.body.id}`)
        continue
      }
      assert.equal(answer.status, 503, JSON.stringify(answer.body))
      assert.equal(answer.body.message, FULL)
      refusals++
      return
    }
  }
  for (const round of ['A', 'B', 'C']) await fill(round)
  console.log(
    `full after ${log.documents.size} documents, ${freeKb()} kB free, refused ${refusals} times with the sentence`,
  )
  assert.equal((await caller.call('GET', '/c4')).status, 200, 'reading goes on')
  assert.ok((await verifyPlace(place)).ok, 'and the books are whole')

  await server.kill()
  const early = await startServer(place).then(
    (started) => started.kill().then(() => 'starts'),
    (error: Error) => `does not start: ${error.message.split('\n').slice(1).join(' ').trim()}`,
  )
  console.log(`killed while full, it ${early}`)

  rmSync(ballast)
  server = await startServer(place)
  caller = callerOf(server.url, token)
  await compareWithServer(caller, log, random)
  await create(caller, log, '/c4', newBody('/c4', random, 'posle'))
  const verdict = await verifyPlace(place)
  assert.ok(verdict.ok, verdict.ok ? '' : verdict.difference)
  console.log(`with room again every document is there and the next is saved: ${verdict.ok && verdict.summary}`)
} finally {
  await server.kill()
  unmount()
}

function freeKb(): number {
  const { bavail, bsize } = statfsSync(disk)
  return Math.round((bavail * bsize) / 1024)
}

function unmount() {
  spawnSync('umount', [disk])
  rmdirSync(disk)
}

function giveUp(error: Error): never {
  unmount()
  throw error
}
