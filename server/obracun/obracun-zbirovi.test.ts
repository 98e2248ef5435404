// Paper, spreadsheet and answer of an account say the same sums: of all imports, of an authorisation and of one import, and as
// they were handed in; per tariff number and of each part. On books with waste, other discharges and a shortage.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { getDocumentProxy } from 'unpdf'
import { type Figure, figuresIn, figureText, isAmount } from '#contract/figures/figure.ts'
import { CARINA, OBRACUN_FIGURES, OBRACUN_NAZIVI } from '#contract/figures/obracun.ts'
import { parseSerbian } from '#domain/decimal.ts'
import { type ReadPdf, readPdf } from '#server/print/testing-pdf.ts'
import { anyEngine, type TestApi } from '#server/testing.ts'
import { c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { meterApi, pieces } from '#server/testing-meters.ts'

const PERIOD = 'datum_od=2026-02-01&datum_do=2026-03-31'
/** The parts with figures, by the titles that they have on paper. Rows of two of them stand under what they share. */
const PARTS = {
  ukupno: { title: 'Zbirovi po tarifnom broju' },
  stavke: { title: 'A. Uvozne stavke' },
  izvoz: { title: 'B. Izvoz', detail: 'broj_c4' },
  normativi: { title: 'C. Normativi', detail: 'materijal_id' },
  otpad: { title: 'D. Otpad' },
  bez_pokrica: { title: 'E. Bez pokrića' },
  ostala_razduzenja: { title: 'Ostala razduženja' },
} as const
type Part = keyof typeof PARTS
/** In millionths, by heading. */
type Sums = Record<string, number>
type Anything = Figure<Fields>[]

const figuresOf = (part: Part, rows: readonly Fields[]): Anything =>
  figuresIn(OBRACUN_FIGURES[part] as unknown as Anything, rows).filter(({ id }) => !CARINA.includes(id))
const micro = (value: number) => Math.round(value * 1e6)
const added = (rows: readonly Sums[]): Sums => {
  const sums: Sums = {}
  for (const row of rows) for (const [name, value] of Object.entries(row)) sums[name] = (sums[name] ?? 0) + value
  return sums
}

/** What stands on the paper of these rows: of each its figures by their headings. */
function printedRows({ pages }: ReadPdf, part: Part, rows: readonly Fields[]): Sums[] {
  const { title, detail } = { detail: undefined, ...PARTS[part] }
  const figures = figuresOf(part, rows)
  const inRow = figures.slice(
    Math.max(
      0,
      figures.findIndex(({ id }) => id === detail),
    ),
  )
  const amounts = inRow.filter(isAmount)
  const titles: string[] = Object.values(PARTS).map((one) => one.title)
  const found: Sums[] = []
  for (const { pieces } of pages) {
    const top = pieces.find(({ text }) => text === title)
    if (!top) continue
    const below = pieces.filter(({ baseline }) => baseline < top.baseline)
    const headed = Math.max(...below.filter(({ text }) => text === 'R. br.').map(({ baseline }) => baseline))
    // A total ends it too; 'Ukupno bruto' is a heading.
    const ends = below.filter(
      ({ text, baseline }) => titles.includes(text) || (text === 'Ukupno' && baseline < headed - 1),
    )
    const area = below.filter(({ baseline }) => ends.every((end) => baseline > end.baseline + 1))
    const ordinals = area.filter(({ text }) => text === 'R. br.')
    const starts = area.filter(
      ({ text, right }) => /^\d+$/.test(text) && ordinals.some((head) => Math.abs(head.right - right) < 0.3),
    )
    const heads = area.filter(({ baseline }) => baseline > Math.max(...starts.map((start) => start.baseline)) + 1)
    for (const start of starts) {
      const lower = Math.max(-1, ...starts.map(({ baseline }) => baseline).filter((one) => one < start.baseline - 1))
      const beside = ordinals.map(({ left }) => left).filter((left) => left > start.right)
      const own = area.filter(
        ({ baseline, left }) =>
          left > start.right &&
          left < Math.min(...beside, Infinity) &&
          (detail ? Math.abs(baseline - start.baseline) < 1 : baseline < start.baseline + 1 && baseline > lower + 1),
      )
      const row = rows[Number(start.text) - 1] ?? {}
      const facts = inRow.filter((one) => !isAmount(one)).map(({ id, kind }) => figureText(kind, row[id]))
      const figuresThere = own
        .toSorted((a, b) => Math.round(b.baseline) - Math.round(a.baseline) || a.left - b.left)
        .filter(({ text }) => /^-?\d[\d.]*(,\d+)?$/.test(text) && !facts.includes(text))
      assert.deepEqual(figuresThere.length, amounts.length, `${title} ${start.text}: ${own.map(({ text }) => text)}`)
      const read = amounts.map(({ heading }, at) => {
        const { text, right } = figuresThere[at] as (typeof figuresThere)[number]
        const isHead = (said: string) => said === heading || heading.endsWith(` ${said}`)
        assert.ok(
          heads.some((head) => isHead(head.text) && Math.abs(head.right - right) < 0.3),
          `${title}: ${text} stands under ${heading}`,
        )
        return [heading, parseSerbian(text) as number]
      })
      found[Number(start.text) - 1] = Object.fromEntries(read)
    }
  }
  assert.equal(found.filter(Boolean).length, rows.length, `${title} has all rows`)
  return found
}

const answeredRows = (part: Part, rows: readonly Fields[]): Sums[] =>
  rows.map((row) =>
    Object.fromEntries(
      figuresOf(part, rows)
        .filter(isAmount)
        .map(({ id, heading }) => [heading, micro(Number(row[id]))]),
    ),
  )

function sheetRows(book: XLSX.WorkBook, part: Part, rows: readonly Fields[]): Sums[] {
  const cells = XLSX.utils.sheet_to_json<Fields>(book.Sheets[OBRACUN_NAZIVI[part].naziv] as XLSX.WorkSheet)
  const headings = figuresOf(part, rows)
    .filter(isAmount)
    .map(({ heading }) => heading)
  return cells
    .filter((row) => typeof row['R. br.'] === 'number')
    .map((row) => Object.fromEntries(headings.map((heading) => [heading, micro(Number(row[heading]))])))
}

/** Holds the three against each other, part by part and tariff number by tariff number; answers the sums of each part. */
function assertSame(account: Record<Part, Fields[]>, pdf: ReadPdf, book: XLSX.WorkBook): Record<Part, Sums> {
  const sums = {} as Record<Part, Sums>
  const order = Object.values(PARTS).map(({ title }) => pdf.text.indexOf(title))
  const there = [...order, pdf.text.indexOf('Sastavio')].filter((place) => place >= 0)
  assert.deepEqual(
    there,
    there.toSorted((a, b) => a - b),
    'parts stand in their order, and who signs behind them',
  )
  for (const part of Object.keys(PARTS) as Part[]) {
    const rows = account[part]
    const answered = answeredRows(part, rows)
    const inSheet = sheetRows(book, part, rows)
    sums[part] = added(answered)
    assert.deepEqual(added(inSheet), sums[part], `sheet, ${part}`)
    const printed = rows.length > 0 ? printedRows(pdf, part, rows) : []
    // What a line exports is said once, above what it drew.
    const { Izvezeno: exported, ...drawn } = sums[part]
    assert.deepEqual(added(printed), part === 'izvoz' ? drawn : sums[part], `paper, ${part}`)
    if (part === 'izvoz') {
      assert.equal(exported, added(inSheet).Izvezeno)
      const lines = new Map(rows.map((row) => [row.c1_stavka_id, micro(Number(row.izvezeno))]))
      // It is said again on a page that its draws go on to.
      const heads = new Set(pdf.text.replaceAll(' | ', ' ').match(/^.* Izvezeno [\d.,]+ (?:kom|m)$/gm))
      const said = Array.from(heads, (head) => Number(parseSerbian(/([\d.,]+) \S+$/.exec(head)?.[1] ?? '')))
      const total = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0)
      assert.equal(total(said), total(lines.values()))
    }
    if (part !== 'stavke' && part !== 'ukupno') continue
    const byTariff = (of: readonly Sums[]) =>
      Object.fromEntries(
        [...new Set(column(rows, 'tarifni_broj'))]
          .sort()
          .map((tariff) => [tariff, added(of.filter((_, at) => rows[at]?.tarifni_broj === tariff))]),
      )
    assert.deepEqual([byTariff(printed), byTariff(inSheet)], [byTariff(answered), byTariff(answered)])
    if (part === 'stavke') assert.deepEqual(byTariff(answered), tariffsOf(account.ukupno))
  }
  return sums
}
const tariffsOf = (rows: readonly Fields[]) => {
  const answered = answeredRows('ukupno', rows)
  const tariffs = [...new Set(column(rows, 'tarifni_broj'))].sort()
  return Object.fromEntries(
    tariffs.map((tariff) => [tariff, added(answered.filter((_, at) => rows[at]?.tarifni_broj === tariff))]),
  )
}

const readFile = async (data: string) => readPdf(await getDocumentProxy(new Uint8Array(Buffer.from(data, 'base64'))))

anyEngine('the sums of an account', (engine) => {
  test('are the same on paper, in the sheet and in the answer: of all imports, an authorisation, one import, and handed in', async () => {
    const { api, a, b1 } = await withEverything()
    const compared = async (scope: string) => {
      const { body } = await api.get(`/obracun?${PERIOD}${scope}`)
      const [file] = (await api.get(`/obracun/files?${PERIOD}${scope}`)).body.files
      const book = XLSX.read((await api.get(`/archive/sheets/obracun?${PERIOD}${scope}`)).bytes)
      return assertSame(body, await readFile(file.data), book)
    }
    const all = await compared('')
    const ofOne = await compared(`&odobrenje_id=${a}`)
    const ofB1 = await compared(`&c4_id=${b1}`)
    // 80 connectors of 50 go out.
    assert.deepEqual(all.bez_pokrica, { Manjak: micro(30) })
    assert.equal(all.normativi['Ukupno bruto'], (all.izvoz.Razduženo ?? 0) + micro(30))
    assert.deepEqual([all.otpad.Uništeno, all.otpad.Izvezeno, ofOne.otpad.Uništeno], [micro(2), micro(1), undefined])
    const imported = [all, ofOne, ofB1].map(({ stavke }) => stavke['Uvezeno ukupno'])
    assert.deepEqual(imported, [922.623456, 662.5, 200.123456].map(micro))
    assert.equal(all.ostala_razduzenja.Količina, micro(26.5))

    const period = { datum_od: '2026-02-01', datum_do: '2026-03-31' }
    const body = { broj: 'O-1', odobrenje_id: a, ...period, potvrda_manjka: true }
    const { id } = await stored(api, '/obracuni', body)
    const [file] = (await api.get(`/obracuni/${id}/files`)).body.files
    const book = XLSX.read((await api.get(`/obracuni/${id}/sheet`)).bytes)
    assert.deepEqual(assertSame((await api.get(`/obracuni/${id}`)).body, await readFile(file.data), book), ofOne)
  })

  test('stand behind a first sheet that says whose account it is, in a file named by its scope and period', async () => {
    const { api, a } = await withEverything()
    const town = { grad: 'Čačak', drzava: 'Srbija' }
    const firma = { naziv: 'Metal d.o.o.', pib: '104052135', mb: '20084693', adresa: 'Cara Dušana 4', ...town }
    assert.equal((await api.put('/nasa-firma', firma, { 'if-match': '"0"' })).status, 200)
    const { bytes, headers } = await api.get(`/archive/sheets/obracun?${PERIOD}&odobrenje_id=${a}`)
    assert.match(headers.get('content-disposition') ?? '', /obracun-148-07-61-2_2026-02-01_2026-03-31\.xlsx/)
    const { Sheets } = XLSX.read(bytes)
    const facts = Object.fromEntries(
      XLSX.utils.sheet_to_json<string[]>(Sheets.Obračun as XLSX.WorkSheet, { header: 1 }),
    )
    assert.deepEqual(
      ['Držalac odobrenja', 'PIB', 'Matični broj', 'Adresa', 'Odobrenje', 'Obuhvat', 'Period'].map(
        (name) => facts[name],
      ),
      [
        ...[
          'Metal d.o.o.',
          '104052135',
          '20084693',
          'Cara Dušana 4, Čačak, Srbija',
          '148-07-61/2',
          'odobrenja 148-07-61/2',
        ],
        'od 01.02.2026. do 31.03.2026.',
      ],
    )
    assert.match(facts.Napravljeno ?? '', /^\d\d\.\d\d\.\d{4}\.$/)
    // Each quantity stands beside the unit of its material.
    const rows = XLSX.utils.sheet_to_json<Fields>(Sheets.Izvoz as XLSX.WorkSheet)
    assert.deepEqual(
      new Set(rows.map((row) => `${row.Materijal} ${row.JM}, ${row['JM proizvoda']}`)),
      new Set(['KABL1 m, kom', 'KON8 kom, kom', 'KABL1 m, m']),
    )
  })

  async function withEverything(): Promise<{ api: TestApi; a: number; b1: number }> {
    const api = await meterApi(engine)
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 1, otpad_procenat: 4, gubitak_procenat: 1 }]
    assert.equal((await api.post('/normativ/METAR', { items })).status, 200)
    assert.equal((await api.put('/podesavanja', { upozorenje_roka_dana: 30, stopa_pdv: 20 })).status, 200)
    const odobrenje = async (broj: string) =>
      (await stored(api, '/odobrenja', { broj, vazi_od: '2026-01-01', rok_meseci: 6 })).id as number
    const [a, b] = [await odobrenje('148-07-61/2'), await odobrenje('148-07-62/2')]
    const kabl = (kolicina: number, said: Fields = {}) => ({
      ...{ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 2.375, ...said },
    })
    const c4 = (broj: string, datum: string, lines: Fields[], said: Fields = {}) =>
      stored(api, '/c4', c4Body(broj, datum, lines, said))
    const c1 = (broj: string, datum: string, lines: Fields[]) => stored(api, '/c1', c1Body(broj, datum, lines))
    const konektor = { materijal_id: 'KON8', kolicina: 50, cena_po_jedinici: 0.5, tarifni_broj: '8536.69' }
    const customs = { stopa_carine: 5, carinska_vrednost_rsd: 23_500 }
    const a1 = [kabl(100, customs), { ...konektor, zemlja_porekla: 'Italija' }]
    await c4('C4-A1', '2026-01-10', a1, { odobrenje_id: a, broj_jci: 'U-11014', oznaka_postupka: '51 00' })
    const b1 = await c4('C4-B1', '2026-01-20', [kabl(200.123456, { tarifni_broj: '8544.42' })], { odobrenje_id: b })
    await c1('C1-0', '2026-01-25', pieces(30))
    await c4('C4-2', '2026-02-05', [kabl(60)], { valuta: 'RSD' })
    await c1('C1-1', '2026-02-10', [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 5 }])
    await c1('C1-2', '2026-02-20', pieces(120.5, 7.123456))
    const a2 = await c4('C4-A2', '2026-03-01', [kabl(500.5), kabl(12)], { odobrenje_id: a })
    await c1('C1-3', '2026-03-10', [{ proizvod_id: 'SNOP1', kolicina: 60, cena: 5 }])
    const lots = { a: a2.stavke[0].id, other: a2.stavke[1].id }
    for (const [vrsta, ulaz_stavka_id, kolicina] of [
      ['Povraćaj neprerađene robe', lots.a, 10],
      ['Stavljanje u slobodan promet', lots.a, 7.5],
      ['Uništenje', lots.other, 4],
      ['Prenos', lots.other, 3],
      ['Manjak po popisu', lots.a, 2],
    ] as const)
      await stored(api, '/ostala-razduzenja', {
        ...{ broj: vrsta, datum: '2026-03-15', vrsta, razlog: 'Primer', broj_jci: 'I-7' },
        stavke: [{ ulaz_stavka_id, kolicina }],
      })
    for (const [vrsta, kolicina] of [
      ['Uništenje', 2],
      ['Izvoz', 1],
    ] as const)
      await stored(api, '/otpad', { datum: '2026-03-20', vrsta, materijal_id: 'KABL1', kolicina })
    return { api, a, b1: b1.id }
  }
})
