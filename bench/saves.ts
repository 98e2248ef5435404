// Saves over HTTP, each durable before it is answered, in turn with the physical limit (bench/limit.ts): these machines
// are noisy, so every rate stands beside that of the limit in the same minute, and medians of the rounds count.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '#reliability/server-process.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { type Client, clientOf, type Measured, measure, sessionOf } from './client.ts'
import type { Figure } from './figures.ts'
import { EXACT, workload } from './workload.ts'

/** Connections, and the share of the limit that a C1 save shall reach over them. */
const GOALS = [
  { connections: 1, share: 0.5 },
  { connections: 32, share: 0.45 },
] as const
const P99_TIMES = 2
/** How much quicker than a C1 save that of a C4 shall be. */
export const C4_TIMES = 1.2
/** The result of `drawnIn` on the workload. */
export const EXACT_DRAWS = `${EXACT.draws} draws, ${EXACT.cost}`
const LIMIT = fileURLToPath(new URL('./limit.ts', import.meta.url))
const w = workload()

const partners = {
  posiljalac_naziv: 'Šumadija Kabl d.o.o.',
  posiljalac_grad: 'Kragujevac',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Müller Kabel GmbH',
  primalac_grad: 'München',
  zemlja_otpreme: 'Srbija',
}

/** The body of a C4 of the workload. */
export const c4Body = ({ broj, datum, valuta, stavke }: (typeof w.c4)[number]) => ({
  ...partners,
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T-1',
  broj_c4: broj,
  datum,
  valuta,
  stavke: stavke.map(([m, quantity, price], i) => ({
    broj_fakture: 'F-1',
    redni_broj: i + 1,
    materijal_id: w.materials[m],
    kolicina: quantity / 100,
    cena_po_jedinici: price / 100,
    tarifni_broj: '8544.49',
    zemlja_porekla: 'Nemačka',
  })),
})

/** The body of a C1 of the workload. */
export const c1Body = ({ broj, datum, stavke }: (typeof w.c1)[number]) => ({
  ...partners,
  tip_dokumenta: 'Izvozna deklaracija',
  broj_c1: broj,
  datum,
  stavke: stavke.map(([p, kolicina, price], i) => ({
    broj_fakture: 'F-1',
    redni_broj: i + 1,
    proizvod_id: w.products[p]?.id,
    kolicina,
    cena: price / 100,
  })),
})

/** A client with a session of the one account that measures. */
export const clientWithSession = async (port: number, connections: number): Promise<Client> =>
  clientOf(port, connections, { authorization: `Bearer ${await sessionOf(port)}` })

/** Enters the materials and products of the workload. */
export async function enterCatalogue(call: Client): Promise<void> {
  for (const id of w.materials) {
    await call('POST', '/api/materials', {
      id,
      naziv: `Materijal ${id}`,
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'kg',
      tarifni_broj: '8544.49',
    })
  }
  for (const { id, bom } of w.products) {
    const normativi = bom.map(([m, norm]) => ({ materijal_id: w.materials[m], potrebna_kolicina: norm / 100 }))
    await call('POST', '/api/proizvodi', {
      id,
      naziv: `Proizvod ${id}`,
      hs_code: '8544',
      jedinica_mere: 'kom',
      normativi,
    })
  }
}

/** The physical limit as a process of its own: saves the same exports by bare node:http and raw SQLite. */
export async function startLimit(connections: number) {
  const grouped = connections > 1 ? ['group'] : []
  const child = spawn(process.execPath, [LIMIT, ...grouped], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const call = clientOf(Number(/port (\d+)/.exec(line)?.[1]), connections)
  return {
    pid: child.pid as number,
    save(document: (typeof w.c1)[number]) {
      const { broj_c1, datum, primalac_naziv, stavke } = c1Body(document)
      return call('POST', '/', { broj_c1, datum, primalac_naziv, stavke })
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function limit(connections: number): Promise<Measured> {
  const { save, stop } = await startLimit(connections)
  const measured = await measure(w.c1, connections, save)
  await stop()
  return measured
}

type Saved = { firstC4: Measured; c1: Measured; c4: Measured; exact: string | null }

/**
 * C4 and then C1 of the workload, and once more its C4, dated behind everything: the first ones meet a program that has
 * just started and a log that grows with each of them, which costs a commit half as much again.
 */
async function product(connections: number): Promise<Saved> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const server = await startServer({ dataDir })
  const call = await clientWithSession(Number(new URL(server.url).port), connections)
  await enterCatalogue(call)
  const saveC4 = (document: (typeof w.c4)[number]) => call('POST', '/api/c4', c4Body(document))
  const firstC4 = await measure(w.c4, connections, saveC4)
  const minimal = { prefer: 'return=minimal' }
  const c1 = await measure(w.c1, connections, (document) => call('POST', '/api/c1', c1Body(document), minimal))
  const c4 = await measure(w.c4.map(yearsLater), connections, saveC4)
  await server.stop()
  // Saved over several connections, documents get their ids in another order, and so other lots of the same day.
  const exact = connections === 1 ? await drawnIn({ dataDir }) : null
  rmSync(dataDir, { recursive: true, force: true })
  return { firstC4, c1, c4, exact }
}

const yearsLater = <T extends { datum: string }>(document: T): T => ({
  ...document,
  datum: `${Number(document.datum.slice(0, 4)) + 4}${document.datum.slice(4)}`,
})

/** Draws in the ledger, and Σ quantity × price of the lot in its own currency, as three independent engines say it. */
export async function drawnIn(place: Place): Promise<string> {
  const store = await openStore(place)
  const rows = await store.read
    .selectFrom('razduzenje')
    .innerJoin('c4_stavka', 'c4_stavka.id', 'c4_stavka_id')
    .select(['razduzenje.kolicina', 'cena_po_jedinici'])
    .execute()
  await store.close()
  const cost = rows.reduce((total, row) => total + BigInt(row.kolicina) * BigInt(row.cena_po_jedinici), 0n)
  const tenThousandths = cost / 10n ** 8n
  return `${rows.length} draws, ${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`
}

/** C1 and C4 saves over one connection and over many, `rounds` times each. */
export async function saves(rounds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { connections, share } of GOALS) {
    const seen: (Awaited<ReturnType<typeof product>> & { bare: Measured })[] = []
    for (let round = 0; round < rounds; round++)
      seen.push({ ...(await product(connections)), bare: await limit(connections) })
    const of = (value: (round: (typeof seen)[number]) => number) => median(seen.map(value))
    const ratio = of(({ c1, bare }) => c1.perSecond / bare.perSecond)
    const over = `${connections} connection${connections > 1 ? 's' : ''}`
    figures.push({
      figure: `C1 save, ${over}`,
      measured: `${ratio.toFixed(2)} of the limit: ${of(({ c1 }) => c1.perSecond).toFixed(0)}/s beside ${of(({ bare }) => bare.perSecond).toFixed(0)}/s, p50 ${of(({ c1 }) => c1.p50Ms).toFixed(2)} ms`,
      goal: `≥ ${share} of the limit`,
      ok: ratio >= share,
    })
    if (connections > 1) continue
    const tail = of(({ c1, bare }) => c1.p99Ms / bare.p99Ms)
    figures.push({
      figure: `C1 save, ${over}, p99`,
      measured: `${tail.toFixed(2)} × that of the limit: ${of(({ c1 }) => c1.p99Ms).toFixed(2)} ms`,
      goal: `≤ ${P99_TIMES} ×`,
      ok: tail <= P99_TIMES,
    })
    const c4 = of(({ c4, c1 }) => c4.perSecond / c1.perSecond)
    const first = of(({ firstC4, c1 }) => firstC4.perSecond / c1.perSecond)
    figures.push({
      figure: 'C4 save, 10 lines',
      measured: `${c4.toFixed(2)} × the C1 rate: ${of(({ c4 }) => c4.perSecond).toFixed(0)}/s; the first thousand after a start ${first.toFixed(2)} ×`,
      goal: `≥ ${C4_TIMES} ×`,
      ok: c4 >= C4_TIMES,
    })
    figures.push({
      figure: 'exactness',
      measured: seen.map(({ exact }) => exact).join('; '),
      goal: EXACT_DRAWS,
      ok: seen.every((round) => round.exact === EXACT_DRAWS),
    })
  }
  return figures
}

/** The middle one of the values, the upper of two; NaN of none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
