// Documents that come late: dated at random within the last days of books, so that each moves what was exported since.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServer, workedMs } from '#reliability/server-process.ts'
import { seeded } from '#scripts/demo-random.ts'
import { openStore } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'
import { type Client, clientOf, type Measured, measure } from './client.ts'
import type { Figure } from './figures.ts'
import { DAYS, dayOf, lateBooks, MINIMAL } from './late-books.ts'
import { c1Body } from './saves.ts'
import type { Workload } from './workload.ts'

const HEALTH_EVERY_MS = 20
/** The slowest answer of `/api/health` but for those left out, and the most memory of the server. */
export const LATE_GOALS = { healthMs: 200, mib: 300 }
/** Of some hundreds of answers: the disk of a machine that others use, too, stands still now and then. */
const LEFT_OUT = 2
export const ENTERED = 300
const CONNECTIONS = 16
const BYTES_EACH_MOVED = 50

/** The time of entering documents, and its effect on others and on the machine. */
type Entered = Measured & {
  /** By how much the file grew for each of them. */
  readonly bytesEach: number
  /** Exports that they moved, each as often as it was moved. */
  readonly moved: number
  /** The slowest answer of `/api/health` meanwhile but LEFT_OUT, without waits for a processor or for the disk. */
  readonly healthMs: number
  readonly mib: number
  readonly refused: number
}
/** `room`: bytes of the file that each may take; `trailEach`: bytes of the trail for each export that a document moved. */
type Late = Entered & { readonly room: number; readonly trailEach: number }

/** Enters documents, each of today or of a day of the last ones at random, by several people at once, and measures that. */
async function enter(
  dataDir: string,
  token: string,
  documents: Workload['c1'],
  days: 'in order' | 'late',
): Promise<Entered> {
  const server = await startServer({ dataDir })
  const before = statSync(databaseFile(dataDir)).size
  try {
    const random = seeded(7)
    const dated = documents.map((document) => ({
      ...document,
      datum: dayOf(days === 'late' ? random.whole(0, DAYS - 1) : 0),
    }))
    const call = clientOf(portOf(server), CONNECTIONS, { authorization: `Bearer ${token}` })
    const watched = watch(server)
    let [moved, refused] = [0, 0]
    const measured = await measure(dated, CONNECTIONS, async (document) => {
      try {
        const saved = JSON.parse(await call('POST', '/api/c1', c1Body(document), MINIMAL))
        moved += saved.promenjeni_c1.length
      } catch (error) {
        if (!/: 503 /.test(String(error))) throw error
        refused++
      }
    }).finally(watched.end)
    await server.stop()
    const bytesEach = (statSync(databaseFile(dataDir)).size - before) / documents.length
    return { ...measured, bytesEach, moved, refused, ...watched.seen() }
  } finally {
    await server.stop()
  }
}

/** Documents in order, and as many that come late, entered into the same books of so many exports. */
export async function enterLate(exports: number): Promise<{ inOrder: Entered; late: Late }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'late-'))
  try {
    const { w, token } = await lateBooks(dataDir, exports, 2 * ENTERED)
    const [first, second] = [exports, exports + ENTERED]
    const inOrder = await enter(dataDir, token, w.c1.slice(first, second), 'in order')
    const late = await enter(dataDir, token, w.c1.slice(second), 'late')
    const room = 2 * inOrder.bytesEach + (BYTES_EACH_MOVED * late.moved) / ENTERED
    return { inOrder, late: { ...late, room, trailEach: (await trailBytes(dataDir)) / late.moved } }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Bytes of all entries about moved exports. */
async function trailBytes(dataDir: string): Promise<number> {
  const store = await openStore({ dataDir })
  const { bytes } = await store.read
    .selectFrom('dnevnik')
    .select(({ fn }) => fn.sum<number>(fn('length', ['posle'])).as('bytes'))
    .where('radnja', '=', 'pomereno')
    .executeTakeFirstOrThrow()
  await store.close()
  return Number(bytes)
}

/** The figures of it. */
export async function late(exports: number): Promise<Figure[]> {
  const { inOrder, late } = await enterLate(exports)
  const said = ({ perSecond, p50Ms, bytesEach, moved, refused, healthMs, mib }: Entered) =>
    `${perSecond.toFixed(1)}/s, p50 ${p50Ms.toFixed(0)} ms, ${(bytesEach / 1000).toFixed(1)} kB each, ` +
    `${moved} exports moved, ${refused} refused, health ${healthMs.toFixed(0)} ms, ${mib.toFixed(0)} MiB`
  const isGood = ({ healthMs, mib }: Entered) => healthMs <= LATE_GOALS.healthMs && mib <= LATE_GOALS.mib
  return [
    { figure: `${ENTERED} exports in order`, measured: said(inOrder), goal: '', ok: isGood(inOrder) },
    {
      figure: `${ENTERED} exports up to ${DAYS} days late, among ${exports}`,
      measured: said(late),
      goal: `≤ ${(late.room / 1000).toFixed(1)} kB each, health ≤ ${LATE_GOALS.healthMs} ms, ≤ ${LATE_GOALS.mib} MiB`,
      ok: late.bytesEach <= late.room && isGood(late),
    },
  ]
}

const portOf = ({ url }: ServerProcess) => Number(new URL(url).port)

/** Asks `/api/health` again and again, and looks at the memory of the server, until `end`. */
function watch(server: ServerProcess) {
  const health: Client = clientOf(portOf(server), 1)
  const waits: number[] = []
  let [mib, ended] = [0, false]
  const watching = (async () => {
    while (!ended) {
      const before = workedMs(server.pid) + workedMs(process.pid)
      await health('GET', '/api/health')
      waits.push(workedMs(server.pid) + workedMs(process.pid) - before)
      mib = Math.max(mib, residentMib(server.pid))
      await sleep(HEALTH_EVERY_MS)
    }
  })()
  return {
    async end() {
      ended = true
      await watching
    },
    seen: () => ({ healthMs: waits.sort((a, b) => b - a)[LEFT_OUT] ?? 0, mib }),
  }
}

const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
