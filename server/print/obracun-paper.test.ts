// The account on paper: long ones, on the event loop's own time, and texts of any length and writing.
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { figureText } from '#contract/figures/figure.ts'
import { OBRACUN_FIGURES } from '#contract/figures/obracun.ts'
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
  assert.equal(said.match(/^IZV-\d+\/26 Datum 14\.03\.2026\. Tip .* Izvezeno 10 kom$/gm)?.length, 1_200)
  assert.equal(said.match(/UVZ-\d+\/26 \/ 1 LIM01 Čelični lim kg 12,5/g)?.length, 1_200)
  for (const page of pages)
    assert.match(page.text, /^B\. Izvoz$\n^R\. br\. \| C4 \/ St\. u uvozu \| Materijal \| JM \| Razduženo/m)
  assert.match(pages.at(-1)?.text ?? '', /IZV-1200\/26.*Sastavio/s)
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

test('an account of more rows than are printed is refused with a sentence', async () => {
  assert.equal(OBRACUN_ROW_LIMIT, 20_000)
  const many = paperOf(Array.from({ length: OBRACUN_ROW_LIMIT + 1 }, () => draw(1)))
  await assert.rejects(printObracun(many), {
    message: 'Obračun ima previše redova (20.001), a u PDF staje najviše 20.000. Možete ga preuzeti kao Excel fajl.',
  })
})

test('no figure, day or number is broken: with every column, the longest figures and long numbers and names', async () => {
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
  const naziv = 'Provodnik FLRY-B 0,35 mm² crni u zaštitnom crevu '.repeat(4).trim()
  const said = {
    materijal_id: 'PRV035CRN-2026',
    materijal_naziv: naziv,
    jedinica_mere: 'm',
    tarifni_broj: '8544.49.95',
  }
  const sums = { ...said, uvezeno: most, pocetno_stanje: most, ulaz: most, ...taken, ...named, krajnje_stanje: most }
  const duty = {
    ...{ vrednost_rsd: money, carinska_vrednost_rsd: money, carinska_vrednost_ostatka: money },
    ...{ carina_ostatka: money, pdv_ostatka: money, carina_posle_roka: money, pdv_posle_roka: money },
  }
  const lot = {
    ulaz_stavka_id: 1,
    c4_id: 1,
    broj_c4: 'UVZ-2026/000123-A',
    datum: '2026-03-14' as CalendarDate,
    redni_broj: 127,
  }
  const more = {
    broj_fakture: 'ŠK-2026/0106-1/IV',
    zemlja_porekla: 'Bosna i Hercegovina',
    dokazuje_poreklo: true,
    stopa_carine: micro('5'),
  }
  const carina = { oznaka_postupka: '51 00 UV 5', broj_jci: 'RS-013056-U-12345', rok: '2026-09-14' as CalendarDate }
  const stavka = { ...sums, ...duty, ...lot, ...more, ...carina }
  const marks = { posle_roka: true, pre_prelaska: true, usmereno: true, broj_jci: 'RS-013056-I-99887' }
  const izvoz = draw(1, { ...taken, ...marks, izvezeno: most, razduzeno: most, broj_c1: 'IZV-2026/000123-A' })
  const paper = paperOf([izvoz])
  const delovi = { ...paper.obracun, stavke: [stavka], ukupno: [{ ...sums, ...duty }] }
  const [file] = await printObracun({ ...paper, obracun: delovi })
  const { pages } = await readPdf(file?.bytes ?? new Uint8Array())
  assertApart(pages)
  const pieces = pages.flatMap((page) => page.pieces.map(({ text }) => text))
  const whole = (text: string) => pieces.some((piece) => piece.split(/ \/ | {3}/).some((part) => part.endsWith(text)))
  const rows = { stavke: stavka, ukupno: delovi.ukupno[0], izvoz } as Record<string, object>
  for (const [deo, row] of Object.entries(rows)) {
    for (const { id, kind } of OBRACUN_FIGURES[deo as 'stavke']) {
      const text = figureText(kind, row[id as keyof typeof row])
      if (kind !== 'name' && kind !== 'id') assert.ok(whole(text), `${deo}.${id}: ${text} in ${pieces.join(' | ')}`)
    }
  }
  const headings = OBRACUN_FIGURES.stavke.flatMap(({ heading, kind }) => (kind === 'name' ? [] : heading.split(' ')))
  const printed = new Set(pieces.flatMap((piece) => piece.split(' ')))
  for (const word of headings) assert.ok(printed.has(word), word)
})
