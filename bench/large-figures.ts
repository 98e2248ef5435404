// `node bench/large-figures.ts`: what the size of the books may not slow down, on a copy of those of bench/large.ts: the
// start, a save, an old document entered late, the imports; and how much memory all that takes.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerOf } from '#reliability/http-client.ts'
import { type ServerProcess, startServer } from '#reliability/server-process.ts'
import { dateOf, localDay } from '#scripts/demo-days.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { writeSheet } from '#server/sheets/write-sheet.ts'
import { verifyLedger } from '#server/verify/verify-ledger.ts'
import { type Client, clientOf, measure, sessionOf } from './client.ts'
import type { Figure } from './figures.ts'
import { showFigures } from './figures.ts'
import { fillLarge, largeBooks } from './large.ts'
import { DAYS, LARGE, LONG_BOM_PRODUCTS, materialId, productId } from './large-books.ts'

type User = { readonly call: Client; upload(path: string, file: Buffer): Promise<void> }

const GOALS = { startMs: 500, ratio: 1.25, backdatedMs: 1000, materialsMs: 2000, bomMs: 5000, c4Ms: 2000 }
const MIB = { atRest: 150, underLoad: 300 }
const SAVES = 300
const STARTS = 5
/** A hundredth of the large firm: 10,000 lots. */
const SMALL = { ...LARGE, c4: 1000, c1: 1000, materials: 100, products: 150 }
const IMPORTED = { materials: 10_000, products: 2000, bom: 20, items: 5000 }

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
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

/** Everything but the reads (bench/reads.ts), goal beside figure. */
export async function largeFigures(books: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'large-'))
  try {
    const large = { dataDir: join(folder, 'large') }
    const small = { dataDir: join(folder, 'small') }
    cpSync(books, large.dataDir, { recursive: true })
    await fillLarge(small, SMALL)
    const start = await startMs(large)
    const [ofSmall] = await onServer(small, (_, { call }) => saveMs(call, SMALL.products))
    const [ofLarge, memory] = await onServer(large, async (server, user) => {
      const atRest = residentMib(server)
      const save = await saveMs(user.call, LARGE.products)
      return { save, atRest, backdated: await backdatedMs(user.call), imports: await importFigures(user) }
    })
    await assertExact(large)
    return [
      atMost('start to first answer, 1,000,000 lots', start, GOALS.startMs, 'ms'),
      atMost(
        'p50 of a C1 save, 1,000,000 lots ÷ 10,000',
        ofLarge.save / ofSmall,
        GOALS.ratio,
        `(${ofLarge.save.toFixed(1)} ÷ ${ofSmall.toFixed(1)} ms)`,
      ),
      atMost('a C1 before 10,000 later requirements, exact', ofLarge.backdated, GOALS.backdatedMs, 'ms'),
      ...ofLarge.imports,
      atMost('memory at rest', ofLarge.atRest, MIB.atRest, 'MiB'),
      atMost('memory after all this', memory, MIB.underLoad, 'MiB'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Answers what `use` does, and the most memory that the server took. */
async function onServer<T>(place: Place, use: (server: ServerProcess, user: User) => Promise<T>): Promise<[T, number]> {
  const server = await startServer(place)
  try {
    const port = Number(new URL(server.url).port)
    const token = await sessionOf(port)
    const caller = callerOf(server.url, token)
    const answer = await use(server, {
      call: clientOf(port, 1, { authorization: `Bearer ${token}` }),
      async upload(path, file) {
        const { status, bytes } = await caller.upload(path, 'uvoz.xlsx', file)
        if (status >= 300) throw new Error(`${path}: ${status} ${bytes.toString().slice(0, 300)}`)
      },
    })
    return [answer, residentMib(server, 'VmHWM')]
  } finally {
    await server.stop()
  }
}

async function startMs(place: Place): Promise<number> {
  const times: number[] = []
  for (let i = 0; i <= STARTS; i++) {
    const server = await startServer(place)
    times.push(server.readyMs)
    await server.stop()
  }
  // The first one warms the files.
  return median(times.slice(1))
}

/** What Linux says that the process holds now (VmRSS), or held at most (VmHWM). */
function residentMib({ pid }: ServerProcess, name = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
}

/** p50 of a save of five products of eight materials, dated today. */
async function saveMs(call: Client, products: number): Promise<number> {
  const today = localDay(new Date())
  const bodies = Array.from({ length: SAVES }, (_, i) => {
    const lines = Array.from({ length: 5 }, (_, k) => productId(products - 1 - ((i * 5 + k) % LONG_BOM_PRODUCTS)))
    return exportBody(`MERA-${i}`, today, lines)
  })
  const one = (body: object) => call('POST', '/api/c1', body, { prefer: 'return=minimal' })
  return (await measure(bodies, 1, one)).p50Ms
}

/** The product of the material with 10,000 requirements, exported on the first day of the books. */
async function backdatedMs(call: Client): Promise<number> {
  const first = dateOf(localDay(new Date()), -DAYS + 1)
  const body = exportBody('MERA-STARI', first, [productId(LARGE.products - LONG_BOM_PRODUCTS - 1)])
  const started = performance.now()
  await call('POST', '/api/c1', body, { prefer: 'return=minimal' })
  return performance.now() - started
}

/** The ledger of that material must be what discharging it anew gives. */
async function assertExact(place: Place) {
  const store = await openStore(place)
  await verifyLedger(store.read, materialId(LARGE.materials - 1))
  await store.close()
}

async function importFigures({ call, upload }: User): Promise<Figure[]> {
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
    datum: localDay(new Date()),
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
      await timed(() => upload('/materials/import', materials)),
      GOALS.materialsMs,
      'ms',
    ),
    atMost(
      'import of a BOM with 2,000 products × 20',
      await timed(() => upload('/proizvodi/import', products)),
      GOALS.bomMs,
      'ms',
    ),
    atMost(
      'a C4 of 5,000 items',
      await timed(() => call('POST', '/api/c4', c4, { prefer: 'return=minimal' })),
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

if (import.meta.main) showFigures(await largeFigures(await largeBooks()))
