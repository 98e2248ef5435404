import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { MAX_ENTERED, type Micro, parseSerbian } from '#domain/decimal.ts'
import { keptNumber, pastedNumber, shownNumber, steppedNumber, typedNumber, wireNumber } from './number-text.ts'

const micro = (value: number) => Math.round(value * 1_000_000) as Micro

describe('number field', () => {
  test('keeps what was meant, without thousands points', () => {
    assert.equal(keptNumber('1.234,50'), '1234,5')
    assert.equal(keptNumber(' 12.5 '), '12,5')
    assert.equal(keptNumber('12000'), '12000')
    assert.equal(keptNumber('12.000'), '12000', 'what every screen shows so')
    assert.equal(keptNumber('0.035'), '0,035')
    assert.equal(keptNumber(',5'), '0,5')
  })

  test('leaves what is no number for the error message', () => {
    assert.equal(keptNumber(' dva '), 'dva')
    assert.equal(keptNumber(''), '')
    assert.equal(shownNumber('dva'), 'dva')
  })

  test('shows groups and, for money, two places', () => {
    assert.equal(shownNumber('12000'), '12.000')
    assert.equal(shownNumber('1234,5', 2), '1.234,50')
    assert.equal(shownNumber('0,0245', 2), '0,0245')
  })

  test('any number survives showing and keeping', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_ENTERED }), (value) => {
        const kept = keptNumber(typedNumber(value as Micro))
        assert.equal(parseSerbian(kept), value)
        assert.equal(keptNumber(kept), kept)
      }),
    )
  })

  test('a stored number is typed with a comma and without thousands points', () => {
    assert.equal(typedNumber(micro(1234.5)), '1234,5')
    assert.equal(typedNumber(micro(0.000001)), '0,000001')
  })

  test('goes to the contract as plain decimal text, what is no number as it is', () => {
    assert.equal(wireNumber('1.234,50'), '1234.5')
    assert.equal(wireNumber('12.000'), '12000')
    assert.equal(wireNumber(' 12.5 '), '12.5')
    assert.equal(wireNumber('117,2145'), '117.2145')
    assert.equal(wireNumber('dva'), 'dva')
    assert.equal(wireNumber('0,0000001'), '0,0000001')
    assert.equal(wireNumber(''), '')
    assert.equal(wireNumber(' '), '')
  })

  test('steps stop at the minimum and at what may be entered', () => {
    assert.equal(steppedNumber('1', micro(1), true, micro(1)), '2')
    assert.equal(steppedNumber('1', micro(1), false, micro(1)), '1')
    assert.equal(steppedNumber('0,25', micro(0.01), true, micro(0.01)), '0,26')
    assert.equal(steppedNumber('', micro(1), true, micro(1)), '1')
    assert.equal(steppedNumber('1000000000', micro(1), true, micro(1)), '1000000000')
    assert.equal(steppedNumber('9007199254', micro(1), true, micro(1)), '1000000000')
    assert.equal(steppedNumber('dva', micro(1), true, micro(1)), null)
  })
})

test('a pasted number is read as spreadsheets show it, and said to be where it could be another', () => {
  const read = (text: string) => {
    const pasted = pastedNumber(text)
    return pasted.kind === 'number' ? [pasted.text, pasted.said] : pasted.kind
  }
  assert.deepEqual(read('12.480\r\n'), ['12480', '„12.480“ je pročitano kao 12480.'])
  assert.deepEqual(read('1,250'), ['1,25', '„1,250“ je pročitano kao decimalni broj, ne 1250.'])
  assert.deepEqual(read('1,234.50'), ['1234,5', null], 'only English numbers are written so')
  assert.deepEqual(read('1.234,50'), ['1234,5', null])
  assert.deepEqual(read('0.250'), ['0,25', null])
  for (const text of ['5\r\n6', '5\t6', 'KON6PZ']) assert.equal(read(text), 'not-a-number', 'several, or none')
  assert.equal(read(''), 'missing')
})
