// One reader of cells for every list: the same doubtful cell is said in the same words, whoever reads it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { C4_HEAD, C4_LINE } from '#contract/c4.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro } from '#domain/decimal.ts'
import { doubledIn, type FieldSheet, readFields } from '#domain/sheet-fields.ts'
import { columnsFor } from '#server/documents/prepare-import.ts'
import { csvSheet } from './csv-sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { fieldsFor, type Known, LISTS, type List, type ListName } from './sheet-lists.ts'
import { createSheetQueue } from './sheet-queue.ts'

const CELIK = { id: 'CELIK', naziv: 'Čelik', jedinica_mere: 'kg', tarifni_broj: '7208.10', zemlja_porekla: 'Nemačka' }
const UNITS = [['CELIK', 'kg'] as const]
const KNOWN: { readonly [L in ListName]?: Known<L> } = {
  documents: columnsFor({ vrsta: 'c4', head: C4_HEAD, line: C4_LINE }, [CELIK], UNITS),
  invoices: { catalogue: [CELIK] },
  supplier: null,
  popis: UNITS,
  rates: ['EUR'],
  materials: [],
  products: { materials: ['CELIK'], known: [] },
  usaglasavanje: null,
}
type Cells = Partial<Record<'kolicina' | 'cena' | 'tarifa' | 'zemlja' | 'jm' | 'broj' | 'datum', string>>

/** Of each list its heading, and a row with these cells. */
const SHEETS: { readonly [L in ListName]?: readonly [heading: string, row: (cells: Cells) => string] } = {
  documents: [
    'C4 broj;Datum;Broj fakture;Materijal;Količina;Cena po jedinici;Tarifni broj;Zemlja porekla;JM',
    ({ broj = 'C4-1', datum = '15.01.2026.', kolicina = '1', cena = '1', tarifa = '', zemlja = '', jm = '' }) =>
      [broj, datum, broj, 'CELIK', kolicina, cena, tarifa, zemlja, jm].join(';'),
  ],
  invoices: [
    'Broj fakture;ID materijala;Količina;Cena;tarifni_broj;zemlja_porekla;JM',
    ({ broj = 'F-1', kolicina = '1', cena = '1', tarifa = '', zemlja = '', jm = '' }) =>
      [broj, 'CELIK', kolicina, cena, tarifa, zemlja, jm].join(';'),
  ],
  supplier: [
    'Broj fakture;Datum;Šifra dobavljača;Naziv;Količina;Cena;Tarifni broj;Zemlja porekla;JM',
    ({ broj = 'F-1', datum = '15.01.2026.', kolicina = '1', cena = '1', tarifa = '', zemlja = '', jm = '' }) =>
      [broj, datum, 'A-1', 'Čelik', kolicina, cena, tarifa, zemlja, jm].join(';'),
  ],
  popis: ['ID;Naziv;Izbrojano;JM', ({ kolicina = '1', jm = '' }) => `CELIK;Čelik;${kolicina};${jm}`],
  rates: [
    'Datum;Oznaka valute;Važi za;Srednji kurs',
    ({ datum = '15.01.2026.', cena = '117,2' }) => `${datum};EUR;1;${cena}`,
  ],
  materials: [
    'ID;Naziv;Zemlja porekla;JM;Tarifni broj',
    ({ tarifa = '7208.10', zemlja = 'Nemačka', jm = 'kg' }) => `CELIK;Čelik;${zemlja};${jm};${tarifa}`,
  ],
  products: [
    'ID;Naziv;HS kod;JM;Normativ',
    ({ kolicina = '1', tarifa = '7208.10' }) => `SNOP1;Snop;${tarifa};kom;CELIK:${kolicina}`,
  ],
  usaglasavanje: [
    'Broj;Datum;Tarifni broj;JM;Količina',
    ({ broj = 'C4-1', datum = '15.01.2026.', tarifa = '7208.10', jm = 'kg', kolicina = '1' }) =>
      [broj, datum, tarifa, jm, kolicina].join(';'),
  ],
}

const ZERO = 'ima neparan broj cifara; proverite da li mu nedostaje nula na početku ili na kraju.'
const BY_FIGURES = 'our figures prove the column (domain/usaglasavanje-brojevi.ts)'
const BESIDE_MATERIAL = {
  supplier: 'beside its material (domain/supplier-lines.ts)',
  materials: 'it is the unit',
} as const
const KIND_OF_DIFFERENCE = { usaglasavanje: "a difference of its own, 'JM ×1000'" } as const
/** The doubts about a cell; every list that has such a cell says them, but for these. */
const DOUBTS: readonly (readonly [cells: Cells, said: string, but?: { readonly [L in ListName]?: string }])[] = [
  [{ kolicina: '12,000' }, '„12,000“ je pročitano kao decimalni broj, ne 12000.', { usaglasavanje: BY_FIGURES }],
  [{ cena: '12,000' }, '„12,000“ je pročitano kao decimalni broj, ne 12000.'],
  [
    { kolicina: '1.250' },
    '„1.250“ je pročitano kao 1250.',
    { usaglasavanje: BY_FIGURES, products: 'a pair has no points for thousands' },
  ],
  [{ kolicina: '1,23456789' }, 'zaokruženo na 1,234568.'],
  [{ cena: '1,23456789' }, 'zaokruženo na 1,234568.'],
  [{ tarifa: '9012100' }, `„9012100“ ${ZERO}`],
  [{ tarifa: '8544.3' }, `„8544.3“ ${ZERO}`],
  [{ broj: '2,60012E+14' }, '„2,60012E+14“ je broj u naučnom zapisu; upišite'],
  [{ broj: '260012000000000000' }, 'ima više od 15 cifara; proverite poslednje'],
  [{ datum: '15.1.91' }, 'Datum: „15.1.91“ je pročitano kao 15.01.2091.'],
  [{ datum: '15.01.2062.' }, 'Datum 15.01.2062. je posle današnjeg dana.'],
  [{ kolicina: '13,5', jm: 't' }, '13,5 t je 13.500 kg.', { ...BESIDE_MATERIAL, ...KIND_OF_DIFFERENCE }],
  [
    { jm: 'kom' },
    'JM: „kom“ ne može da se preračuna u kg, u čemu se vodi CELIK.',
    { ...BESIDE_MATERIAL, ...KIND_OF_DIFFERENCE },
  ],
]
const ALL = Object.keys(SHEETS) as ListName[]

describe('whichever list is read', () => {
  const limits = { ...SHEET_LIMITS, formats: ['csv'] as const }
  function read(list: ListName, text: string) {
    const of = LISTS[list] as (sheet: FieldSheet, known: unknown, today: string) => List<ListName>
    const sheet = readFields(csvSheet(new TextEncoder().encode(text), limits), fieldsFor(list))
    const made = of(sheet, KNOWN[list], '2026-11-28')
    const kolone = sheet.kolone.filter(({ polje }) => !('bezPolja' in made && made.bezPolja.includes(polje)))
    return { fault: made.fault ?? doubledIn({ ...sheet, kolone }), said: JSON.stringify(made).replaceAll('\\"', '"') }
  }
  const sheetOf = (list: ListName) => SHEETS[list] as readonly [string, (cells: Cells) => string]

  for (const list of ALL)
    test(`what is doubtful is said in the same words: ${list}`, () => {
      const [heading, row] = sheetOf(list)
      const has = (cells: Cells) => Object.entries(cells).every(([name, text]) => row({ [name]: text }) !== row({}))
      for (const [cells, said, but = {}] of DOUBTS.filter(([cells]) => has(cells)))
        assert.equal(read(list, `${heading}\n${row(cells)}`).said.includes(said), !(list in but), `${list}: ${said}`)
      const clean = read(list, `${heading}\n${row({})}`)
      assert.doesNotMatch(clean.said, /pročitano|zaokruženo|neparan|posle današnjeg/)
    })

  test('a day with a time and a country in any language are read', () => {
    for (const list of ['documents', 'supplier', 'rates', 'usaglasavanje'] as const) {
      const [heading, row] = sheetOf(list)
      assert.match(read(list, `${heading}\n${row({ datum: '15.01.2026. 10:30' })}`).said, /"2026-01-15"/)
    }
    for (const list of ['documents', 'invoices', 'supplier', 'materials'] as const)
      for (const zemlja of ['Austria', 'Österreich', 'AT', 'AUT']) {
        const [heading, row] = sheetOf(list)
        assert.match(read(list, `${heading}\n${row({ zemlja })}`).said, /"zemlja_porekla":"Austrija"/)
      }
  })

  test('a row that adds up the others is passed over and named', async () => {
    const queue = createSheetQueue()
    const bytes = new TextEncoder().encode('ID;Izbrojano\nCELIK;1\nUKUPNO;1')
    const reply = await queue.read(async () => ({ bytes, limits, list: 'popis', known: UNITS }))
    queue.close()
    assert.partialDeepStrictEqual(reply, { sumRows: [3], list: { ispravni: [{ red: 2 }], neispravni: [] } })
  })

  test('a row with more cells than the heading is refused, a decimal comma that nobody quoted', () => {
    for (const list of ['documents', 'invoices', 'supplier', 'popis', 'rates', 'materials', 'usaglasavanje'] as const) {
      const [heading, row] = sheetOf(list)
      const { said } = read(list, `${heading}\n${row({})};5`)
      assert.match(said, /Red ima \d+ ćelija, a zaglavlje \d+; /, list)
    }
  })

  test('two columns of one name in which different things stand are refused', () => {
    for (const list of ALL) {
      const [heading, row] = sheetOf(list)
      const [twice] = heading.match(/Količina|Izbrojano|Srednji kurs|HS kod|JM/) ?? []
      const { fault } = read(list, `${heading};${twice}\n${row({ jm: 'kg' })};7`)
      assert.match(fault ?? '', /^Kolone [A-Z] i [A-Z] imaju isti naziv/, list)
      assert.equal(read(list, `${heading}\n${row({})}`).fault, null, list)
    }
  })

  test('columns of waste may have one name in a normativ', () => {
    const rows = 'ID;Naziv;HS kod;JM;Normativ;Otpad %;Normativ;Otpad %\nSNOP1;Snop;7208.10;kom;CELIK:1;4;;'
    assert.equal(read('products', rows).fault, null)
  })

  test('which of two columns of one name is meant can be said by its letter', () => {
    const rows = csvSheet(new TextEncoder().encode('Broj;Količina;Količina\nC4-1;5;7'), limits)
    const sheet = readFields(rows, { ...fieldsFor('usaglasavanje'), kolone: { kolicina: 'C' } })
    const list = LISTS.usaglasavanje(sheet, null, '2026-11-28' as CalendarDate)
    assert.deepEqual([doubledIn(sheet), list.redovi.map(({ kolicina }) => formatMicro(kolicina))], [null, ['7']])
  })
})
