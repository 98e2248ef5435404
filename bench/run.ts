// `npm run bench`: saves of C4 and C1 over HTTP, each in its own durable transaction, in turn with the physical limit.
// These machines are noisy: read the ratios, not the rates.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openStore } from '#server/db/open.ts'
import { type Client, clientOf, type Measured, measure } from './client.ts'
import { EXACT, workload } from './workload.ts'

const ROUNDS = Number(process.argv[2] ?? 3)
const CONNECTIONS = [1, 32]
const root = fileURLToPath(new URL('..', import.meta.url))
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

/** Starts a script and waits for the line that tells its port. */
async function start(
  args: string[],
  env: Record<string, string>,
  line: RegExp,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args[0]} ended early`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      const match = line.exec(chunk.toString())
      if (match) resolve(Number(match[1]))
    })
  })
  return { child, port }
}

async function stop(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function limit(connections: number): Promise<Measured> {
  const { child, port } = await start([LIMIT, ...(connections > 1 ? ['group'] : [])], {}, /port (\d+)/)
  const call = clientOf(port, connections)
  const measured = await measure(w.c1, connections, ({ broj, datum, stavke }) =>
    call('POST', '/', {
      broj_c1: broj,
      datum,
      primalac_naziv: partners.primalac_naziv,
      stavke: stavke.map(([p, kolicina, price]) => ({ proizvod_id: w.products[p]?.id, kolicina, cena: price / 100 })),
    }),
  )
  await stop(child)
  return measured
}

async function product(connections: number): Promise<{ c4: Measured; c1: Measured }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const env = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '' }
  const { child, port } = await start(['server/main.ts'], env, /:(\d+)$/m)
  const account = { email: 'mera@firma.rs', password: 'lozinka1' }
  const open = clientOf(port, 1)
  await open('POST', '/api/auth/register', account)
  const { token } = JSON.parse(await open('POST', '/api/auth/login', account))
  const call = clientOf(port, connections, { authorization: `Bearer ${token}` })
  await enterCatalogue(call)
  const c4 = await measure(w.c4, connections, ({ broj, datum, valuta, stavke }) =>
    call('POST', '/api/c4', {
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
    }),
  )
  const body = ({ broj, datum, stavke }: (typeof w.c1)[number]) => ({
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
  const c1 = await measure(w.c1, connections, (d) => call('POST', '/api/c1', body(d), { prefer: 'return=minimal' }))
  await stop(child)
  // Saved over several connections, documents get their ids in another order, and so other lots of the same day.
  if (connections === 1) await assertExact(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  return { c4, c1 }
}

async function enterCatalogue(call: Client) {
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

/** The ledger must hold exactly what three independent engines agree on. */
async function assertExact(dataDir: string) {
  const store = await openStore({ dataDir })
  const rows = await store.read
    .selectFrom('razduzenje')
    .innerJoin('c4_stavka', 'c4_stavka.id', 'c4_stavka_id')
    .select(['razduzenje.kolicina', 'cena_po_jedinici'])
    .execute()
  await store.close()
  const cost = rows.reduce((total, row) => total + BigInt(row.kolicina) * BigInt(row.cena_po_jedinici), 0n)
  const tenThousandths = cost / 10n ** 8n
  const text = `${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`
  if (rows.length !== EXACT.draws || text !== EXACT.cost) throw new Error(`not exact: ${rows.length} draws, ${text}`)
}

const show = ({ perSecond, p50Ms, p99Ms }: Measured) =>
  `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms.toFixed(2).padStart(6)} ms  p99 ${p99Ms.toFixed(2).padStart(6)} ms`
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

for (const connections of CONNECTIONS) {
  const ratios: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const { c4, c1 } = await product(connections)
    const bare = await limit(connections)
    ratios.push(c1.perSecond / bare.perSecond)
    console.log(`${connections} connections, round ${round}`)
    console.log(`  C4 save   ${show(c4)}`)
    console.log(`  C1 save   ${show(c1)}`)
    console.log(`  limit     ${show(bare)}   C1 ÷ limit ${(c1.perSecond / bare.perSecond).toFixed(2)}`)
  }
  console.log(`${connections} connections: C1 ÷ limit, median of ${ROUNDS}: ${median(ratios).toFixed(2)}\n`)
}
