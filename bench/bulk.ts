// Documents by spreadsheet, and a sheet of the forwarder laid beside them: how long a file takes, and how long others'
// saves wait meanwhile.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerOf } from '#reliability/http-client.ts'
import { startServer } from '#reliability/server-process.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { type Client, clientOf, ownMs, sessionOf } from './client.ts'
import type { Figure } from './figures.ts'

const GOALS = { exportsMs: 3000, importsMs: 60_000, comparedMs: 3000, waitMs: 200 }
const FILES = { imports: { documents: 5000, lines: 10 }, exports: { documents: 300, lines: 5 } }
const MATERIALS = 100
const PRODUCTS = 20
const BOM = 5
const SAVE_EVERY_MS = 50

const HEAD = ['Pošiljalac', 'Grad pošiljaoca', 'Država pošiljaoca', 'Primalac', 'Grad primaoca', 'Zemlja otpreme']
const PARTNERS = ['Müller Kabel GmbH', 'Nürnberg', 'Nemačka', 'Šumadija kabl', 'Kragujevac', 'Nemačka']
const materialId = (at: number) => `MAT${String(at % MATERIALS).padStart(3, '0')}`
const productId = (at: number) => `PRO${String(at % PRODUCTS).padStart(3, '0')}`
const dayOf = (at: number) => new Date(Date.UTC(2026, 0, 1 + (at % 90))).toISOString().slice(0, 10)

type Cell = string | number
/** A CSV file of documents, each saying what it repeats in its first row alone. */
function fileOf(
  { documents, lines }: { documents: number; lines: number },
  columns: readonly string[],
  own: (at: number) => Cell[],
  line: (at: number) => Cell[],
): Buffer {
  const rows: Cell[][] = [[...columns.slice(0, 2), ...HEAD, ...columns.slice(2)]]
  for (let at = 0; at < documents; at++)
    for (let n = 0; n < lines; n++) {
      const [broj = '', datum = '', ...rest] = own(at)
      const head =
        n === 0 ? [broj, datum, ...PARTNERS, ...rest] : [broj, datum, ...[...PARTNERS, ...rest].map(() => '')]
      rows.push([...head, ...line(at * lines + n)])
    }
  return Buffer.from(rows.map((row) => row.join(';')).join('\n'))
}

const IMPORTS = fileOf(
  FILES.imports,
  [
    'broj_c4',
    'datum',
    'tip_dokumenta',
    'broj_terminala',
    'broj_fakture',
    'materijal_id',
    'kolicina',
    'cena_po_jedinici',
  ],
  (at) => [`C4-${at}`, dayOf(at), 'Uvozna deklaracija', 'T1'],
  (at) => ['F-1', materialId(at), 100, 2],
)
const EXPORTS = fileOf(
  FILES.exports,
  ['broj_c1', 'datum', 'tip_dokumenta', 'broj_fakture', 'proizvod_id', 'kolicina', 'cena'],
  (at) => [`C1-${at}`, dayOf(at), 'Izvozna deklaracija'],
  (at) => ['F-1', productId(at), 3, 12],
)

/** The imports of the first days have some more lines than a sheet of the forwarder has rows. */
const COMPARED = { rows: 10_000, days: 18 }
const FORWARDER = Buffer.from(
  xlsx(
    ['Broj', 'Datum', 'R. br.', 'Tarifni broj', 'Količina', 'JM', 'Vrednost'],
    ...Array.from({ length: FILES.imports.documents }, (_, at) => at)
      .filter((at) => dayOf(at) <= dayOf(COMPARED.days - 1))
      .flatMap((at) =>
        Array.from({ length: FILES.imports.lines }, (_, n) => {
          return [`C4-${at}`, dayOf(at), n + 1, '8544.49', 100, 'kom', 200]
        }),
      )
      .slice(0, COMPARED.rows),
  ).bytes,
)

async function fillCatalogue(call: Client) {
  const facts = { jedinica_mere: 'kom', tarifni_broj: '8544.49', zemlja_porekla: 'Nemačka' }
  for (let at = 0; at < MATERIALS; at++)
    await call('POST', '/api/materials', { id: materialId(at), naziv: `M ${at}`, ...facts })
  for (let at = 0; at < PRODUCTS; at++) {
    const normativi = Array.from({ length: BOM }, (_, n) => ({
      materijal_id: materialId(at * BOM + n),
      potrebna_kolicina: 2,
    }))
    await call('POST', '/api/proizvodi', {
      ...{ id: productId(at), naziv: `P ${at}`, hs_code: '8544.30', jedinica_mere: 'kom' },
      normativi,
    })
  }
}

const atMost = (figure: string, value: number, goal: number): Figure => ({
  figure,
  measured: `${value.toFixed(0)} ms`,
  goal: `≤ ${goal} ms`,
  ok: value <= goal,
})

/** Both files into empty books, and what somebody waits who saves meanwhile. */
export async function bulk(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bulk-'))
  const server = await startServer({ dataDir })
  try {
    const port = Number(new URL(server.url).port)
    const token = await sessionOf(port)
    const caller = callerOf(server.url, token)
    const call = clientOf(port, 4, { authorization: `Bearer ${token}` })
    await fillCatalogue(call)
    const send = async (path: string, file: Buffer) => {
      const name = file === FORWARDER ? 'spediter.xlsx' : 'dokumenti.csv'
      const { status, bytes } = await caller.upload(path, name, file)
      if (status >= 300) throw new Error(`${path}: ${status} ${bytes.toString().slice(0, 300)}`)
      return bytes.toString()
    }
    let saved = 0
    const watched = async (path: string, file: Buffer) => {
      let [done, longest] = [false, 0]
      const others = (async () => {
        while (!done) {
          const id = `X${String(saved++).padStart(6, '0')}`
          const facts = { naziv: id, jedinica_mere: 'kom', tarifni_broj: '8544.49', zemlja_porekla: 'Kina' }
          longest = Math.max(longest, await ownMs(server.pid, () => call('POST', '/api/materials', { id, ...facts })))
          await sleep(SAVE_EVERY_MS)
        }
      })()
      let answer = ''
      const took = await ownMs(server.pid, async () => {
        answer = await send(path, file)
      })
      done = true
      await others
      return { took, longest, answer }
    }
    const imports = await watched('/c4/documents/import', IMPORTS)
    const exports = await watched('/c1/documents/import', EXPORTS)
    const again = await watched('/c4/documents/import', IMPORTS)
    const days = `datum_od=${dayOf(0)}&datum_do=${dayOf(COMPARED.days - 1)}`
    const compared = await watched(`/usaglasavanje/tok?${days}`, FORWARDER)
    const { redovi } = JSON.parse(compared.answer.trimEnd().split('\n').at(-1) ?? '')
    if (!(redovi?.length >= COMPARED.rows)) throw new Error(compared.answer.slice(-300))
    return [
      atMost('5,000 C4 with 50,000 lines from a file', imports.took, GOALS.importsMs),
      atMost('the slowest save of others meanwhile', imports.longest, GOALS.waitMs),
      atMost('300 C1 of 5 lines from a file', exports.took, GOALS.exportsMs),
      atMost('the slowest save of others meanwhile', exports.longest, GOALS.waitMs),
      atMost('the first file again, which changes nothing', again.took, GOALS.importsMs),
      atMost('10,000 rows of a forwarder beside as many of ours', compared.took, GOALS.comparedMs),
      atMost('the slowest save of others meanwhile', compared.longest, GOALS.waitMs),
    ]
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
