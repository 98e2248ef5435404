// Counts, with strace, how often the server has the disk confirm its log, and holds it against the writes that it
// answered. `SCALE=10 npm test -- reliability/fsync` makes ten times as many.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { seeded } from '#scripts/demo-random.ts'
import { findStrace } from '#scripts/find-programs.mjs'
import { newBody } from './documents.ts'
import { type Caller, callerOf, signUp } from './http-client.ts'
import { emptyLog, enterCatalogue } from './load.ts'
import { startServer } from './server-process.ts'
import { SCALE, SEED, TIMEOUT_MS } from './settings.ts'

const ONE_BY_ONE = 50 * SCALE
const AT_ONCE = 32
const TOGETHER = 200 * SCALE

/** When a request was sent and when its 2xx was there, in milliseconds since 1970. */
type Acknowledged = { sent: number; answered: number }
type Sync = { begun: number; ended: number }

const strace = findStrace()

test(`no write is answered before the disk has confirmed it (seed ${SEED})`, {
  skip: !strace,
  timeout: TIMEOUT_MS,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fsync-'))
  const trace = join(folder, 'trace')
  // -D keeps the server our own child; -y names the file of each call, -T how long it took.
  const under = [strace ?? '', '-D', '-f', '-y', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', trace]
  const server = await startServer({ dataDir: folder, under })
  try {
    const caller = callerOf(server.url, await signUp(server.url))
    await enterCatalogue(caller, emptyLog())
    const alone = await save(caller, ONE_BY_ONE, 1, 'A')
    const crowd = await save(caller, TOGETHER, AT_ONCE, 'B')
    await server.stop()

    const syncs = syncsOfTheLog(readFileSync(trace, 'utf8'))
    const first = countWithin(syncs, alone)
    t.diagnostic(`one by one: ${alone.length} acknowledged writes, ${first} syncs of the log`)
    t.diagnostic(`${AT_ONCE} at once: ${crowd.length} acknowledged writes, ${countWithin(syncs, crowd)} syncs`)
    assert.ok(first >= alone.length, 'a write was acknowledged without a sync of its own')
    for (const { sent, answered } of [...alone, ...crowd])
      assert.ok(
        syncs.some(({ begun, ended }) => begun >= sent && ended <= answered),
        `a write sent at ${sent} and acknowledged at ${answered} has no whole sync in between`,
      )
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Saves `count` C4 documents over `connections`. */
async function save(caller: Caller, count: number, connections: number, prefix: string): Promise<Acknowledged[]> {
  const random = seeded(SEED)
  const bodies = Array.from({ length: count }, (_, at) => newBody('/c4', random, `${prefix}-${at}`))
  const acknowledged: Acknowledged[] = []
  const people = Array.from({ length: connections }, async (_, person) => {
    for (let at = person; at < count; at += connections) {
      const sent = Date.now()
      const { status } = await caller.call('POST', '/c4', bodies[at])
      assert.equal(status, 201)
      // Rounded up, as `sent` is down: by the clock that strace reads.
      acknowledged.push({ sent, answered: Date.now() + 1 })
    }
  })
  await Promise.all(people)
  return acknowledged
}

/**
 * `pid time fdatasync(21</…/zalihe.db-wal>) = 0 <0.000123>`; the time is that of the call's beginning, in seconds. While
 * another thread calls too, it stands in two lines: `… <unfinished ...>` and `pid time <... fdatasync resumed>) = 0 <…>`.
 */
function syncsOfTheLog(text: string): Sync[] {
  const unfinished = new Map<string, number>()
  return text.split('\n').flatMap((line) => {
    const [, pid = '', begins, rest = ''] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? []
    const took = / = 0 <(\d+\.\d+)>$/.exec(rest)?.[1]
    const isOfLog = /^f(?:data)?sync\(\d+<[^>]*zalihe\.db-wal>/.test(rest)
    const begun = isOfLog ? Number(begins) : rest.startsWith('<... ') ? unfinished.get(pid) : undefined
    if (begun === undefined) return []
    unfinished.delete(pid)
    if (rest.endsWith('<unfinished ...>')) unfinished.set(pid, begun)
    return took ? [{ begun: begun * 1000, ended: (begun + Number(took)) * 1000 }] : []
  })
}

function countWithin(syncs: readonly Sync[], acknowledged: readonly Acknowledged[]): number {
  const from = Math.min(...acknowledged.map(({ sent }) => sent))
  const to = Math.max(...acknowledged.map(({ answered }) => answered))
  return syncs.filter(({ begun, ended }) => begun >= from && ended <= to).length
}
