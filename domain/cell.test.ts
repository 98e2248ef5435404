import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import { type CellField, type Conversion, convertedFrom, readField, readUnit } from './cell.ts'
import type { Micro } from './decimal.ts'
import { doubledFault, isSumRow, type SheetCell, wideFault } from './sheet.ts'

const TODAY = '2026-11-28' as CalendarDate
const read = (kind: string, cell: SheetCell, more: Partial<CellField> = {}) => {
  const field = { name: 'polje', kind, label: 'Polje', choices: ['EUR', 'USD'], optional: false, maxCharacters: 50 }
  const { value, fault, doubts } = readField({ ...field, ...more }, cell, 'serbian', TODAY)
  return [value, fault, ...doubts]
}

/** Each cell with its value, its fault, and what is to be checked. */
const CELLS: readonly (readonly [kind: string, cell: SheetCell, ...come: unknown[]])[] = [
  ['number', '12,000', 12_000_000, null, 'Polje: „12,000“ je pročitano kao decimalni broj, ne 12000.'],
  ['price', '1.250', 1_250_000_000, null, 'Polje: „1.250“ je pročitano kao 1250.'],
  ['number', '1,23456789', 1_234_568, null, 'Polje: zaokruženo na 1,234568.'],
  ['number', 1.23456789, 1_234_568, null, 'Polje: zaokruženo na 1,234568.'],
  ['number', '1.234,5', 1_234_500_000, null],
  ['number', 0, undefined, 'Polje: mora biti veća od 0.'],
  ['number', 'dva', undefined, 'Polje: „dva“ nije broj.'],
  ['number', '-', undefined, 'Polje: „-“ nije broj.'],
  [
    'amount',
    '1,235',
    124,
    null,
    'Polje: „1,235“ je pročitano kao decimalni broj, ne 1235.',
    'Polje: zaokruženo na 1,24.',
  ],
  ['code', 'F-1', 'F-1', null],
  [
    'code',
    '2,60012E+14',
    '2,60012E+14',
    null,
    'Polje: „2,60012E+14“ je broj u naučnom zapisu; upišite ga ceo, u ćeliju sa tekstom.',
  ],
  ['code', '2.6E11', '2.6E11', null, 'Polje: „2.6E11“ je broj u naučnom zapisu; upišite ga ceo, u ćeliju sa tekstom.'],
  ['code', 2.60012e14, '260012000000000', null],
  [
    'code',
    2.60012e16,
    '26001200000000000',
    null,
    'Polje: „26001200000000000“ ima više od 15 cifara; proverite poslednje, program za tabele ih ne čuva.',
  ],
  [
    'code',
    '26001200000000000',
    '26001200000000000',
    null,
    'Polje: „26001200000000000“ ima više od 15 cifara; proverite poslednje, program za tabele ih ne čuva.',
  ],
  [
    'code',
    '01.05.2026.',
    '01.05.2026.',
    null,
    'Polje: „01.05.2026.“ je datum; proverite da li je program za tabele od broja napravio datum.',
  ],
  ['code', '#N/A', undefined, 'Polje: u ćeliji je greška #N/A.'],
  ['code', '-', '-', null],
  ['day', '15.01.2026.', '2026-01-15', null],
  ['day', '15.01.2026. 10:30', '2026-01-15', null],
  ['day', '2026-01-15T10:30:00', '2026-01-15', null],
  ['day', '15.1.26', '2026-01-15', null, 'Polje: „15.1.26“ je pročitano kao 15.01.2026.'],
  ['day', '15.01.2062.', '2062-01-15', null],
  ['day', 'juče', undefined, 'Polje: „juče“ nije datum.'],
  ['country', 'Germany', 'Nemačka', null],
  ['country', 'DEU', 'Nemačka', null],
  ['country', 'Atlantida', 'Atlantida', null],
  ['flag', 'da', true, null],
  ['flag', 0, false, null],
  ['flag', 'možda', undefined, 'Polje: „možda“ nije DA ni NE.'],
  ['choice', 'eur', 'EUR', null],
  ['goods', 'mat01', 'MAT01', null],
  ['text', ' a  b ', 'a b', null],
]

test('each kind of cell has its value, its fault and what is to be checked of it', () => {
  for (const [kind, cell, ...come] of CELLS) assert.deepEqual(read(kind, cell), come, `${kind} ${JSON.stringify(cell)}`)
})

test('a tariff number says where a zero may be missing, as number and as text', () => {
  const tariff = (cell: SheetCell) => read('code', cell, { name: 'tarifni_broj' })
  const said = (text: string) =>
    `Polje: „${text}“ ima neparan broj cifara; proverite da li mu nedostaje nula na početku ili na kraju.`
  for (const cell of ['9012100', 9012100]) assert.deepEqual(tariff(cell), ['9012100', null, said('9012100')])
  for (const cell of ['8544.3', 8544.3]) assert.deepEqual(tariff(cell), ['8544.3', null, said('8544.3')])
  for (const cell of ['0901.21.00', '8544 49 95', 7208.11]) assert.equal(tariff(cell).length, 2, String(cell))
})

test('the day of a document is doubted after today, and so is a century that nobody wrote', () => {
  const datum = (cell: SheetCell) => read('day', cell, { name: 'datum' }).slice(2)
  assert.deepEqual(datum('15.01.2062.'), ['Polje 15.01.2062. je posle današnjeg dana.'])
  assert.deepEqual(datum('15.1.91'), [
    'Polje: „15.1.91“ je pročitano kao 15.01.2091.',
    'Polje 15.01.2091. je posle današnjeg dana.',
  ])
  assert.deepEqual(datum('28.11.2026.'), [])
})

test('an empty cell says nothing, a dash empties a field that nobody has to fill in', () => {
  for (const kind of ['number', 'amount', 'day', 'code', 'text', 'country', 'flag', 'choice', 'reference']) {
    assert.deepEqual(read(kind, '', { optional: true }), [undefined, null], kind)
    for (const dash of ['-', '–']) assert.deepEqual(read(kind, dash, { optional: true }), [null, null], kind)
  }
  assert.deepEqual(read('percent', 0, { optional: true }), [0, null])
})

test('a quantity in another unit of the same kind is converted, its price the other way; of another kind refused', () => {
  const tons = readUnit('JM', 't', 'CELIK', 'kg').value as Conversion
  const of = (value: number, per = false) => convertedFrom('Polje', value as Micro, tons, per)
  assert.deepEqual(of(13_500_000), { value: 13_500_000_000, fault: null, doubts: ['Polje: 13,5 t je 13.500 kg.'] })
  assert.deepEqual(of(850_000_000, true).doubts, ['Polje: 850 po t je 0,85 po kg.'])
  assert.deepEqual(of(1_234_567, true).doubts, ['Polje: 1,234567 po t je 0,001235 po kg, zaokruženo.'])
  assert.equal(of(100, true).fault, 'Polje: 0,0001 po t je manje od 0,000001 po kg.')
  assert.equal(of(2_000_000_000_000).fault, 'Polje: najviše 1.000.000.000.')
  assert.deepEqual(readUnit('JM', 'KGM', 'CELIK', 'kg'), { value: null, fault: null, doubts: [] })
  assert.equal(readUnit('JM', 'm', 'CELIK', 'kg').fault, 'JM: „m“ ne može da se preračuna u kg, u čemu se vodi CELIK.')
  assert.equal(readUnit('JM', '', 'CELIK', 'kg').value, undefined)
})

test('a row that adds up others is one, goods that are called so are not', () => {
  for (const cells of [['UKUPNO', '', 12.5], ['Ukupno:', '1.234,50', 'EUR'], ['', 'Svega', 3, 'kg'], ['TOTAL']])
    assert.ok(isSumRow(cells), JSON.stringify(cells))
  for (const cells of [['TOTAL1', 'x', 1], ['SUMA', 'Suma lak', 'kg'], ['Ukupno', 'Naziv', 'JM'], ['CELIK', 12], []])
    assert.ok(!isSumRow(cells), JSON.stringify(cells))
})

test('a line of text with more cells than its heading is a fault, a row of a workbook is not', () => {
  const row = { red: 2, cells: ['CELIK', '1', '5'] }
  assert.match(wideFault({ ...row, split: true }, 2) ?? '', /^Red ima 3 ćelija, a zaglavlje 2; /)
  assert.equal(wideFault({ ...row, split: true }, 3), null)
  assert.equal(wideFault(row, 2), null)
})

test('two columns of one heading are a fault where different things stand in them', () => {
  const rows = (...cells: SheetCell[][]) => cells.map((one, at) => ({ red: at + 1, cells: one }))
  const of = (...below: SheetCell[][]) =>
    doubledFault(
      { red: 1, cells: ['ID', 'Količina', 'kolicina '] },
      rows(...below),
      (heading) => heading === 'kolicina',
    )
  assert.match(
    of(['A', 1, 1], ['B', 2, 3]) ?? '',
    /^Kolone B i C imaju isti naziv „kolicina“, a u njima piše različito/,
  )
  assert.equal(of(['A', 1, 1]), null)
})
