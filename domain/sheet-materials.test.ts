import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import * as limits from '#contract/limits.ts'
import { fieldsIn } from '#contract/testing-fields.ts'
import { isCode, isTariffNumber, isUnit } from './codes.ts'
import { isBlankRow, type SheetCell, type SheetRow } from './sheet.ts'
import { readMaterialSheet } from './sheet-materials.ts'

const HEADER = ['ID', 'Naziv', 'Zemlja porekla', 'Jedinica mere', 'Tarifni broj']
const SCREW = ['VIJ01', 'Vijak M6', 'Srbija', 'kg', '7318.15']

const rowsOf = (...rows: SheetCell[][]): SheetRow[] => rows.map((cells, index) => ({ red: index + 1, cells }))
const read = (...rows: SheetCell[][]) => readMaterialSheet(fieldsIn('materijali', rowsOf(...rows)), limits)

describe('the material sheet', () => {
  test('gives a material per row, with the row number that the user sees', () => {
    const material = {
      id: 'VIJ01',
      naziv: 'Vijak M6',
      zemlja_porekla: 'Srbija',
      jedinica_mere: 'kg',
      tarifni_broj: '7318.15',
      upozorenja: [],
    }
    assert.deepEqual(read(HEADER, SCREW), {
      ...{ prazan: false, ispravni: [{ red: 2, ...material }], neispravni: [], nedostaje: [] },
    })
    assert.deepEqual(read(SCREW).ispravni, [{ red: 1, ...material }])
  })

  test('doubts a tariff number that a spreadsheet may have shortened', () => {
    const remarks = (tariff: SheetCell) => read(['KAF01', 'Kafa', 'Italija', 'kg', tariff]).ispravni[0]?.upozorenja
    for (const short of [9_012_100, 90_121, 8544.3, 901_210_000, '9012100', '8544.3'])
      assert.deepEqual(remarks(short), [
        `Kolona E (Tarifni broj): „${short}“ ima neparan broj cifara; proverite da li mu nedostaje nula na početku ili na kraju.`,
      ])
    for (const sure of [85_443_000, 854_430, 8544, 8544.49, { value: 9_012_100, text: '09012100' }, '09012100'])
      assert.deepEqual(remarks(sure), [], JSON.stringify(sure))
  })

  test('takes what is merged over several rows for all of them, but no ID', () => {
    const merged = { 0: 'VIJ01', 2: 'Srbija', 3: 'kg', 4: '7318.15' }
    const [first = { red: 1, cells: [] }] = rowsOf(SCREW)
    const { ispravni, neispravni } = readMaterialSheet(
      fieldsIn('materijali', [
        first,
        { red: 2, cells: ['VIJ02', 'Vijak M8'], merged },
        { red: 3, cells: [null, 'Vijak M10'], merged },
      ]),
      limits,
    )
    assert.deepEqual(ispravni[1], { ...ispravni[0], red: 2, id: 'VIJ02', naziv: 'Vijak M8' })
    assert.deepEqual(
      neispravni.map(({ red }) => red),
      [3],
    )
  })

  test('knows a header in other words, and data that only resembles one', () => {
    const headers = [
      ['Šifra', 'Naziv materijala', 'Poreklo', 'JM', 'Carinska tarifa'],
      ['id materijala', 'naziv', 'država', 'mera', 'HS kod'],
      ['ID', 'Name', 'Country of origin', 'Unit', 'Tariff number'],
      ['ШИФРА', 'НАЗИВ', 'ЗЕМЉА ПОРЕКЛА', 'ЈЕД. МЕРЕ', 'ТАРИФНИ БРОЈ'],
    ]
    for (const header of headers) {
      assert.deepEqual(read(header, SCREW).neispravni, [], header.join())
      assert.deepEqual(read(header, SCREW).ispravni.length, 1, header.join())
    }
    assert.equal(read(['MATERIJAL', 'Naziv', 'Srbija', 'kg', '7318.15']).ispravni.length, 1)
    assert.equal(read(['MATERIJAL', 'Naziv', null, 'kg', '7318.15']).neispravni.length, 1)
  })

  test('counts the first row where nothing says that it is a heading', () => {
    const renamed = fieldsIn('materijali', rowsOf(['VIJ01', 'Vijak M6'], ['VIJ02', 'Vijak M8']))
    assert.deepEqual(
      readMaterialSheet(renamed, limits, new Set(['VIJ01', 'VIJ02'])).ispravni.map(({ id }) => id),
      ['VIJ01', 'VIJ02'],
    )
  })

  test('is empty without a row of data', () => {
    for (const rows of [[], [HEADER], [[]], [['', null, '  ']]]) assert.equal(read(...rows).prazan, true)
    assert.equal(read(SCREW).prazan, false)
  })

  test('passes over empty rows without counting them wrong', () => {
    assert.equal(read(HEADER, ['', null], SCREW).ispravni[0]?.red, 3)
  })

  test('takes lower-case IDs, units in capitals and codes typed as numbers', () => {
    const [material] = read([' vij01 ', 'Vijak', 'Srbija', 'KOM.', { value: 8544.3, text: '8544.30' }]).ispravni
    assert.deepEqual([material?.id, material?.jedinica_mere, material?.tarifni_broj], ['VIJ01', 'kom', '8544.30'])
    assert.equal(read([12345, 'Vijak', 'Srbija', 'm', 8544.49]).ispravni[0]?.tarifni_broj, '8544.49')
    assert.equal(read(['VIJ01', 'Vijak', 'Srbija', 'm', '8544 49 95']).ispravni[0]?.tarifni_broj, '85444995')
  })

  test('names every fault of a row and its column', () => {
    const [row] = read(SCREW, ['a b', '', null, 'lbs', '73A8']).neispravni
    assert.equal(row?.red, 2)
    assert.equal(row?.id, 'a b')
    for (const column of ['Kolona A (ID)', 'Kolona B (Naziv)', 'Kolona C', 'Kolona D', 'Kolona E']) {
      assert.ok(row?.razlog.includes(column), column)
    }
  })

  test('blames the later of two rows with one ID, not one after a bad row', () => {
    const { ispravni, neispravni } = read(SCREW, ['vij01', 'Isti', 'Srbija', 'kg', '7318'])
    assert.equal(ispravni.length, 1)
    assert.match(neispravni[0]?.razlog ?? '', /VIJ01 se ponavlja, već je u redu 1/)
    assert.equal(read(['VIJ01', '', 'Srbija', 'kg', '7318'], SCREW).ispravni.length, 1)
  })

  test('refuses texts that no form would take', () => {
    const [row] = read(['VIJ01', 'x'.repeat(limits.MAX_NAME_CHARACTERS + 1), '#REF!', 'kg', '7318']).neispravni
    assert.match(row?.razlog ?? '', /najviše 200 znakova.*greška #REF!/)
  })

  test('accounts for every filled row exactly once, whatever is in it', () => {
    const cell = fc.oneof(
      fc.constantFrom<SheetCell>(null, '', 'VIJ01', 'vij02', 'kg', 'KOM', '7318.15', 'ID', 'Naziv', '__proto__'),
      fc.string(),
      fc.double(),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 8 }), (rows) => {
        const numbered = rowsOf(['X', 'Y', 'Z', 'W', 'V'], ...rows)
        const sheet = fieldsIn('materijali', numbered)
        const { ispravni, neispravni } = readMaterialSheet(sheet, limits)
        const seen = [...ispravni, ...neispravni].map(({ red }) => red).sort((a, b) => a - b)
        const below = (sheet.header?.red ?? 0) + 1
        const filled = numbered.filter((row) => row.red >= below && !isBlankRow(row)).map(({ red }) => red)
        assert.deepEqual(seen, filled)
        assert.equal(new Set(ispravni.map(({ id }) => id)).size, ispravni.length)
        for (const { id, jedinica_mere, tarifni_broj } of ispravni) {
          assert.ok(isCode(id) && isUnit(jedinica_mere) && isTariffNumber(tarifni_broj))
        }
        for (const { razlog } of neispravni) assert.notEqual(razlog, '')
      }),
    )
  })
})
