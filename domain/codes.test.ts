import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isCode, isMaticniBroj, isPib, isTariffNumber, isUnit, MAX_ID_CHARACTERS, MIN_ID_CHARACTERS } from './codes.ts'

const accepts = (check: (text: string) => boolean, good: string[], bad: string[]) => {
  for (const text of good) assert.equal(check(text), true, text)
  for (const text of bad) assert.equal(check(text), false, text)
}

describe('codes', () => {
  test('an ID is 3 to 10 upper-case letters or digits', () => {
    assert.deepEqual([MIN_ID_CHARACTERS, MAX_ID_CHARACTERS], [3, 10], 'as the sentences about it say')
    accepts(
      isCode,
      ['ABC', '123', 'PRV035CRN', 'A'.repeat(MAX_ID_CHARACTERS), '0'.repeat(MIN_ID_CHARACTERS)],
      ['', 'AB', 'A'.repeat(MAX_ID_CHARACTERS + 1), 'abc', 'ŽICA1', 'A-1B', 'AB 1', ' ABC', 'ABC\n'],
    )
  })

  test('a tariff number is 4 to 10 digits and up to two short groups', () => {
    accepts(
      isTariffNumber,
      ['7318', '7318.15', '8544.49.95', '8544.4.9', '73181500', '1234567890', '1234567890.12.34'],
      ['', '731', '12345678901', '73A8', '8544.', '8544.495', '8544.49.95.00', '8544,49', '8544 49', '8544.49\n'],
    )
  })

  test('the units are those of the material form', () => {
    accepts(isUnit, ['kg', 'm', 'kom', 'l', 't'], ['', 'KG', 'lbs', 'kom.', 'toString'])
  })

  test('a PIB has its check digit', () => {
    accepts(isPib, ['104052135', '100002887', '103920327', '101017533'], ['104052136', '10405213', 'DE1234567', ''])
  })

  test('an MB has its check digit, also where it is a replaced 10', () => {
    accepts(isMaticniBroj, ['20084693', '17162543', '07759231', '17335600'], ['20084694', '2008469', '17335601', ''])
  })

  test('one wrong digit never goes unnoticed in a PIB', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 })
    const place = fc.integer({ min: 0, max: 8 })
    fc.assert(
      fc.property(digits, place, fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const whole = [...'0123456789'].map((last) => body.join('') + last).filter(isPib)
        assert.equal(whole.length, 1)
        const [right = ''] = whole
        const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1)
        assert.equal(isPib(wrong), false)
      }),
    )
  })
})
