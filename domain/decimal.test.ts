import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  add,
  convertPara,
  formatMicro,
  formatPara,
  MAX_AMOUNT,
  MAX_ENTERED,
  MAX_SUM,
  type Micro,
  microFromNumber,
  microText,
  microToNumber,
  multiplyMicro,
  multiplyToPara,
  type Para,
  paraFromNumber,
  paraToNumber,
  parseMicro,
  parseSerbian,
  readings,
  sum,
  totalPara,
} from './decimal.ts'

const micro = (text: string) => parseMicro(text) as Micro

describe('exact decimals', () => {
  test('0.1 + 0.2 is 0.3', () => assert.equal(add(micro('0.1'), micro('0.2')), micro('0.3')))

  test('a JSON number is read by its shortest text', () => {
    assert.equal(microFromNumber(0.1), 100_000)
    assert.equal(microFromNumber(0.000001), 1)
    assert.equal(microFromNumber(1e9), MAX_ENTERED)
    assert.equal(microFromNumber(0.1 + 0.2), null, 'seventeen places are no quantity')
    assert.equal(microFromNumber(1e-7), null)
    assert.equal(microFromNumber(6e-7), null, 'not rounded up to a millionth')
    assert.equal(microFromNumber(Number.NaN), null)
    assert.equal(microFromNumber(Number.POSITIVE_INFINITY), null)
    assert.equal(paraFromNumber(12.34), 1234)
    assert.equal(paraFromNumber(12.345), null)
  })

  test('every quantity and amount that the books hold survives JSON, negative ones too', () => {
    const wire = (value: number): number => JSON.parse(JSON.stringify(value))
    const upTo = (max: number) =>
      fc.oneof(fc.integer({ min: -max, max }), fc.integer({ min: max - 1_000_000_000, max }), fc.constant(max))
    fc.assert(
      fc.property(upTo(MAX_SUM), upTo(MAX_AMOUNT), (quantity, amount) => {
        assert.equal(microFromNumber(wire(microToNumber(quantity as Micro))), quantity)
        assert.equal(parseMicro(microText(quantity as Micro)), quantity)
        assert.equal(paraFromNumber(wire(paraToNumber(amount as Para))), amount)
      }),
      { numRuns: 1000 },
    )
  })

  test('products round half up, once', () => {
    assert.equal(multiplyMicro(micro('0.000001'), micro('0.5')), 1n)
    assert.equal(multiplyMicro(micro('0.000001'), micro('0.499999')), 0n)
    assert.equal(multiplyToPara(micro('1'), micro('0.005')), 1n)
    assert.equal(multiplyToPara(micro('1'), micro('0.004999')), 0n)
    assert.equal(multiplyToPara(micro('12000'), micro('0.085')), 102_000n)
    assert.equal(convertPara(100 as Para, micro('117.5')), 11_750)
    assert.equal(convertPara(1 as Para, micro('117.5')), 118)
    assert.equal(convertPara(1 as Para, micro('117.499999')), 117)
  })

  test('a sum that leaves the exact range stops instead of rounding', () => {
    assert.throws(() => sum([Number.MAX_SAFE_INTEGER as Micro, 1 as Micro]), RangeError)
  })

  test('a total of amounts is exact, however large', () => {
    const most = 8_000_000_000_000_001 as Para
    assert.equal(totalPara([]), 0n)
    assert.equal(formatPara(totalPara([most, most, most])), '240.000.000.000.000,03')
    assert.equal(formatPara(totalPara([most, -1 as Para])), '80.000.000.000.000,00')
  })
})

describe('Serbian numbers', () => {
  for (const [text, value] of [
    ['1.234,50', '1234.5'],
    ['1234,5', '1234.5'],
    ['1 234,5', '1234.5'],
    ['0.000350', '0.00035'],
    ['0,25', '0.25'],
    [',5', '0.5'],
    ['1.234.567', '1234567'],
    ['1,234.50', '1234.5'],
    ['-3,2', '-3.2'],
    ['2.500', '2500'],
    ['2.50', '2.5'],
  ] as const) {
    test(`${text} typed is ${value}`, () => assert.equal(microText(parseSerbian(text) as Micro), value))
  }
  test('of a machine 2.500 is two and a half', () =>
    assert.equal(parseSerbian('2.500', { grouped: false }), micro('2.5')))
  test('what is typed to find a shown number is read in both ways', () => {
    assert.deepEqual(readings('4.288'), ['4288', '4.288'])
    assert.deepEqual(readings('1.234,56'), ['1234.56'])
    assert.deepEqual(readings('kabl'), [])
  })
  for (const text of ['', 'abc', '1,2,3', '1..2', '12a', '0,0000001', '-']) {
    test(`"${text}" is no number`, () => assert.equal(parseSerbian(text), null))
  }

  test('are written with point and comma, rounded half up for display', () => {
    assert.equal(formatMicro(micro('1234567.891')), '1.234.567,891')
    assert.equal(formatMicro(micro('1234.5'), { minPlaces: 2 }), '1.234,50')
    assert.equal(formatMicro(micro('0.125'), { maxPlaces: 2 }), '0,13')
    assert.equal(formatMicro(micro('-0.5'), { maxPlaces: 0 }), '-1')
    assert.equal(formatMicro(micro('12000')), '12.000')
    assert.equal(formatPara(-5 as Para), '-0,05')
    assert.equal(formatPara(123_456_789 as Para), '1.234.567,89')
  })

  test('what is written is read again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_ENTERED }), (value) => {
        assert.equal(parseSerbian(formatMicro(value as Micro, { minPlaces: 2 })), value)
      }),
    )
  })
})
