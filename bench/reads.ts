// `node bench/reads.ts [text] [folder]`: every read of the API on the books of bench/large.ts, over HTTP, one by one:
// each list by each column, first page and last, each search, dashboard and archive. The goal is a p99 on the server.
import { startServer } from '#reliability/server-process.ts'
import type { Place } from '#server/db/open.ts'
import { largeBooks } from './books.ts'
import { type Client, clientOf, ownMs, sessionOf } from './client.ts'
import type { Figure } from './figures.ts'
import { showFigures } from './figures.ts'
import { materialId } from './large-books.ts'

const GOAL_MS = 50
const CALLS = 40
/** The 99th of a hundred cannot be told from 40, only the worst: where that is above the goal, this many are made. */
const MANY_CALLS = 200
/** A call that is too slow is seen after fewer. */
const FEW_CALLS = 15
const SLOW_MS = 100

const DOCUMENT_SORTS = [
  'broj',
  'tip_dokumenta',
  'datum',
  'partner',
  'zemlja_otpreme',
  'vrednost_total',
  'kolicina_total',
]
const ARCHIVE_SORTS = [
  'broj',
  'tip',
  'tip_dokumenta',
  'datum',
  'partner',
  'zemlja_otpreme',
  'vrednost_rsd',
  'kolicina_total',
]
const MATERIAL_SORTS = ['id', 'naziv', 'zemlja_porekla', 'jedinica_mere', 'tarifni_broj', 'totalQuantity']
const PRODUCT_SORTS = ['id', 'naziv', 'hs_code', 'jedinica_mere', 'normativ_count']
/** One that many rows have, one that few have, one that none has, several, and one shorter than three letters. */
const SEARCHES = ['kabl', '5000', 'nemaga', 'zica handel 12', '7/', 'ц']

/** Lists of which first, middle and last page are asked for; `&` and a query may follow. */
const LISTS = [
  ...DOCUMENT_SORTS.flatMap((sort) =>
    ['asc', 'desc'].flatMap((order) => [`/c4?sort=${sort}&order=${order}`, `/c1?sort=${sort}&order=${order}`]),
  ),
  ...ARCHIVE_SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => `/archive/documents?sort=${sort}&order=${order}`)),
  ...MATERIAL_SORTS.map((sort) => `/materials?sort=${sort}`),
  ...PRODUCT_SORTS.map((sort) => `/proizvodi?limit=50&sort=${sort}`),
  ...SEARCHES.flatMap((text) =>
    [
      '/c4?',
      '/c1?',
      '/archive/documents?',
      '/archive/remaining?',
      '/archive/materials?limit=50',
      '/archive/products?limit=50',
      '/materials?',
      '/proizvodi?limit=50',
      '/audit?',
    ].map((path) => `${path}&search=${encodeURIComponent(text)}`),
  ),
  '/c4?posiljalac=zica+handel',
  '/c4?c4Number=77',
  '/c4?tip_dokumenta=Privremeni+uvoz',
  '/c4?zemlja_otpreme=Turska',
  '/c4?vrednost_min=1000000&vrednost_max=2000000',
  '/c4?kolicina_min=5000',
  '/c4?datum_od=2024-02-10&datum_do=2024-11-20&zemlja_otpreme=Italija',
  '/c1?primalac=auto+7',
  '/c1?tip_dokumenta=Reeksport&sort=vrednost_total&order=desc',
  '/c1?vrednost_min=1000&kolicina_max=50',
  '/c4/77/razduzenje?',
  '/c4/77/razduzenje?search=kabl+12',
  '/c4?search=eur',
  '/c1?search=eur',
  '/archive/documents?search=rsd',
  '/c4?search=F-77777',
  '/archive/documents?search=F-77777',
  '/c1?ima_manjak=true',
  '/c1?ima_manjak=false',
  '/archive/documents?tip=Odlazni',
  '/archive/documents?tip_dokumenta=Reeksport',
  '/archive/documents?zemlja_otpreme=Turska',
  '/archive/documents?partner=handel+3',
  '/archive/documents?datum_od=2024-02-10&datum_do=2024-11-20',
  '/archive/remaining?',
  '/archive/remaining?limit=50',
  '/archive/remaining?datum_od=2026-02-10&datum_do=2026-05-20',
  '/archive/remaining?datum_do=2025-06-30',
  '/archive/remaining?uvoz_od=2025-11-27&uvoz_do=2026-05-26',
  ...['', '&datum_do=2025-06-30', '&search=kabl'].map((more) => `/archive/remaining?zemlja_porekla=Italija${more}`),
  '/archive/materials?limit=50',
  '/archive/materials?limit=1000',
  '/archive/materials?limit=50&datum_od=2024-01-01&datum_do=2024-12-31',
  '/archive/materials?limit=1000&datum_do=2025-12-31',
  '/archive/materials?limit=1000&datum_od=2024-01-01&datum_do=2024-12-31',
  '/archive/materials?limit=1000&datum_od=2026-01-01&datum_do=2030-12-31',
  '/archive/products?limit=50',
  '/archive/products?limit=1000',
  '/archive/products?limit=50&datum_od=2024-02-10&datum_do=2025-01-20',
  '/archive/products?limit=1000&datum_od=2024-01-01&datum_do=2024-12-31',
  '/archive/products?limit=1000&datum_od=2022-02-10&datum_do=2026-05-20',
  '/rokovi?',
  ...['bez roka', 'isteklo', 'ističe', 'u roku', 'razduženo'].map(
    (stanje) => `/rokovi?stanje=${encodeURIComponent(stanje)}`,
  ),
  '/rokovi?odobrenje_id=1',
  '/rokovi?datum=2025-06-30',
  '/audit?',
  '/audit?vrsta=c4',
  '/audit?radnja=izmenjeno',
  '/audit?korisnik=radnik2@firma.rs',
  '/audit?datum_od=2024-02-10&datum_do=2024-11-20',
  '/audit?vrsta=c1&predmet=77777',
  `/materials/${materialId(7)}/transactions?`,
  // The material with ten times as many movements as the others.
  `/materials/${materialId(999)}/transactions?`,
]

const ONE_PAGE = [
  '/dashboard',
  '/dashboard/charts',
  // Of the tile of deadlines.
  '/rokovi?limit=1',
  '/archive/overview',
  '/archive/overview?datum_od=2024-02-10&datum_do=2025-01-20',
  '/c4/50000',
  '/c4/50000/stavke',
  '/c4/firms',
  '/c1/50000',
  '/c1/50000/stavke',
  '/c1/firms',
  '/materials/all',
  `/materials/${materialId(7)}/stock`,
  `/materials/${materialId(7)}/remaining`,
  `/materials/${materialId(999)}/remaining`,
  '/normativ/P01075',
  '/rates',
  '/audit/100000',
  '/audit/users',
  '/auth/me',
  '/razduzenje?limit=1000',
  '/razduzenje?limit=1000&datum_od=2025-01-01',
  `/razduzenje?limit=1000&materijal_id=${materialId(999)}`,
  '/razduzenje?limit=1000&c4_id=50000',
  ...[...SEARCHES, 'F-77777', 'UV-77777'].map((text) => `/pretraga?q=${encodeURIComponent(text)}`),
  '/c4/50000/susedni',
  `/materials/${materialId(7)}/susedni`,
  '/c4/predlog?partner=Zica+Handel+12&datum=2026-05-05',
  '/obracun?c4_id=50000',
  '/obracun?c4_id=50000&datum_od=2026-01-01&datum_do=2026-03-31',
]

const withPage = (path: string, page: number) => `${path}&page=${page}`.replace('?&', '?')

/** The addresses that are measured: of lists first, middle and last page. */
async function addresses(call: Client, path: string): Promise<{ address: string; middle: boolean }[]> {
  if (!path.includes('?') || ONE_PAGE.includes(path)) return [{ address: path, middle: false }]
  const { totalPages } = JSON.parse(await call('GET', `/api${withPage(path, 1)}`)) as { totalPages: number }
  const pages = new Set([1, Math.ceil(totalPages / 2), totalPages].filter((page) => page > 0))
  return [...pages].map((page) => ({ address: withPage(path, page), middle: page !== 1 && page !== totalPages }))
}

/** A read with its p99; a page in the middle has no goal. */
type Read = Figure & { readonly p99: number; readonly middle: boolean }

/** The table of all reads in short: those above the goal, and the slowest of the others and of the middle pages. */
export function worstOf(figures: readonly Read[]): Figure[] {
  const slowest = (some: readonly Read[]) => some.toSorted((a, b) => b.p99 - a.p99).slice(0, 1)
  const asked = figures.filter(({ middle }) => !middle)
  const within = slowest(asked.filter(({ ok }) => ok))
  return [
    ...asked.filter(({ ok }) => !ok),
    ...within.map((read) => ({ ...read, figure: `slowest of the other ${asked.length}: ${read.figure}` })),
    ...slowest(figures.filter(({ middle }) => middle)),
  ]
}

/** Asks for everything, `only` what contains this text; p99 of each against the goal. */
export async function reads(place: Place, only = ''): Promise<Read[]> {
  const server = await startServer(place)
  try {
    const port = Number(new URL(server.url).port)
    const call = clientOf(port, 1, { authorization: `Bearer ${await sessionOf(port)}` })
    const figures: Read[] = []
    for (const path of [...ONE_PAGE, ...LISTS].filter((one) => one.includes(only))) {
      for (const { address, middle } of await addresses(call, path)) {
        const ask = () => call('GET', `/api${address}`)
        const first = await timesOf(server.pid, 3, ask)
        let times = await timesOf(server.pid, at(first, 0.5) > SLOW_MS ? FEW_CALLS : CALLS, ask)
        if (!middle && at(times, 0.5) <= GOAL_MS && at(times, 0.99) > GOAL_MS)
          times = await timesOf(server.pid, MANY_CALLS, ask)
        const p99 = at(times, 0.99)
        figures.push({
          figure: decodeURIComponent(address),
          measured: `p50 ${at(times, 0.5).toFixed(1)} p99 ${p99.toFixed(1)} ms`,
          goal: middle ? 'a page in the middle' : `p99 ≤ ${GOAL_MS} ms`,
          ok: middle || p99 <= GOAL_MS,
          p99,
          middle,
        })
      }
    }
    return figures
  } finally {
    await server.stop()
  }
}

/** How long each call took (bench/client.ts, ownMs), sorted. */
async function timesOf(pid: number, calls: number, ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < calls; call++) times.push(await ownMs(pid, ask))
  return times.sort((a, b) => a - b)
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

if (import.meta.main) {
  const [only = '', dataDir] = process.argv.slice(2)
  const databaseUrl = process.env.DATABASE_URL
  const place = databaseUrl ? { dataDir: '', databaseUrl } : (await largeBooks(dataDir)).place
  showFigures(await reads(place, only))
}
