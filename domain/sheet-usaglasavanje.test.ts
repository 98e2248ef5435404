import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldsIn } from '#contract/testing-fields.ts'
import type { CalendarDate } from './calendar-date.ts'
import { microToNumber } from './decimal.ts'
import type { SheetCell } from './sheet.ts'
import type { FieldChoice } from './sheet-fields.ts'
import { readUsaglasavanje } from './sheet-usaglasavanje.ts'

const TODAY = '2026-11-28' as CalendarDate
const LIMITS = { MAX_CODE_CHARACTERS: 50, MAX_NAME_CHARACTERS: 200, MAX_NORMATIV_ITEMS: 100, MAX_REDNI_BROJ: 1_000_000 }
const fields = (rows: SheetCell[][], choice: Partial<FieldChoice> = {}) =>
  fieldsIn(
    'usaglasavanje',
    rows.map((cells, at) => ({ red: at + 1, cells })),
    choice,
  )
const read = (rows: SheetCell[][], choice: Partial<FieldChoice> = {}) =>
  readUsaglasavanje(fields(rows, choice), LIMITS, TODAY)
const columns = (rows: SheetCell[][], choice: Partial<FieldChoice> = {}) =>
  fields(rows, choice).kolone.map(({ polje, kolona, kako }) => `${polje} ${kolona} ${kako}`)
const HEADER = ['MRN', 'Datum prihvatanja', 'R. br.', 'Tarifni broj', 'Količina', 'JM', 'Fakturna vrednost']
const ROW = ['C4-1', '15.01.2026.', 1, '7318 15', '2.500', 'KOM', '1.234,56']

describe('readUsaglasavanje', () => {
  test('columns are known by their headings, under a title, in any order', () => {
    const { redovi } = read([['Uvoz za firmu'], [], HEADER.toReversed(), ROW.toReversed()])
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

  test('a number that is merged over the rows of a declaration is of each, an amount of none but the first', () => {
    const merged = { red: 3, cells: [null, null, 2, '7318 16', 5, 'kg', null], merged: { 0: 'C4-1', 6: 100 } }
    const rows = [HEADER, ROW].map((cells, at) => ({ red: at + 1, cells }))
    const { redovi } = readUsaglasavanje(fieldsIn('usaglasavanje', [...rows, merged]), LIMITS, TODAY)
    assert.deepEqual(
      redovi.map(({ broj, vrednost }) => [broj, vrednost]),
      [
        ['C4-1', 123_456],
        ['C4-1', null],
      ],
    )
  })

  test('headings of forwarders and customs are known', () => {
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
      for (const naslov of headings)
        assert.deepEqual(
          columns([
            [naslov, 'x'],
            ['y', 'z'],
          ]),
          [`${polje} 1 naziv`],
          naslov,
        )
    const both = [['Broj', 'MRN', 'Neto', 'Količina', 'Carinska vrednost', 'Fakturna vrednost']]
    assert.deepEqual(columns(both), ['broj 2 naziv', 'kolicina 4 naziv', 'vrednost 6 naziv'])
  })

  test('columns are said by heading, number or letter, and one may be read as nothing', () => {
    const rows = [
      ['Oznaka', 'Komada', '', 'Iznos'],
      ['C4-1', 5, '7318', 3],
    ]
    const kolone = { broj: 'oznaka', kolicina: 2, tarifni_broj: 'C', vrednost: '' }
    assert.deepEqual(columns(rows, { kolone }), ['broj 1 izabrano', 'kolicina 2 izabrano', 'tarifni_broj 3 izabrano'])
    assert.deepEqual(columns(rows, { kolone: { vrednost: 'Z' } }), ['vrednost 4 naziv'])
    assert.equal(read(rows, { kolone }).redovi.length, 1)
  })

  test('of a sheet without the columns that are needed they are asked, and no row is read', () => {
    const row = ['C4-1', 1]
    assert.deepEqual(read([['Broj', 'x'], row]).nedostaje, ['kolicina'])
    assert.deepEqual(read([['Količina', 'x'], row]).nedostaje, ['broj'])
    assert.deepEqual(read([['x', 'y'], row]).redovi, [])
    assert.equal(read([['Broj', 'Kom'], row], { vrednosti: { kolicina: '2' } }).redovi.length, 1)
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
