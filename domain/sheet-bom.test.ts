import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import * as limits from '#contract/limits.ts'
import { fieldsIn } from '#contract/testing-fields.ts'
import { MAX_ENTERED, type Micro, microText } from './decimal.ts'
import { columnName, isBlankRow, type SheetCell, type SheetRow } from './sheet.ts'
import { readBomSheet } from './sheet-bom.ts'
import { pairText, type SheetNormativItem } from './sheet-pairs.ts'

const MATERIALS = new Set(['MAT01', 'MAT02', 'KLP01', '12345'])
const HEADER = ['ID proizvoda', 'Naziv', 'HS kod', 'Jedinica mere', 'Materijal:količina']
const SET = ['KS001', 'Kablovski set', '8544.30.00', 'kom']

const rowsOf = (...rows: SheetCell[][]): SheetRow[] => rows.map((cells, index) => ({ red: index + 1, cells }))
const read = (...rows: SheetCell[][]) => readBomSheet(fieldsIn('proizvodi', rowsOf(...rows)), MATERIALS, limits)
/** The bill of a product with these cells from E on, as `MAT01 2.5`, or why it is refused. */
function bill(...pairs: SheetCell[]): string {
  const { ispravni, neispravni } = read([...SET, ...pairs])
  const items = ispravni[0]?.normativ.map((item) => `${item.materijal_id} ${microText(item.potrebna_kolicina)}`)
  return items?.join(', ') ?? neispravni[0]?.razlog ?? ''
}

/** A number, or `_` where nothing is said. */
const orBlank = (value: Micro | null) => (value === null ? '_' : microText(value))

describe('the bill of materials', () => {
  test('says the percents of waste and loss behind the quantity', () => {
    const waste = (pair: string) =>
      read([...SET, pair]).ispravni[0]?.normativ.map(({ potrebna_kolicina, otpad_procenat, gubitak_procenat }) =>
        [potrebna_kolicina, otpad_procenat, gubitak_procenat].map(orBlank).join(' '),
      )[0] ?? bill(pair)
    assert.equal(waste('MAT01:2,5'), '2.5 _ _')
    assert.equal(waste('MAT01:2,5+4%'), '2.5 4 _')
    assert.equal(waste('MAT01:2,5+0%+0%'), '2.5 0 0')
    assert.equal(waste('MAT01: 2.5 + 4,25 % + 1%'), '2.5 4.25 1')
    const fault = 'Kolona E: otpad i gubitak za MAT01 se pišu kao 2,5+4% ili 2,5+4%+1%, zajedno manje od 100%.'
    for (const pair of ['MAT01:2,5+4', 'MAT01:2,5+x%', 'MAT01:2,5+60%+40%', 'MAT01:2,5+1%+1%+1%', 'MAT01:2,5+-4%'])
      assert.equal(waste(pair), fault, pair)
  })

  test('has percents in columns of their own too, behind the pair that they are of', () => {
    const header = [...HEADER, 'Otpad %', 'Gubitak (%)', 'Materijal', 'Otpad']
    const waste = (...cells: SheetCell[]) => {
      const { ispravni, neispravni } = read(header, [...SET, ...cells])
      const items = ispravni[0]?.normativ.map(({ potrebna_kolicina, otpad_procenat, gubitak_procenat }) =>
        [potrebna_kolicina, otpad_procenat, gubitak_procenat].map(orBlank).join(' '),
      )
      return items?.join(', ') ?? neispravni[0]?.razlog
    }
    assert.equal(waste('MAT01:2,5', 4, '1,5%', 'MAT02:3', { value: 0.05, text: '5%' }), '2.5 4 1.5, 3 5 _')
    assert.equal(waste('MAT01:2,5+4%', null, null, 'MAT02:3; KLP01:1'), '2.5 4 _, 3 _ _, 1 _ _')
    assert.equal(waste('MAT01:2,5', null, 1), '2.5 _ 1')
    assert.equal(waste('MAT01:2,5', '-', 1), '2.5 0 1')
    for (const [cells, fault] of [
      [['MAT01:2,5', 60, 40], /^Kolona E: otpad i gubitak za MAT01 /],
      [['MAT01:2,5+4%', 4], /^Kolona E: otpad i gubitak za MAT01 /],
      [['MAT01:2,5', 'x'], /^Kolona E: otpad i gubitak za MAT01 /],
      [['MAT01:1; MAT02:2', 4], /^Kolona E: uz procente u kolonama pored stoji tačno jedan par/],
      [['MAT01:1', null, null, null, 4], /^Kolona H: uz procente u kolonama pored stoji tačno jedan par/],
    ] as const)
      assert.match(waste(...cells) ?? '', fault)
  })

  test('reads what is written of it as the same', () => {
    const most = 100_000_000
    const norm = fc.record({
      potrebna_kolicina: fc.integer({ min: 1, max: MAX_ENTERED }),
      otpad_procenat: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: most / 2 })),
      gubitak_procenat: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: most / 2 - 1 })),
    })
    fc.assert(
      fc.property(fc.array(norm, { minLength: 1, maxLength: 4 }), (norms) => {
        const normativ = norms.map((one, at) => ({
          materijal_id: [...MATERIALS][at] ?? '',
          ...one,
        })) as SheetNormativItem[]
        const [product] = read(HEADER, [...SET, ...normativ.map(pairText)]).ispravni
        const said = product?.normativ.map((item) => ({
          ...item,
          otpad_procenat: item.otpad_procenat ?? 0,
          gubitak_procenat: item.gubitak_procenat ?? 0,
        }))
        assert.deepEqual(said, normativ)
        assert.deepEqual(product?.upozorenja, [])
      }),
    )
  })

  test('has a product per row and pairs from column E on', () => {
    assert.deepEqual(read(HEADER, [...SET, 'MAT01:2.5', null, 'MAT02:3']), {
      prazan: false,
      ispravni: [
        {
          red: 2,
          redovi: [2],
          id: 'KS001',
          naziv: 'Kablovski set',
          hs_code: '8544.30.00',
          jedinica_mere: 'kom',
          normativ: [
            { materijal_id: 'MAT01', potrebna_kolicina: 2_500_000, otpad_procenat: null, gubitak_procenat: null },
            { materijal_id: 'MAT02', potrebna_kolicina: 3_000_000, otpad_procenat: null, gubitak_procenat: null },
          ],
          upozorenja: [],
        },
      ],
      neispravni: [],
      nedostaje: [],
      bezPolja: ['materijal_id', 'potrebna_kolicina', 'otpad_procenat', 'gubitak_procenat'],
      bezNormativa: false,
    })
    assert.equal(read([...SET, 'MAT01:1']).ispravni[0]?.red, 1)
    for (const rows of [[], [HEADER], [['', null]]]) assert.equal(read(...rows).prazan, true)
  })

  test('writes quantities with point or comma, as small as a millionth', () => {
    assert.equal(bill('MAT01:2,5'), 'MAT01 2.5')
    assert.equal(bill('MAT01:1.125'), 'MAT01 1.125')
    assert.equal(bill('MAT01:0.000350'), 'MAT01 0.00035')
    assert.equal(bill('MAT01:1.234,5'), 'MAT01 1234.5')
    assert.equal(bill('MAT01:0.3333333333333333'), 'MAT01 0.333333')
    assert.equal(bill(' mat01 : 2 '), 'MAT01 2')
  })

  test('doubts an HS code of which a spreadsheet made a day', () => {
    const remarks = (hs_code: SheetCell) => read(['SET1', 'Set', hs_code, 'kom', 'MAT01:2']).ispravni[0]?.upozorenja
    assert.match(remarks('01.11.2009.')?.join() ?? '', /^Kolona C \(HS kod\): „01\.11\.2009\.“ je datum; proverite/)
    for (const sure of ['8544.30.00', 85_443_000, { value: 8544.3, text: '8544.30' }])
      assert.deepEqual(remarks(sure), [])
  })

  test('says how it read a comma before three digits, which all pairs of the sheet decide', () => {
    const serbian = read(['SET1', 'Set', '8544', 'kom', 'MAT01:1,250; MAT02:2,5']).ispravni[0]
    assert.deepEqual(
      serbian?.normativ.map(({ potrebna_kolicina }) => potrebna_kolicina),
      [1_250_000, 2_500_000],
    )
    assert.deepEqual(serbian?.upozorenja, [
      'Kolona E: količina za MAT01: „1,250“ je pročitano kao decimalni broj, ne 1250.',
    ])
    const english = read(
      ['SET1', 'Set', '8544', 'kom', 'MAT01:1,250'],
      ['SET2', 'Set', '8544', 'kom', 'MAT01:1,250.00'],
    ).ispravni[0]
    assert.deepEqual(english?.upozorenja, ['Kolona E: količina za MAT01: „1,250“ je pročitano kao 1250.'])
  })

  test('says which quantities it rounded', () => {
    const row = ['SET1', 'Set', '8544', 'kom', 'MAT01:0,12345678; MAT02:2', 'KLP01:0.0000015']
    assert.deepEqual(read(row).ispravni[0]?.upozorenja, [
      'Kolona E: količina za MAT01: zaokruženo na 0,123457.',
      'Kolona F: količina za KLP01: zaokruženo na 0,000002.',
    ])
    assert.deepEqual(read(['SET1', 'Set', '8544', 'kom', 'MAT01:0,123456']).ispravni[0]?.upozorenja, [])
  })

  test('may hold several pairs in one cell', () => {
    assert.equal(bill('MAT01:1; MAT02:2,5;', 'KLP01:3'), 'MAT01 1, MAT02 2.5, KLP01 3')
    assert.equal(bill('MAT01:1\r\nMAT02:2'), 'MAT01 1, MAT02 2')
  })

  test('names the column of a bad pair', () => {
    assert.match(bill('MAT01:1', 'NEMA99:2'), /^Kolona F: materijal „NEMA99“ ne postoji u katalogu\.$/)
    assert.match(bill('MAT01:0'), /^Kolona E: količina za MAT01: mora biti veća od 0\.$/)
    assert.match(bill('MAT01:-1'), /mora biti veća od 0/)
    assert.match(bill('MAT01:dva'), /^Kolona E: količina za MAT01: „dva“ nije broj\.$/)
    assert.match(bill('MAT01:2000000000'), /najviše 1\.000\.000\.000/)
    for (const cell of ['MAT01', 'MAT01:', ':2', 'MAT01:2:3', 17, true])
      assert.match(bill(cell), /nije par/, String(cell))
    assert.match(bill(null), /barem jedan par/)
    assert.match(bill('MAT01:1', null, 'MAT01:2'), /^Kolona G: materijal MAT01 se ponavlja\.$/)
  })

  test('is refused whole for one bad pair, for a bad product and for one given twice', () => {
    assert.equal(read([...SET, 'MAT01:1', 'NEMA99:2']).ispravni.length, 0)
    const [row] = read(HEADER, ['k', '', null, '', 'MAT01:1']).neispravni
    for (const column of ['Kolona A', 'Kolona B', 'Kolona C', 'Kolona D'])
      assert.ok(row?.razlog.includes(column), column)
    const twice = read([...SET, 'MAT01:1'], [...SET, 'MAT02:1'])
    assert.equal(twice.ispravni[0]?.normativ[0]?.materijal_id, 'MAT01')
    assert.match(twice.neispravni[0]?.razlog ?? '', /KS001 se ponavlja, već je u redu 1/)
  })

  test('has at most as many materials as a product may have', () => {
    const many = Array.from({ length: limits.MAX_NORMATIV_ITEMS + 1 }, (_, index) => `M${1000 + index}`)
    const pairs = many.map((id) => `${id}:1`)
    const materials = new Set(many)
    const full = readBomSheet(fieldsIn('proizvodi', rowsOf([...SET, ...pairs.slice(1)])), materials, limits)
    assert.equal(full.ispravni[0]?.normativ.length, limits.MAX_NORMATIV_ITEMS)
    const over = readBomSheet(fieldsIn('proizvodi', rowsOf([...SET, ...pairs])), materials, limits)
    assert.match(over.neispravni[0]?.razlog ?? '', /najviše 500/)
  })

  test('names columns as spreadsheets do', () => {
    assert.deepEqual([0, 4, 25, 26, 51, 52, 701, 702].map(columnName), ['A', 'E', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })

  test('accounts for every filled row exactly once, whatever is in it', () => {
    const cell = fc.oneof(
      fc.constantFrom<SheetCell>(
        null,
        'KS001',
        'kom',
        '8544',
        'MAT01:1',
        'MAT02:0',
        'MAT01',
        'ID',
        'Naziv',
        '__proto__:1',
      ),
      fc.string(),
      fc.double(),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 8 }), (rows) => {
        const numbered = rowsOf(['X'], ...rows)
        const sheet = fieldsIn('proizvodi', numbered)
        const { ispravni, neispravni } = readBomSheet(sheet, MATERIALS, limits)
        const below = (sheet.header?.red ?? 0) + 1
        const seen = [...ispravni, ...neispravni].map(({ red }) => red).sort((a, b) => a - b)
        assert.deepEqual(
          seen,
          numbered.filter((row) => row.red >= below && !isBlankRow(row)).map(({ red }) => red),
        )
        for (const { normativ } of ispravni) {
          assert.ok(normativ.length > 0)
          assert.equal(new Set(normativ.map(({ materijal_id }) => materijal_id)).size, normativ.length)
          for (const { materijal_id, potrebna_kolicina } of normativ) {
            assert.ok(MATERIALS.has(materijal_id) && potrebna_kolicina > 0 && potrebna_kolicina <= MAX_ENTERED)
          }
        }
      }),
    )
  })
})
