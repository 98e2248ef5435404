import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { nextNumbers } from './next-number.ts'

const next = (number: string, from = 2026, to = from) => nextNumbers(number, from, to, 1)[0]

describe('the next number', () => {
  test('counts up the last digits with their zeros, the year aside', () => {
    for (const [number, wanted] of [
      ['C4-2026-017', 'C4-2026-018'],
      ['C4-2026-099', 'C4-2026-100'],
      ['C1-999', 'C1-1000'],
      ['7', '8'],
      ['017/2026', '018/2026'],
      ['17/26', '18/26'],
      ['99/2026-a', '100/2026-a'],
      ['26-12', '26-13'],
      ['017-26', '018-26'],
      ['2026017', '2026018'],
      ['UL 2026/0418 B', 'UL 2026/0419 B'],
      ['12345678901234567890', '12345678901234567891'],
    ])
      assert.equal(next(number as string), wanted, number)
    assert.deepEqual(nextNumbers('C4-2026-008', 2026, 2026, 3), ['C4-2026-009', 'C4-2026-010', 'C4-2026-011'])
  })

  test('in another year begins with 1, if the number has a year, else counts on', () => {
    for (const [number, wanted] of [
      ['C4-2026-017', 'C4-2027-001'],
      ['117/2026', '001/2027'],
      ['17/26', '01/27'],
      ['C4-26-017', 'C4-27-001'],
      ['017-26', '001-27'],
      ['26/26', '01/27'],
      ['UV-26/017/A', 'UV-27/001/A'],
      ['2026017', '2027001'],
      ['C4-17', 'C4-18'],
    ])
      assert.equal(next(number as string, 2026, 2027), wanted, number)
  })

  test('is none where nothing counts', () => {
    for (const number of ['', 'C4', 'C4-2026', '2026', 'RANIJI', '26RS01234567890128'])
      assert.equal(next(number), undefined, number)
  })

  test('of the numbers of one pattern gives the pattern on, however far', () => {
    const counter = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(
        fc.constantFrom('C4-', 'U/2026/', 'IZ '),
        counter,
        fc.integer({ min: 1, max: 20 }),
        (head, n, count) => {
          const name = (of: number) => head + String(of).padStart(4, '0')
          fc.pre(String(n) !== '2026')
          const wanted = Array.from({ length: count }, (_, ahead) => name(n + 1 + ahead))
          assert.deepEqual(nextNumbers(name(n), 2026, 2026, count), wanted)
        },
      ),
    )
  })
})
