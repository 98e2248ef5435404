// Documents that come late: dated at random within the last days of books, so that each moves what was exported since.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { heldUpMs, type ServerProcess, startServer } from '#reliability/server-process.ts'
import { seeded } from '#scripts/demo-random.ts'
import { type Client, clientOf, type Measured, measure } from './client.ts'
import type { Figure } from './figures.ts'
import { c1Body, c4Body, clientWithSession, enterCatalogue } from './saves.ts'
import { type Workload, workload } from './workload.ts'

/** So many days back a document may be dated. */
const DAYS = 5
const MINIMAL = { prefer: 'return=minimal' }
const HEALTH_EVERY_MS = 20
const HEALTH_MS = 200
const ENTERED = 300
const CONNECTIONS = 16
const BYTES_EACH_MOVED = 50

type LateSize = { readonly exports: number; readonly entered: number; readonly connections: number }

/** What entering documents took, and what others and the machine noticed of it. */
type Entered = Measured & {
  /** By how much the file grew for each of them. */
  readonly bytesEach: number
  /** Exports that they moved, each as often as it was moved. */
  readonly moved: number
  /** The slowest answer of `/api/health` meanwhile, without the time in which others had the processors. */
  readonly healthMs: number
  readonly mib: number
  readonly refused: number
}

const dayOf = (back: number) => new Date(Date.UTC(2026, 0, 31 - back)).toISOString().slice(0, 10)

/** Books whose exports all stand within the last days, as many each day. */
async function enterBooks(dataDir: string, size: LateSize): Promise<Workload> {
  const w = workload({ c4: Math.ceil(size.exports / 3), c1: size.exports + 2 * size.entered })
  const server = await startServer({ dataDir })
  const call = await clientWithSession(Number(new URL(server.url).port), size.connections)
  await enterCatalogue(call)
  await measure(w.c4, size.connections, (document) => call('POST', '/api/c4', c4Body(document)))
  const day = (at: number) => dayOf(DAYS - 1 - Math.floor((at * DAYS) / size.exports))
  await measure([...w.c1.slice(0, size.exports).entries()], size.connections, ([at, document]) =>
    call('POST', '/api/c1', c1Body({ ...document, datum: day(at) }), MINIMAL),
  )
  await server.stop()
  return w
}

/** Enters documents, each of today or of a day of the last ones at random, and measures what that does. */
async function enter(
  dataDir: string,
  documents: Workload['c1'],
  days: 'in order' | 'late',
  size: LateSize,
): Promise<Entered> {
  const file = join(dataDir, 'zalihe.db')
  const before = statSync(file).size
  const server = await startServer({ dataDir })
  const random = seeded(7)
  const dated = documents.map((document) => ({
    ...document,
    datum: dayOf(days === 'late' ? random.whole(0, DAYS - 1) : 0),
  }))
  const call = await clientWithSession(Number(new URL(server.url).port), size.connections)
  const watched = watch(server)
  let [moved, refused] = [0, 0]
  const measured = await measure(dated, size.connections, async (document) => {
    try {
      const saved = JSON.parse(await call('POST', '/api/c1', c1Body(document), MINIMAL))
      moved += saved.promenjeni_c1.length
    } catch (error) {
      if (!/: 503 /.test(String(error))) throw error
      refused++
    }
  })
  const { healthMs, mib } = await watched.end()
  await server.stop()
  return { ...measured, bytesEach: (statSync(file).size - before) / documents.length, moved, healthMs, mib, refused }
}

/** Documents in order, and as many that come late, entered into the same books by several people at once. */
export async function late(exports: number): Promise<Figure[]> {
  const size = { exports, entered: ENTERED, connections: CONNECTIONS }
  const dataDir = mkdtempSync(join(tmpdir(), 'late-'))
  try {
    const w = await enterBooks(dataDir, size)
    const documents = w.c1.slice(exports)
    const inOrder = await enter(dataDir, documents.slice(0, ENTERED), 'in order', size)
    const late = await enter(dataDir, documents.slice(ENTERED), 'late', size)
    const said = ({ perSecond, p50Ms, bytesEach, moved, refused, healthMs, mib }: Entered) =>
      `${perSecond.toFixed(1)}/s, p50 ${p50Ms.toFixed(0)} ms, ${(bytesEach / 1000).toFixed(1)} kB each, ` +
      `${moved} exports moved, ${refused} refused, health ${healthMs.toFixed(0)} ms, ${mib.toFixed(0)} MiB`
    const room = 2 * inOrder.bytesEach + (BYTES_EACH_MOVED * late.moved) / ENTERED
    return [
      { figure: `${ENTERED} exports in order`, measured: said(inOrder), goal: '', ok: true },
      {
        figure: `${ENTERED} exports up to ${DAYS} days late, among ${exports}`,
        measured: said(late),
        goal: `≤ ${(room / 1000).toFixed(1)} kB each, health ≤ ${HEALTH_MS} ms`,
        ok: late.bytesEach <= room && late.healthMs <= HEALTH_MS,
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Asks `/api/health` again and again, and looks at the memory of the server, until `end`. */
function watch(server: ServerProcess) {
  const health: Client = clientOf(Number(new URL(server.url).port), 1)
  let [healthMs, mib, ended] = [0, 0, false]
  const watching = (async () => {
    while (!ended) {
      const held = heldUpMs(server.pid) + heldUpMs(process.pid)
      const begun = performance.now()
      await health('GET', '/api/health')
      const own = performance.now() - begun - (heldUpMs(server.pid) + heldUpMs(process.pid) - held)
      healthMs = Math.max(healthMs, own)
      mib = Math.max(mib, residentMib(server.pid))
      await sleep(HEALTH_EVERY_MS)
    }
  })()
  return {
    async end() {
      ended = true
      await watching
      return { healthMs, mib }
    },
  }
}

const residentMib = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
