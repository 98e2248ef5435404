// `node bench/large-figures.ts`: figures that large books must not slow down, on a copy of those of bench/large.ts: the
// start, a save, an old document entered late, the imports; and how much memory all that takes.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerOf } from '#reliability/http-client.ts'
import { type ServerProcess, startServer } from '#reliability/server-process.ts'
import { dateOf } from '#scripts/demo-days.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { dayOf } from '#server/local-time.ts'
import { writeSheet } from '#server/sheets/write-sheet.ts'
import { verifyLedger } from '#server/verify/verify-ledger.ts'
import { type Books, largeBooks } from './books.ts'
import { type Client, clientOf, measure, ownMs, sessionOf } from './client.ts'
import type { Figure } from './figures.ts'
import { showFigures } from './figures.ts'
import { fillLarge } from './large.ts'
import { DAYS, LARGE, LONG_BOM_PRODUCTS, materialId, productId } from './large-books.ts'
import { median } from './saves.ts'

type User = { readonly server: ServerProcess; readonly call: Client; upload(path: string, file: Buffer): Promise<void> }

const GOALS = { startMs: 500, ratio: 1.25, backdatedMs: 1000, materialsMs: 2000, bomMs: 5000, c4Ms: 2000 }
const MIB = { atRest: 150, underLoad: 300 }
const SAVES = 300
const STARTS = 5
const CONNECTIONS = 32
const READERS = 8
const LOAD = { saves: 1000, reads: 300 }
/** Until the printer is warm. */
const REST_MS = 4000
const LOADED_PAGES = [
  '/dashboard',
  '/dashboard/charts',
  '/c4?sort=partner',
  '/archive/documents?sort=broj',
  '/archive/remaining?search=kabl',
  '/archive/products?limit=1000',
  '/audit?search=kabl',
  '/c1/firms',
  '/materials/all',
]
const MINIMAL = { prefer: 'return=minimal' }
/** A hundredth of the large firm: 10,000 lots. */
const SMALL = { ...LARGE, c4: 1000, c1: 1000, materials: 100, products: 150 }
const IMPORTED = { materials: 10_000, products: 2000, bom: 20, items: 5000 }

const atMost = (figure: string, value: number, goal: number, unit: string): Figure => ({
  figure,
  measured: `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
  goal: `≤ ${goal} ${unit}`,
  ok: value <= goal,
})

const partners = {
  posiljalac_naziv: 'Šumadija Kabl d.o.o.',
  posiljalac_grad: 'Kragujevac',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Müller Kabel GmbH',
  primalac_grad: 'München',
  zemlja_otpreme: 'Srbija',
}
const exportBody = (broj_c1: string, datum: string, products: readonly string[], kolicina = 3) => ({
  ...partners,
  tip_dokumenta: 'Izvozna deklaracija',
  broj_c1,
  datum,
  stavke: products.map((proizvod_id, i) => ({
    broj_fakture: 'F-1',
    redni_broj: i + 1,
    proizvod_id,
    kolicina,
    cena: 12.5,
  })),
})

async function onServer<T>(place: Place, use: (user: User) => Promise<T>): Promise<T> {
  const server = await startServer(place)
  try {
    const port = Number(new URL(server.url).port)
    const token = await sessionOf(port)
    const caller = callerOf(server.url, token)
    return await use({
      server,
      call: clientOf(port, CONNECTIONS, { authorization: `Bearer ${token}` }),
      async upload(path, file) {
        const { status, bytes } = await caller.upload(path, 'uvoz.xlsx', file)
        if (status >= 300) throw new Error(`${path}: ${status} ${bytes.toString().slice(0, 300)}`)
      },
    })
  } finally {
    await server.stop()
  }
}

/** From the start of the process to its first answer. */
export const start = ({ onCopy }: Books): Promise<Figure[]> =>
  onCopy(async (place) => {
    const times: number[] = []
    for (let i = 0; i <= STARTS; i++) {
      const server = await startServer(place)
      times.push(server.readyMs - server.heldUpMs)
      await server.stop()
    }
    // The first one warms the files.
    return [atMost('start to first answer, 1,000,000 lots', median(times.slice(1)), GOALS.startMs, 'ms')]
  })

/** The time of a save here, beside the same at a hundredth of the lots; and one before all others. */
export const size = ({ onCopy, onEmpty }: Books): Promise<Figure[]> =>
  onCopy((large) => onEmpty((small) => sizeFigures(large, small)))

async function sizeFigures(large: Place, small: Place): Promise<Figure[]> {
  await fillLarge(small, SMALL)
  // In turn, so that both meet the same machine.
  const [few, many, backdated] = await onServer(small, (ofSmall) =>
    onServer(large, async (ofLarge) => {
      const few: number[] = []
      const many: number[] = []
      for (let i = 0; i < SAVES; i++) {
        few.push(await saveMs(ofSmall, SMALL.products, i))
        many.push(await saveMs(ofLarge, LARGE.products, i))
      }
      return [median(few), median(many), await backdatedMs(ofLarge)] as const
    }),
  )
  await assertExact(large)
  return [
    {
      ...atMost('p50 of a C1 save, 1,000,000 lots ÷ 10,000', many / few, GOALS.ratio, '×'),
      measured: `${(many / few).toFixed(2)} × (${many.toFixed(2)} ÷ ${few.toFixed(2)} ms)`,
    },
    atMost('a C1 before 10,000 later requirements, exact', backdated, GOALS.backdatedMs, 'ms'),
  ]
}

/** How long large sheets take to be imported into books of this size. */
export const imports = ({ onCopy }: Books): Promise<Figure[]> => onCopy((place) => onServer(place, importFigures))

/** At rest after the start, and after saves over many connections, reads and logins; resident, Node's own file included. */
export const memory = ({ onCopy }: Books): Promise<Figure[]> =>
  onCopy(async (place) => {
    const server = await startServer(place)
    await sleep(REST_MS)
    const atRest = residentMib(server)
    await server.stop()
    const [loaded, most] = await onServer(place, async ({ server, call }) => {
      const saves = Array.from({ length: LOAD.saves }, (_, i) => i)
      await measure(saves, CONNECTIONS, (i) => call('POST', '/api/c1', saveBody(LARGE.products, i), MINIMAL))
      const pages = Array.from({ length: LOAD.reads }, (_, i) => LOADED_PAGES[i % LOADED_PAGES.length])
      await measure(pages, READERS, (path) => call('GET', `/api${path}`))
      return [residentMib(server), residentMib(server, 'VmHWM')]
    })
    return [
      atMost('memory at rest', atRest, MIB.atRest, 'MiB'),
      {
        ...atMost('memory under load', loaded, MIB.underLoad, 'MiB'),
        measured: `${loaded.toFixed(0)} MiB, ${most.toFixed(0)} at most`,
      },
    ]
  })

/** The memory of the process by Linux: now (VmRSS), or at most (VmHWM). */
function residentMib({ pid }: ServerProcess, name = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** Five products of eight materials, dated today. */
const saveBody = (products: number, at: number) =>
  exportBody(
    `MERA-${at}`,
    dayOf(Date.now()),
    Array.from({ length: 5 }, (_, k) => productId(products - 1 - ((at * 5 + k) % LONG_BOM_PRODUCTS))),
  )

const saveMs = ({ server, call }: User, products: number, at: number) =>
  ownMs(server.pid, () => call('POST', '/api/c1', saveBody(products, at), MINIMAL))

/** The product of the material with 10,000 requirements, exported on the first day of the books. */
function backdatedMs({ server, call }: User): Promise<number> {
  const first = dateOf(dayOf(Date.now()), -DAYS + 1)
  const body = exportBody('MERA-STARI', first, [productId(LARGE.products - LONG_BOM_PRODUCTS - 1)])
  return ownMs(server.pid, () => call('POST', '/api/c1', body, MINIMAL))
}

/** The ledger of that material must equal a full replay. */
async function assertExact(place: Place) {
  const store = await openStore(place)
  await verifyLedger(store.read, materialId(LARGE.materials - 1))
  await store.close()
}

async function importFigures({ server, call, upload }: User): Promise<Figure[]> {
  const materialRows = Array.from({ length: IMPORTED.materials }, (_, i) => [
    `N${String(i).padStart(5, '0')}`,
    `Novi materijal ${i}`,
    'Nemačka',
    'kg',
    '8544.49',
  ])
  const productRows = Array.from({ length: IMPORTED.products }, (_, i) => [
    `Q${String(i).padStart(4, '0')}`,
    `Nov proizvod ${i}`,
    '854430',
    'kom',
    ...Array.from({ length: IMPORTED.bom }, (_, k) => `${materialId((i + k * 37) % LARGE.materials)}:${k + 1}`),
  ])
  const materials = sheetOf(materialRows)
  const products = sheetOf(productRows)
  const c4 = {
    ...partners,
    tip_dokumenta: 'Uvozna deklaracija',
    broj_terminala: 'T-1',
    broj_c4: 'MERA-5000',
    datum: dayOf(Date.now()),
    valuta: 'EUR',
    stavke: Array.from({ length: IMPORTED.items }, (_, i) => ({
      broj_fakture: 'F-1',
      redni_broj: i + 1,
      materijal_id: materialId(i % LARGE.materials),
      kolicina: 10,
      cena_po_jedinici: 2.5,
      tarifni_broj: '8544.49',
      zemlja_porekla: 'Nemačka',
    })),
  }
  return [
    atMost(
      'import of 10,000 materials',
      await ownMs(server.pid, () => upload('/materials/import', materials)),
      GOALS.materialsMs,
      'ms',
    ),
    atMost(
      'import of a BOM with 2,000 products × 20',
      await ownMs(server.pid, () => upload('/proizvodi/import', products)),
      GOALS.bomMs,
      'ms',
    ),
    atMost(
      'a C4 of 5,000 items',
      await ownMs(server.pid, () => call('POST', '/api/c4', c4, MINIMAL)),
      GOALS.c4Ms,
      'ms',
    ),
  ]
}

const sheetOf = (rows: string[][]) =>
  Buffer.from(
    writeSheet(
      'List1',
      (rows[0] ?? []).map(() => ({ header: '' })),
      rows,
    ),
  )

if (import.meta.main) {
  const books = await largeBooks()
  const figures: Figure[] = []
  for (const part of [start, size, imports, memory]) figures.push(...(await part(books)))
  showFigures(figures)
}
