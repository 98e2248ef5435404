// The goals that an office notices, measured on one engine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ServerProcess, startServer } from '#reliability/server-process.ts'
import { dateOf } from '#scripts/demo-days.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { dayOf } from '#server/local-time.ts'
import { type Places, SMALL } from './books.ts'
import { type Client, clientWithSession, ownMs, sessionOf, share } from './client.ts'
import { DAYS, type LargeSize, LONG_BOM_PRODUCTS, materialId, productId } from './large-books.ts'
import { exportBody, MINIMAL, saveAll } from './saves.ts'
import { searchTimes } from './search.ts'
import { EXACT } from './workload.ts'

/** `value` in the unit of its goal; `note` says what it was, as the slowest address. */
export type Figure = { readonly value: number; readonly note?: string }
export type Goal = {
  readonly name: string
  readonly unit: 'ms' | '/s' | '×' | 'MiB'
  /** The value may be no more than this, or where it is a rate no less; 0 without a goal. */
  readonly bound: number
  readonly measure: (places: Places) => Promise<Figure>
}

/** Of each address so many calls; the p95 of twenty is the second worst. */
const CALLS = 20
const SAVES = 100
const STARTS = 5
const MOVED = 1_120
/** So many pieces shift whatever is drawn behind them by more than a lot, so that all of it moves. */
const LATE_PIECES = 2_000
const LOAD_MS = 15_000
const PEOPLE = 10
const PAUSE_MS = 200
const HEALTH_EVERY_MS = 20
/** More than ten times the office may be slower, but nothing may take longer than this. */
const LARGER_MS = 3_000

const middle = ({ size }: Places, of: 'c4' | 'c1') => Math.floor(size[of] / 2)
const yearAgo = () => dateOf(dayOf(Date.now()), -365)

const PAGES = [
  ...['datum', 'partner', 'vrednost_total'].flatMap((sort) => [`/c4?sort=${sort}`, `/c1?sort=${sort}&order=desc`]),
  '/archive/documents?sort=partner',
  '/archive/remaining?limit=50',
  '/materials?sort=naziv',
  '/proizvodi?limit=50&sort=naziv',
  '/partneri?',
  '/rokovi?',
  '/audit?',
  `/materials/${materialId(999)}/transactions?`,
]
const WORDS = ['kabl', '5000', 'nemaga', 'zica handel 12', 'ц']
/** What somebody looks up: a number by its parts, with few and many hits, a name, goods by a number, what is nowhere. */
const TYPED = ['u 5000', '31/', '4711', 'kabl', 'handel 12', 'nemaga']
const SEARCHED = [
  '/pretraga?q=',
  '/c4?search=',
  '/c1?search=',
  '/archive/documents?search=',
  '/materials?search=',
  '/audit?search=',
]
const SUMMARIES = [
  '/archive/overview',
  '/archive/overview?datum_od=2024-02-10&datum_do=2025-01-20',
  '/archive/materials?limit=1000&datum_od=2024-01-01&datum_do=2025-12-31',
  '/archive/products?limit=1000&datum_od=2024-02-10&datum_do=2025-12-31',
]

/** The slowest of these addresses by its p95; of a list its first and its last page. */
const reading = (name: string, bound: number, paths: (places: Places) => readonly string[]): Goal => ({
  name,
  unit: 'ms',
  bound,
  measure: (places) =>
    onServer(places, async ({ server, call }) => {
      const seen: Figure[] = []
      for (const path of paths(places))
        for (const address of await endsOf(call, path)) {
          const times: number[] = []
          for (let n = 0; n <= CALLS; n++) times.push(await ownMs(server.pid, () => call('GET', `/api${address}`)))
          seen.push({ value: share(times.slice(1), 0.95), note: decodeURIComponent(address) })
        }
      return seen.reduce((worst, one) => (one.value > worst.value ? one : worst))
    }),
})

async function endsOf(call: Client, path: string): Promise<string[]> {
  const { totalPages } = JSON.parse(await call('GET', `/api${path}`)) as { totalPages?: number }
  if (!totalPages || totalPages < 2) return [path]
  return [path, `${path}${path.includes('?') ? '&' : '?'}page=${totalPages}`]
}

/** Five products of eight materials each, dated today. */
const saveBody = ({ products }: LargeSize, broj: string, at: number) =>
  exportBody(
    broj,
    dayOf(Date.now()),
    Array.from({ length: 5 }, (_, k) => ({
      proizvod_id: productId(products - 1 - ((at * 5 + k) % LONG_BOM_PRODUCTS)),
    })),
  )

let saved = 0
const saveMs = ({ server, call }: User, size: LargeSize, at: number) =>
  ownMs(server.pid, () => call('POST', '/api/c1', saveBody(size, `MERA-${++saved}`, at), MINIMAL))

/** An export of the busiest product a year back moves those that were exported since. */
const lateBody = ({ size }: Places) =>
  exportBody(
    'MERA-KASNI',
    dateOf(dayOf(Date.now()), -Math.round((DAYS * MOVED) / (0.02 * size.c1 * size.linesPerC1))),
    [{ proizvod_id: productId(size.products - LONG_BOM_PRODUCTS - 1), kolicina: LATE_PIECES }],
  )

async function late(places: Places): Promise<{ tookMs: number; healthMs: number; moved: number }> {
  return onServer(places, async ({ call }) => {
    let [ended, healthMs] = [false, 0]
    const others = (async () => {
      while (!ended) {
        healthMs = Math.max(healthMs, await clockMs(() => call('GET', '/api/health')))
        await sleep(HEALTH_EVERY_MS)
      }
    })()
    let answer = ''
    const body = { ...lateBody(places), broj_c1: `MERA-KASNI-${++saved}` }
    const tookMs = await clockMs(async () => {
      answer = await call('POST', '/api/c1', body, MINIMAL)
    })
    ended = true
    await others
    return { tookMs, healthMs, moved: (JSON.parse(answer) as { promenjeni_c1: unknown[] }).promenjeni_c1.length }
  })
}

/** Lots of a quarter's account; those of an account of some 10,000 rows, with its exports, norms and materials. */
const LOTS = { quarter: 10_000, paper: 8_400 }

/** An authorisation of so many lots that are being used up, and the quarter in the middle of what is drawn from them. */
async function authorisation({ large, size }: Places, lots = LOTS.quarter): Promise<string> {
  const { transact, close } = await openStore(await large())
  const quarterFrom = -DAYS / 2
  try {
    await transact(async (tx) => {
      const values = {
        broj: 'OP-1',
        broj_kljuc: 'op-1',
        vazi_od: '2020-01-01',
        rok_do_kraja: 'dan',
        rok_obracuna_dana: 30,
      }
      await sql`insert into odobrenje (id, broj, broj_kljuc, vazi_od, rok_do_kraja, rok_obracuna_dana, trazi, verzija)
        values (1, ${sql.join(Object.values(values))}, 'op-1', 1) on conflict do nothing`.execute(tx)
      const first = Math.round(size.c4 * 0.43)
      await sql`update c4 set odobrenje_id = case when id >= ${first} and id < ${first + lots / size.lotsPerC4} then 1 end`.execute(
        tx,
      )
    })
  } finally {
    await close()
  }
  const day = (back: number) => dateOf(dayOf(Date.now()), Math.round(back))
  return `odobrenje_id=1&datum_od=${day(quarterFrom)}&datum_do=${day(quarterFrom + 91)}`
}

/** Things made in a process or a thread of its own, on the clock, and how long others wait meanwhile. */
const making = (name: string, path: (quarter: string) => string, lots?: number): Goal => ({
  name,
  unit: 'ms',
  bound: 10_000,
  async measure(places) {
    const quarter = await authorisation(places, lots)
    return onServer(places, async ({ server, call }) => {
      let [ended, held] = [false, 0]
      const began = performance.now()
      const made = call('GET', `/api${path(quarter)}`).finally(() => {
        ended = true
      })
      while (!ended) held = Math.max(held, await ownMs(server.pid, () => call('GET', '/api/auth/me')))
      await made
      return { value: performance.now() - began, note: `others wait ${held.toFixed(0)} ms at most` }
    })
  },
})

async function startMs(places: Places): Promise<number> {
  const { dataDir, databaseUrl = '' } = await places.large()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const began = performance.now()
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const text of npm.stdout.setEncoding('utf8')) {
    printed += text
    const url = /http:\/\/\S+:\d+/.exec(printed)?.[0]
    if (url && (await fetch(`${url}/api/health`)).ok) break
  }
  const took = performance.now() - began
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  return took
}

/** Ten people who read and save, and somebody who downloads the sheet of all that remains. */
async function memory(places: Places): Promise<Figure> {
  return onServer(places, async ({ server, call }) => {
    const [began, reads] = [Date.now(), [...PAGES, ...SUMMARIES, '/dashboard', '/pretraga?q=kabl']]
    let most = 0
    const person = async (who: number) => {
      for (let n = who; Date.now() - began < LOAD_MS; n++) {
        await call('GET', `/api${reads[n % reads.length]}`)
        if (n % 5 === 0) await call('POST', '/api/c1', saveBody(places.size, `MERA-${++saved}`, n), MINIMAL)
        most = Math.max(most, residentMib(server))
        await sleep(PAUSE_MS)
      }
    }
    await Promise.all([
      ...Array.from({ length: PEOPLE }, (_, who) => person(who)),
      call('GET', '/api/archive/sheets/remaining'),
    ])
    return { value: most }
  })
}

const residentMib = ({ pid }: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The goals of a large office, in the order of the table. */
export const GOALS: readonly Goal[] = [
  reading('pages of lists, p95', 50, () => PAGES),
  reading('search, p95', 50, () => SEARCHED.flatMap((path) => WORDS.map((word) => path + encodeURIComponent(word)))),
  {
    name: 'Ctrl + K, last key to answer in the browser, p95',
    unit: 'ms',
    bound: 100,
    measure: (places) =>
      onServer(places, async ({ server }) => {
        const times = await searchTimes(server.url, await sessionOf(Number(new URL(server.url).port)), TYPED)
        if (!times)
          throw new Error('No Chromium or Chrome on this machine: install one, or name it with TEST_CHROMIUM.')
        return { value: share(times, 0.95), note: `p50 ${share(times, 0.5).toFixed(0)} ms` }
      }),
  },
  reading('dashboard, p95', 50, () => ['/dashboard', '/dashboard/charts']),
  reading('page of a document, p95', 50, (places) => [
    ...['c4', 'c4/stavke', 'c4/susedni'].map((path) => path.replace('c4', `/c4/${middle(places, 'c4')}`)),
    ...['c1', 'c1/stavke', 'c1/razduzenje'].map((path) => path.replace('c1', `/c1/${middle(places, 'c1')}`)),
  ]),
  reading('stock of a past day, p95', 300, () => [`/archive/remaining?datum_do=${yearAgo()}`]),
  reading('summaries of the archive, p95', 300, () => SUMMARIES),
  reading('account of one C4, p95', 100, (places) => [`/obracun?c4_id=${middle(places, 'c4')}`]),
  {
    name: 'account of a quarter, 10,000 lots',
    unit: 'ms',
    bound: 1_000,
    async measure(places) {
      const quarter = await authorisation(places)
      return reading('', 0, () => [`/obracun?${quarter}`]).measure(places)
    },
  },
  {
    name: 'C1 save in large books, p95',
    unit: 'ms',
    bound: 20,
    measure: (places) =>
      onServer(places, async (user) => {
        const times: number[] = []
        for (let at = 0; at <= SAVES; at++) times.push(await saveMs(user, places.size, at))
        return { value: share(times.slice(1), 0.95), note: `p50 ${share(times.slice(1), 0.5).toFixed(1)} ms` }
      }),
  },
  {
    name: 'growth of a save, 10,000 → 100,000 lots',
    unit: '×',
    bound: 1.25,
    measure: (places) =>
      // In turn, so that both meet the same machine.
      onServer(places, (large) =>
        onServer({ ...places, large: places.small }, async (small) => {
          const [few, many]: [number[], number[]] = [[], []]
          for (let at = 0; at < SAVES; at++) {
            few.push(await saveMs(small, SMALL, at))
            many.push(await saveMs(large, places.size, at))
          }
          return { value: share(many, 0.5) / share(few, 0.5) }
        }),
      ),
  },
  {
    name: 'C1 saves, one connection',
    unit: '/s',
    bound: 0,
    async measure({ empty }) {
      const { perSecond, p50Ms, exact } = await saveAll(await empty(), 1)
      if (exact !== EXACT) throw new Error(`The ledger has ${exact}, and not ${EXACT}.`)
      return { value: perSecond, note: `p50 ${p50Ms.toFixed(2)} ms` }
    },
  },
  {
    name: 'C1 saves, 32 connections',
    unit: '/s',
    bound: 400,
    async measure({ empty }) {
      const { perSecond, worstMs } = await saveAll(await empty(), 32)
      return { value: perSecond, note: `the slowest after ${worstMs.toFixed(0)} ms` }
    },
  },
  {
    name: 'a late document that moves 1,000 exports',
    unit: 'ms',
    bound: 1_000,
    async measure(places) {
      const { tookMs, moved } = await late(places)
      return { value: tookMs, note: `${moved} moved` }
    },
  },
  {
    name: '/api/health meanwhile',
    unit: 'ms',
    bound: 500,
    measure: async (places) => ({ value: (await late(places)).healthMs }),
  },
  making('10,000 lots as xlsx', (quarter) => `/archive/sheets/obracun?${quarter}`),
  making('10,000 rows as PDF', (quarter) => `/obracun/files/tok?${quarter}`, LOTS.paper),
  {
    name: 'npm start to first answer',
    unit: 'ms',
    bound: 700,
    async measure(places) {
      const times: number[] = []
      for (let n = 0; n <= STARTS; n++) times.push(await startMs(places))
      return { value: share(times.slice(1), 0.5) }
    },
  },
  { name: 'memory, ten people and a spreadsheet', unit: 'MiB', bound: 300, measure: memory },
]

/** Goals of ten times as much: the same reads, none above three seconds. */
export const LARGER_GOALS: readonly Goal[] = GOALS.filter(
  ({ unit, name }) => unit === 'ms' && !/start|save|PDF|xlsx/.test(name),
).map((goal) => ({ ...goal, bound: LARGER_MS }))

async function clockMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

type User = { readonly server: ServerProcess; readonly call: Client }

async function onServer<T>(places: Pick<Places, 'large'>, use: (user: User) => Promise<T>): Promise<T> {
  const place: Place = await places.large()
  const server = await startServer(place)
  try {
    return await use({ server, call: await clientWithSession(server.url, PEOPLE + 1) })
  } finally {
    await server.stop()
  }
}
