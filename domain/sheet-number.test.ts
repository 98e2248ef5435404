import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatMicro, MAX_ENTERED, type Micro, microToNumber, parseMicro } from './decimal.ts'
import { NO_RESULT, type SheetCell } from './sheet.ts'
import { type Notation, notationOf, numberFault, readNumber } from './sheet-number.ts'

/** `1,25`, or `1,25 rounded` with a remark, or the problem. */
function read(cell: SheetCell, grouped = true, notation: Notation = 'serbian'): string {
  const reading = readNumber(cell, { grouped, notation })
  if (reading.kind !== 'number') return reading.kind
  return [formatMicro(reading.value), reading.note].filter(Boolean).join(' ')
}

function reads(cases: [SheetCell, string][], grouped = true) {
  for (const [cell, expected] of cases) assert.equal(read(cell, grouped), expected, JSON.stringify(cell))
}

describe('a number in a spreadsheet', () => {
  test('counts by its value, whatever the cell shows', () =>
    reads([
      [0.225, '0,225'],
      [1300, '1.300'],
      [{ value: 2.5, text: '2.50' }, '2,5'],
      [{ value: 0.21, text: '21' }, '0,21'],
      [1e9, '1.000.000.000'],
      [0.000001, '0,000001'],
      [1e-6, '0,000001'],
    ]))

  test('loses the noise of its binary form without a remark', () =>
    reads([
      [0.1 + 0.2, '0,3'],
      [1.005 * 3, '3,015'],
      [4.35 * 100, '435'],
    ]))

  test('is rounded half up to six places, with a remark', () =>
    reads([
      [1 / 3, '0,333333 rounded'],
      [0.0000005, '0,000001 rounded'],
      [1.5e-7, 'not-positive'],
      [12.3456785, '12,345679 rounded'],
      ['0,3333333', '0,333333 rounded'],
      ['0,1234567890', '0,123457 rounded'],
      ['0,1234565', '0,123457 rounded'],
      ['0,1234564999', '0,123456 rounded'],
      ['0,12345600', '0,123456'],
    ]))

  test('is read from text in Serbian notation', () =>
    reads([
      ['1.234,50', '1.234,5'],
      ['1 234,5', '1.234,5'],
      ['0,000350', '0,00035'],
      ['250', '250'],
      [' 7 ', '7'],
      ['2.5', '2,5'],
      ['1,234.50', '1.234,5'],
      ['1.234', '1.234 guessed'],
      ['12,000', '12 guessed'],
      ['-1,250', 'not-positive'],
      ['0,225', '0,225'],
      ['1.234.567', '1.234.567'],
      ['0.225', '0,225'],
    ]))

  test('from a machine has a decimal point, and a comma that could mean either', () =>
    reads(
      [
        ['1.125', '1,125'],
        ['1,125', '1,125 guessed'],
      ],
      false,
    ))

  test('a column is English where one number is unmistakably so, or where points stand before decimals and nothing is Serbian', () => {
    for (const [column, notation] of [
      [['1,250.00', '12,000', '1,5'], 'english'],
      [['1,250,000', '12,000'], 'english'],
      [['0.225', '1,100', '2.50'], 'english'],
      [['2.50', '1,5'], 'serbian'],
      [['0.225', '0,125'], 'serbian'],
      [['1.250', '12,000', '950'], 'serbian'],
      [['1.250.000', '2.50'], 'serbian'],
      [['kolicina', 12.5, null, undefined, { value: 1.5, text: '1.50' }], 'serbian'],
    ] as const)
      assert.equal(notationOf(column), notation, column.join(' '))
  })

  test('in an English column has commas between thousands; a clearly Serbian one stays Serbian', () => {
    for (const [text, expected] of [
      ['1,250.00', '1.250'],
      ['1,250', '1.250 guessed'],
      ['12,000', '12.000 guessed'],
      ['1,250,000.5', '1.250.000,5'],
      ['1.250', '1,25 guessed'],
      ['0.225', '0,225'],
      ['950', '950'],
      ['.5', '0,5'],
      ['1.234,50', '1.234,5'],
      ['0.12345678', '0,123457 rounded'],
      ['2,000,000,000', 'too-large'],
      ['abc', 'not-a-number'],
    ] as const)
      assert.equal(read(text, true, 'english'), expected, text)
  })

  test('written in either notation reads back as it was, and is remarked on where the other could be meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 0, max: 3 }), (whole, places) => {
        const value = whole / 10 ** places
        const plain = value.toFixed(places)
        const english = plain.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
        const serbian = english.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
        for (const [text, notation] of [
          [english, 'english'],
          [serbian, 'serbian'],
        ] as const) {
          const reading = readNumber(text, { grouped: true, notation })
          const open = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text)
          assert.deepEqual(reading, { kind: 'number', value: parseMicro(plain), note: open ? 'guessed' : null }, text)
        }
      }),
    )
  })

  test('that is none, or out of bounds, is told apart', () =>
    reads([
      [null, 'missing'],
      ['', 'missing'],
      [' \u00a0', 'missing'],
      ['sto', 'not-a-number'],
      ['12.34.56', 'not-a-number'],
      ['250 m', 'not-a-number'],
      [NO_RESULT, 'no-result'],
      ['1E3', 'not-a-number'],
      ['01.05.2026.', 'not-a-number'],
      [true, 'not-a-number'],
      [Number.NaN, 'not-a-number'],
      [Number.POSITIVE_INFINITY, 'not-a-number'],
      [0, 'not-positive'],
      [-1, 'not-positive'],
      ['-1,5', 'not-positive'],
      ['0,0000001', 'not-positive'],
      ['-0,0000005', 'not-positive'],
      [1_000_000_000.1, 'too-large'],
      [1e300, 'too-large'],
      ['1.000.000.000,1', 'too-large'],
      ['99999999999999999999', 'too-large'],
      ['999.999.999.999.999', 'too-large'],
      ['12345678901234.5', 'too-large'],
    ]))

  test('every exact quantity survives a spreadsheet, as number and as Serbian text', () => {
    const quantity = fc.integer({ min: 1, max: MAX_ENTERED }).map((value) => value as Micro)
    fc.assert(
      fc.property(quantity, (value) => {
        assert.equal(read(microToNumber(value)), formatMicro(value))
        const reading = readNumber(formatMicro(value), { grouped: true })
        assert.equal(reading.kind === 'number' && reading.value, value)
      }),
    )
  })

  test('every cell is read or refused, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
        fc.boolean(),
        (cell, grouped) => {
          const reading = readNumber(cell, { grouped })
          if (reading.kind !== 'number')
            return assert.match(numberFault('kolicina', reading.kind, 'x'), /^kolicina: .+\.$/)
          assert.ok(Number.isSafeInteger(reading.value) && reading.value > 0 && reading.value <= MAX_ENTERED)
        },
      ),
    )
  })
})
