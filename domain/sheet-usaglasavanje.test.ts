import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import { microToNumber } from './decimal.ts'
import type { SheetCell } from './sheet.ts'
import { type KnownKolone, readUsaglasavanje } from './sheet-usaglasavanje.ts'

const TODAY = '2026-11-28' as CalendarDate
const NOTHING: KnownKolone = {
  kolone: null,
  zapamceno: [],
  samoKolone: false,
  limits: { MAX_CODE_CHARACTERS: 50, MAX_REDNI_BROJ: 1_000_000 },
}
const read = (rows: SheetCell[][], known: Partial<KnownKolone> = {}) =>
  readUsaglasavanje(
    rows.map((cells, at) => ({ red: at + 1, cells })),
    { ...NOTHING, ...known },
    TODAY,
  )
const HEADER = ['MRN', 'Datum prihvatanja', 'R. br.', 'Tarifni broj', 'Količina', 'JM', 'Fakturna vrednost']
const ROW = ['C4-1', '15.01.2026.', 1, '7318 15', '2.500', 'KOM', '1.234,56']

describe('readUsaglasavanje', () => {
  test('columns are proposed by their headings, under a title, in any order', () => {
    const { kolone, redovi } = read([['Uvoz za firmu'], [], HEADER.toReversed(), ROW.toReversed()])
    assert.deepEqual(kolone, {
      broj: 'G',
      datum: 'F',
      redni_broj: 'E',
      tarifni_broj: 'D',
      kolicina: 'C',
      jedinica_mere: 'B',
      vrednost: 'A',
    })
    const [{ kolicina, vrednost, drugacije: _, ...row } = {} as never] = redovi
    assert.deepEqual(
      [row, microToNumber(kolicina), vrednost],
      [
        { red: 4, broj: 'C4-1', datum: '2026-01-15', redni_broj: 1, tarifni_broj: '731815', jedinica_mere: 'KOM' },
        2500,
        123_456,
      ],
    )
  })

  test('headings of forwarders and customs are known', () => {
    const proposed = (naslov: string) =>
      Object.entries(
        read(
          [
            [naslov, 'x'],
            ['1', '2'],
          ],
          { samoKolone: true },
        ).kolone,
      ).find(([, kolona]) => kolona === 'A')?.[0]
    const known = {
      broj: ['Broj deklaracije', 'JCI', 'MRN', 'Broj C4', 'Broj'],
      redni_broj: ['R.br.', 'Rb', 'Redni broj', 'Naimenovanje', 'Br. naimenovanja'],
      tarifni_broj: ['Tarifna oznaka', 'HS kod', 'Tar. broj', 'TARIFNI BROJ'],
      kolicina: ['Količina', 'Neto masa', 'Quantity'],
      jedinica_mere: ['JM', 'J.M.', 'Jed. mere', 'Jedinica mere'],
      vrednost: ['Vrednost (RSD)', 'Statistička vrednost', 'Iznos'],
      datum: ['Datum', 'Datum prihvatanja'],
    }
    for (const [polje, headings] of Object.entries(known))
      for (const naslov of headings) assert.equal(proposed(naslov), polje, naslov)
  })

  test('what was chosen before is proposed again, also that a column is not read', () => {
    const zapamceno = [
      { zaglavlje: 'nesto', polje: 'kolicina' },
      { zaglavlje: 'kolicina', polje: null },
    ] as const
    const { kolone } = read([['Broj', 'Količina', 'Nešto']], { samoKolone: true, zapamceno })
    assert.deepEqual([kolone.broj, kolone.kolicina], ['A', 'C'])
  })

  test('columns are named by heading or letter, and remembered by heading', () => {
    const rows = [
      ['Oznaka', 'Komada', ''],
      ['C4-1', 5, '7318'],
    ]
    const { kolone, naslovi, redovi } = read(rows, {
      kolone: { broj: 'oznaka', kolicina: 'Komada', tarifni_broj: 'C' },
    })
    assert.deepEqual([kolone.broj, kolone.kolicina, kolone.tarifni_broj, redovi.length], ['A', 'B', 'C', 1])
    assert.deepEqual(naslovi, [
      { zaglavlje: 'oznaka', polje: 'broj' },
      { zaglavlje: 'komada', polje: 'kolicina' },
    ])
    assert.equal(read(rows, { kolone: { broj: 'Nema', kolicina: 'B' } }).fault, 'Broj: kolone „Nema“ nema u fajlu.')
  })

  test('a sheet without the columns that are needed is refused', () => {
    assert.equal(
      read([
        ['Broj', 'x'],
        ['C4-1', 1],
      ]).fault,
      'Izaberite kolonu u kojoj je količina.',
    )
    assert.equal(
      read([
        ['Količina', 'x'],
        [1, 1],
      ]).fault,
      'Izaberite kolonu u kojoj je broj ili tarifni broj.',
    )
    assert.equal(read([HEADER]).prazan, true)
    assert.equal(read([]).prazan, true)
  })

  test('a row that says too little is left out with its reason, as sums under the table are', () => {
    const changed = (at: number, cell: SheetCell) => ROW.with(at, cell as string)
    const { redovi, preskoceni } = read([
      HEADER,
      ['UKUPNO', '', '', '', '', '', '1.234,56'],
      ['', '', '', '', '2.500', '', ''],
      changed(4, 'mnogo'),
      changed(1, '31.02.2026.'),
      changed(6, '#N/A'),
      changed(0, 'x'.repeat(51)),
      changed(6, 0),
      changed(2, 'a'),
    ])
    assert.deepEqual(
      redovi.map(({ red, redni_broj, vrednost }) => [red, redni_broj, vrednost]),
      [
        [8, 1, null],
        [9, null, 123_456],
      ],
    )
    assert.deepEqual(
      preskoceni.map(({ red, razlog }) => `${red} ${razlog}`),
      [
        '2 Količina: obavezno polje.',
        '3 Nema ni broj ni tarifni broj.',
        '4 Količina: „mnogo“ nije broj.',
        '5 Datum: „31.02.2026.“ nije datum.',
        '6 Vrednost: „#N/A“ nije broj.',
        '7 Broj: najviše 50 znakova.',
      ],
    )
  })
})
