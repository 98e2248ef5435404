// `node bench/searches.ts [sqlite|postgres] [text]`: every search of the API on books of 100,000 lots with 10,000 notes of 1,000
// letters, over HTTP: ordinary ones, and hostile ones over texts that were written to be slow to search.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { searchText } from '#domain/search-text.ts'
import { startServer } from '#reliability/server-process.ts'
import { findPostgres } from '#scripts/find-programs.mjs'
import { startCluster } from '#scripts/postgres-cluster.ts'
import { type Columns, insertion } from '#server/db/engine.ts'
import { openStore, type Place } from '#server/db/open.ts'
import { databaseOf, onServer } from './books.ts'
import { clientOf, ownMs, sessionOf } from './client.ts'
import { type Figure, showFigures } from './figures.ts'
import { fillLarge } from './large.ts'
import { LARGE } from './large-books.ts'

const GOAL_MS = 50
const CALLS = 40
const FEW_CALLS = 5
const SIZE = { ...LARGE, c4: 10_000, c1: 10_000 }
const NOTES = 10_000

const ORDINARY = ['kabl', '5000', 'nemaga', 'zica handel 12', '7/', 'ц', 'F-777', 'čeka carina odgovor']
/** Words that stand at the end of a hostile text alone, each after many letters that begin it. */
const LATE_WORDS = [...'bcdefghijklm'].map((letter) => `a${letter}`).join(' ')
const hostileText = (letters: number) => `${'a'.repeat(letters - LATE_WORDS.length - 1)} ${LATE_WORDS}`
const HOSTILE: Readonly<Record<string, string>> = {
  '199 a and a b': `${'a'.repeat(199)}b`,
  'a b and 199 a': `b${'a'.repeat(199)}`,
  '99 a, a b, 100 a': `${'a'.repeat(99)}b${'a'.repeat(100)}`,
  'a and a b, 66 times': 'ab '.repeat(66),
  'two words of 99': `${'a'.repeat(98)}b ${'a'.repeat(97)}bc`,
  ab: 'ab',
  '12 words that stand at the end': LATE_WORDS,
  '12 words of a letter, 8 times': 'a b c d e f g h i j k l '.repeat(8),
}

const PLACES = [
  '/pretraga?q=',
  '/audit?search=',
  '/c4?search=',
  '/c1?search=',
  '/c4?posiljalac=',
  '/c4?c4Number=',
  '/c4?broj_jci=',
  '/archive/documents?search=',
  '/archive/remaining?search=',
  '/archive/materials?limit=50&search=',
  '/archive/products?limit=50&search=',
  '/materials?search=',
  '/proizvodi?limit=50&search=',
  '/partneri?search=',
  '/odobrenja?search=',
  '/otpad?search=',
  '/ostala-razduzenja?search=',
  '/c4/77/razduzenje?search=',
]

const VOCABULARY =
  'kabl crni žuti provodnik uvoz magacin proveriti carina faktura stigla kasni paleta bez papira u firma čeka odgovor'.split(
    ' ',
  )
const ordinaryText = (at: number) => {
  let text = ''
  for (let next = at; text.length < 990; next = (next * 7919 + 13) % 104_729)
    text += `${VOCABULARY[next % VOCABULARY.length]} `
  return `${text}${at}`.slice(0, 1000)
}

const NOTE: Columns = { vrsta: 'text', predmet: 'text', tekst: 'text', trazi: 'text', uneto: 'int', korisnik: 'text' }
const ENTRY: Columns = {
  vreme: 'int',
  korisnik_id: 'int',
  korisnik: 'text',
  radnja: 'text',
  vrsta: 'text',
  predmet: 'text',
  opis: 'text',
  sazetak: 'text',
  trazi: 'text',
}

/** Notes of these texts in place of all others, and an entry of the trail about each. */
async function writeNotes(place: Place, textOf: (at: number) => string) {
  const store = await openStore(place)
  const texts = Array.from({ length: NOTES }, (_, at) => textOf(at))
  const notes = texts.map((tekst, at) => ({
    vrsta: 'c4',
    predmet: String(at + 1),
    tekst,
    trazi: searchText(tekst),
    uneto: 0,
    korisnik: 'radnik1@firma.rs',
  }))
  const entries = texts.map((text, at) => ({
    vreme: Date.now() + at,
    korisnik_id: 1,
    korisnik: 'radnik1@firma.rs',
    radnja: 'dodato',
    vrsta: 'beleska',
    predmet: String(at),
    opis: 'uz',
    sazetak: '',
    trazi: searchText(text).slice(-500),
  }))
  await store.transact(async (tx) => {
    await tx.deleteFrom('beleska').execute()
    await store.engine.write(tx, [insertion('beleska', NOTE)(notes)])
    await store.engine.write(tx, [insertion('dnevnik', ENTRY)(entries)])
  })
  await store.close()
}

async function makeHostile(place: Place) {
  await writeNotes(place, (at) => hostileText(1000 - (at % 7)))
  const store = await openStore(place)
  await store.transact(async (tx) => {
    for (const [table, column] of [
      ['c4', 'partner_trazi'],
      ['c1', 'partner_trazi'],
      ['c4', 'broj_trazi'],
      ['materijal', 'trazi'],
      ['proizvod', 'trazi'],
      ['partner', 'trazi'],
    ] as const)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${hostileText(200)}`.execute(tx)
  })
  await store.close()
}

async function measured(
  place: Place,
  texts: Readonly<Record<string, string>>,
  calls: number,
  only: string,
): Promise<Figure[]> {
  const server = await startServer(place)
  try {
    const port = Number(new URL(server.url).port)
    const call = clientOf(port, 6, { authorization: `Bearer ${await sessionOf(port)}` })
    const figures: Figure[] = []
    for (const path of PLACES.filter((one) => one.includes(only)))
      for (const [name, text] of Object.entries(texts)) {
        const ask = () => call('GET', `/api${path}${encodeURIComponent(text)}`)
        const times: number[] = []
        for (let i = 0; i < 3; i++) await ask()
        for (let i = 0; i < calls; i++) times.push(await ownMs(server.pid, ask))
        times.sort((a, b) => a - b)
        const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
        const p50 = times[Math.floor(times.length / 2)] ?? Number.NaN
        figures.push({
          figure: `${path}${name}`,
          measured: `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms`,
          goal: `≤ ${GOAL_MS} ms`,
          ok: p95 <= GOAL_MS,
        })
      }
    return figures
  } finally {
    await server.stop()
  }
}

/** The ordinary searches of these books, and the hostile ones of the same made hostile; `only` of paths that contain this text. */
export async function searches(engine = 'sqlite', only = ''): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'searches-'))
  const cluster = engine === 'postgres' ? await startCluster(findPostgres() ?? '') : undefined
  const name = 'pretrage'
  const place = { dataDir, databaseUrl: cluster && databaseOf(cluster.url, name) }
  try {
    if (cluster) await onServer(cluster.url, `create database ${name}`)
    await fillLarge(place, SIZE)
    await writeNotes(place, ordinaryText)
    const ordinary = await measured(place, Object.fromEntries(ORDINARY.map((one) => [one, one])), CALLS, only)
    await makeHostile(place)
    if (cluster) await onServer(cluster.url, 'vacuum analyze', name)
    return [...ordinary, ...(await measured(place, HOSTILE, FEW_CALLS, only))]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await cluster?.stop()
  }
}

if (import.meta.main) {
  const [engine, only] = process.argv.slice(2)
  showFigures(await searches(engine, only))
}
