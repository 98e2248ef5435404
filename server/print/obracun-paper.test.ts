// The account on paper: long ones, on the event loop's own time, and texts of any length and writing.
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import type { ObracunIzvoz } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Para } from '#domain/decimal.ts'
import type { ObracunPaper } from './papers.ts'
import { OBRACUN_ROW_LIMIT, printObracun } from './print-papers.ts'
import { micro } from './testing-paper.ts'
import { assertApart, readPdf as readOpen } from './testing-pdf.ts'

const readPdf = async (bytes: Uint8Array) => readOpen(await getDocumentProxy(bytes.slice()))

const draw = (at: number, said: Partial<ObracunIzvoz> = {}): ObracunIzvoz => ({
  c1_id: at,
  broj_c1: `IZV-${at}/26`,
  datum: '2026-03-14' as CalendarDate,
  tip_dokumenta: 'Izvozna deklaracija',
  c1_stavka_id: at,
  broj_fakture: 'F-1',
  redni_broj: 1,
  proizvod_id: 'NOS01',
  proizvod_naziv: 'Nosač',
  hs_code: '8504.90',
  izvezeno: micro('10'),
  jedinica_mere: 'kom',
  ulaz_stavka_id: at,
  usmereno: false,
  c4_id: at,
  broj_c4: `UVZ-${at}/26`,
  ulaz_redni_broj: 1,
  materijal_id: 'LIM01',
  materijal_naziv: 'Čelični lim',
  materijal_jm: 'kg',
  razduzeno: micro('12,5'),
  ugradjeno: micro('12,5'),
  otpad: micro('0'),
  gubitak: micro('0'),
  broj_jci: null,
  posle_roka: false,
  ...said,
})
const none = {
  ostala_razduzenja: [],
  produzenja: [],
  stavke: [],
  normativi: [],
  otpad: [],
  bez_pokrica: [],
  ukupno: [],
  provere: [],
  objasnjenja: [],
}
const paperOf = (izvoz: ObracunIzvoz[]): ObracunPaper => ({
  obracun: { datum_od: null, datum_do: null, ...none, izvoz },
  obim: 'svih uvoza',
  stampano: { korisnik: 'ana@firma.rs', vreme: 0 },
})
const long = paperOf(Array.from({ length: 3_000 }, (_, at) => draw(at + 1)))

test('an account of 3,000 rows is drawn off the event loop, says how far it is, and has each row and its head on each page', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const heard: number[] = []
  delay.enable()
  const [file] = await printObracun(long, 'obracun.pdf', { heard: (percent) => heard.push(percent) })
  delay.disable()
  assert.ok(delay.percentile(95) < 50e6, `${delay.percentile(95) / 1e6} ms`)
  assert.deepEqual(
    heard,
    heard.toSorted((a, b) => a - b),
  )
  assert.ok(heard.length > 10 && heard.at(-1) === 100, heard.join(' '))
  const { pages, text } = await readPdf(file?.bytes ?? new Uint8Array())
  assert.equal(
    text.match(/^IZV-\d+\/26 \| 14\.03\.2026\. \| NOS01 Nosač \| UVZ-\d+\/26 \/ 1 \| .* \| 12,5$/gm)?.length,
    3_000,
  )
  for (const page of pages) assert.match(page.text, /^Izvoz$\n^C1 \| Datum \| Proizvod \| .* \| Razduženo$/m)
  assert.match(pages.at(-1)?.text ?? '', /IZV-3000\/26.*Sastavio/s)
})

test('who waits no more ends the drawing, and the next is drawn', async () => {
  const gone = new AbortController()
  const heard = () => gone.abort()
  await assert.rejects(printObracun(long, 'obracun.pdf', { heard, signal: gone.signal }))
  await assert.rejects(printObracun(long, 'obracun.pdf', { signal: gone.signal }), { name: 'AbortError' })
  assert.equal((await printObracun(long, 'obracun.pdf')).length, 1)
})

test('texts of any length and writing stand apart, each whole', async () => {
  const wide = 'WMЖЉ'.repeat(40)
  const words = 'Reč po reč '.repeat(15).trim()
  const drawing = '⌀ 12 → 中文 ℃'
  const rows = [
    draw(1, { proizvod_naziv: wide }),
    draw(2, { proizvod_naziv: words }),
    draw(3, { materijal_naziv: drawing }),
  ]
  const [file] = await printObracun(paperOf(rows), 'obracun.pdf')
  const pdf = await readPdf(file?.bytes ?? new Uint8Array())
  assertApart(pdf.pages)
  const drawn = pdf.pages.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('')
  for (const text of [wide, words, drawing]) assert.ok(drawn.replace(/\s/g, '').includes(text.replace(/\s/g, '')), text)
})

test('an account of more rows than are printed is refused with a sentence', async () => {
  assert.equal(OBRACUN_ROW_LIMIT, 50_000)
  const many = paperOf(Array.from({ length: OBRACUN_ROW_LIMIT + 1 }, () => draw(1)))
  await assert.rejects(printObracun(many, 'obracun.pdf'), {
    message: 'Obračun ima previše redova (50.001), a u PDF staje najviše 50.000. Možete ga preuzeti kao Excel fajl.',
  })
})

test('an account with every column and the longest figures is drawn', async () => {
  const most = micro('999999999,999999')
  const taken = { ugradjeno: most, otpad: most, gubitak: most }
  const named = {
    razduzeno_pre_pocetka: most,
    vraceno: most,
    slobodan_promet: most,
    unisteno: most,
    ostalo: most,
    manjak_popisa: most,
  }
  const money = 99_999_999_999_999 as Para
  const said = { materijal_id: 'LIM01', materijal_naziv: 'Čelični lim', jedinica_mere: 'kom', tarifni_broj: '8504.90' }
  const sums = { ...said, uvezeno: most, pocetno_stanje: most, ulaz: most, ...taken, ...named, krajnje_stanje: most }
  const duty = { vrednost_rsd: money, carinska_vrednost_rsd: money, iznos_carine: money, iznos_pdv: money }
  const lot = { ulaz_stavka_id: 1, c4_id: 1, broj_c4: 'UVZ-1/26', datum: '2026-03-14' as CalendarDate, redni_broj: 1 }
  const more = { broj_fakture: 'F-1', zemlja_porekla: 'Nemačka', dokazuje_poreklo: true, stopa_carine: micro('5') }
  const carina = { oznaka_postupka: 'UV 5', broj_jci: 'U-12345', rok: '2026-09-14' as CalendarDate }
  const paper = paperOf([draw(1, taken)])
  const stavka = { ...sums, ...duty, ...lot, ...more, ...carina }
  const [file] = await printObracun(
    { ...paper, obracun: { ...paper.obracun, stavke: [stavka], ukupno: [{ ...sums, ...duty }] } },
    'obracun.pdf',
  )
  assert.ok(file && file.bytes.length > 0)
})
