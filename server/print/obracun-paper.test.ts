// The account on paper: long ones, on the event loop's own time, and texts of any length and writing.
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import type { ObracunIzvoz } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
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
const GLAVA = {
  firma: undefined,
  ...{ obim: 'svih uvoza', oznaka: 'svi-uvozi', datum_od: null, datum_do: null, period: 'do dana štampe' },
  odobrenja: [],
}
const paperOf = (izvoz: ObracunIzvoz[]): ObracunPaper => ({
  obracun: { ...none, izvoz },
  glava: GLAVA,
  stampano: { korisnik: 'ana@firma.rs', vreme: 0 },
})
const long = paperOf(Array.from({ length: 1_200 }, (_, at) => draw(at + 1)))

test('an account of 1,200 rows is drawn off the event loop, says how far it is, and has each row and its head on each page', async () => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const heard: number[] = []
  delay.enable()
  const [file] = await printObracun(long, { heard: (percent) => heard.push(percent) })
  delay.disable()
  assert.ok(delay.percentile(95) < 50e6, `${delay.percentile(95) / 1e6} ms`)
  assert.deepEqual(
    heard,
    heard.toSorted((a, b) => a - b),
  )
  assert.ok(heard.length > 10 && heard.at(-1) === 100, heard.join(' '))
  const { pages, text } = await readPdf(file?.bytes ?? new Uint8Array())
  const said = text.replaceAll(' | ', ' ').replace(/ +/g, ' ')
  assert.equal(said.match(/^C1 IZV-\d+\/26 Datum 14\.03\.2026\. Tip .* Izvezeno 10 kom$/gm)?.length, 1_200)
  assert.equal(said.match(/UVZ-\d+\/26 \/ 1 LIM01 Čelični lim kg 12,5/g)?.length, 1_200)
  for (const page of pages)
    assert.match(page.text, /^B\. Izvoz$\n^R\. br\. \| C4 \/ St\. u uvozu \| Materijal \| JM \| Razduženo/m)
  // What an export says above its rows never ends a page: behind the last row stand two lines of the foot.
  for (const { rows } of pages) assert.doesNotMatch(rows.at(-3) ?? '', /^C1 /)
  assert.match(pages.at(-1)?.text ?? '', /IZV-1200\/26.*Sastavio/s)
})

test('what an export says above its draws comes again on each page that they reach, also on that of the signatures', async () => {
  const exported = { c1_id: 1, broj_c1: 'IZV-1/26', c1_stavka_id: 1, otpad: micro('0,5') }
  for (const draws of [86, 87, 88, 89, 90, 130]) {
    const [file] = await printObracun(paperOf(Array.from({ length: draws }, (_, at) => draw(at + 1, exported))))
    const { pages } = await readPdf(file?.bytes ?? new Uint8Array())
    assert.ok(pages.length > 1)
    for (const { text } of pages) assert.match(text, /^C1 .* Izvezeno \| 10 kom\n *\d+ \| UVZ-/m, `${draws} draws`)
    assert.match(pages.at(-1)?.text ?? '', /^Sastavio/m)
  }
})

test('who waits no more ends the drawing, and the next is drawn', async () => {
  const gone = new AbortController()
  const heard = () => gone.abort()
  await assert.rejects(printObracun(long, { heard, signal: gone.signal }))
  await assert.rejects(printObracun(long, { signal: gone.signal }), { name: 'AbortError' })
  assert.equal((await printObracun(long)).length, 1)
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
  const [file] = await printObracun(paperOf(rows))
  const pdf = await readPdf(file?.bytes ?? new Uint8Array())
  assertApart(pdf.pages)
  const drawn = pdf.pages.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('')
  for (const text of [wide, words, drawing]) assert.ok(drawn.replace(/\s/g, '').includes(text.replace(/\s/g, '')), text)
})

test('quantities of one unit line up, and pieces get no places from kilograms', async () => {
  const pieces = { materijal_id: 'KON8', materijal_naziv: 'Konektor', materijal_jm: 'kom', razduzeno: micro('14') }
  const [file] = await printObracun(paperOf([draw(1), draw(2, pieces), draw(3, { razduzeno: micro('3') })]))
  const { text } = await readPdf(file?.bytes ?? new Uint8Array())
  for (const said of ['kg | 12,5', 'kom | 14', 'kg | 3,0']) assert.ok(text.includes(said), `${said} in ${text}`)
  assert.doesNotMatch(text, /14,0/)
})

test('an account of more rows than are printed is refused with a sentence', async () => {
  assert.equal(OBRACUN_ROW_LIMIT, 20_000)
  const many = paperOf(Array.from({ length: OBRACUN_ROW_LIMIT + 1 }, () => draw(1)))
  await assert.rejects(printObracun(many), {
    message: 'Obračun ima previše redova (20.001), a u PDF staje najviše 20.000. Možete ga preuzeti kao Excel fajl.',
  })
})
