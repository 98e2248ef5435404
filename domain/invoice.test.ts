import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { MAX_AMOUNT, MAX_ENTERED, MAX_SUM, type Micro, type Para, parseMicro } from './decimal.ts'
import { amountInRsd, documentTotals, inOneSpelling, lineAmount, matchLines, repeatedLines } from './invoice.ts'

const micro = (text: string) => parseMicro(text) as Micro
const line = (broj_fakture: string, redni_broj: number) => ({ broj_fakture, redni_broj })

describe('the amount of a line', () => {
  test('is rounded half up to 2 places', () => {
    assert.equal(lineAmount(micro('3'), micro('0.005')), 2)
    assert.equal(lineAmount(micro('1'), micro('0.004999')), 0)
    assert.equal(lineAmount(micro('0.25'), micro('10.1')), 253)
    assert.equal(lineAmount(micro('1.005'), micro('100')), 10050)
  })

  test('has a limit, up to which it is exact', () => {
    assert.equal(lineAmount(micro('1000000000'), micro('70000')), MAX_AMOUNT)
    assert.equal(lineAmount(micro('1000000000'), micro('70000.000001')), null)
    assert.equal(lineAmount(MAX_ENTERED, MAX_ENTERED), null)
  })
})

describe('the totals of a document', () => {
  test('are the sums of its lines', () => {
    const lines = [
      { kolicina: micro('0.1'), iznos: 10 as Para },
      { kolicina: micro('0.2'), iznos: 20 as Para },
    ]
    assert.deepEqual(documentTotals(lines), { kolicina_total: micro('0.3'), vrednost_total: 30 })
  })

  test('have limits', () => {
    const half = { kolicina: micro('500000000'), iznos: 1 as Para }
    const lines = Array.from({ length: 17 }, () => half)
    assert.equal(documentTotals(lines)?.kolicina_total, MAX_SUM)
    assert.equal(documentTotals([...lines, { kolicina: 1 as Micro, iznos: 1 as Para }]), null)
    const one = { kolicina: 1 as Micro, iznos: 1 as Para }
    assert.equal(documentTotals([one, { kolicina: 1 as Micro, iznos: MAX_AMOUNT }]), null)
  })
})

test('an amount in RSD is rounded half up, and is null beyond the books', () => {
  assert.equal(amountInRsd(285 as Para, micro('117.5')), 33488)
  assert.equal(amountInRsd(MAX_AMOUNT, micro('1')), MAX_AMOUNT)
  assert.equal(amountInRsd(MAX_AMOUNT, micro('1.000001')), null)
  assert.equal(amountInRsd(MAX_AMOUNT, MAX_ENTERED), null)
})

test('a redni_broj is repeated within its invoice, whose number is the same in any case', () => {
  assert.deepEqual(repeatedLines([line('F-1', 1), line('F-2', 1), line('F-1', 2)]), [])
  assert.deepEqual(repeatedLines([line('F-1', 1), line(' f-1 ', 1), line('F-1', 1)]), [1, 2])
})

test('an invoice has one number, spelled as where it comes first', () => {
  assert.deepEqual(inOneSpelling([line('F-1', 1), line('f-2', 1), line('f-1', 2), line('F-2', 2)]), [
    line('F-1', 1),
    line('f-2', 1),
    line('F-1', 2),
    line('f-2', 2),
  ])
})

describe('matching the lines of an edit', () => {
  const stored = [
    { id: 7, ...line('F-1', 1), what: 'A' },
    { id: 8, ...line('F-1', 2), what: 'A' },
    { id: 9, ...line('F-2', 1), what: 'B' },
  ]
  type Sent = ReturnType<typeof line> & { what: string; id?: number | null }
  const whole = ({ broj_fakture, redni_broj, what }: Sent) => `${broj_fakture} ${redni_broj} ${what}`
  const what = (sent: Sent) => sent.what
  const ids = (incoming: Sent[], keys = [whole]) => {
    const { matched, unknown } = matchLines(stored, incoming, keys)
    return { matched: matched.map((found) => found?.id ?? null), unknown }
  }

  test('by id, whatever else was changed', () => {
    const incoming = [
      { id: 9, ...line('X', 5), what: 'C' },
      { id: 7, ...line('Y', 6), what: 'D' },
    ]
    assert.deepEqual(ids(incoming), { matched: [9, 7], unknown: [] })
  })

  test('a line without id beside lines with one is new, though it looks like a stored one', () => {
    const incoming = [
      { id: 7, ...line('F-1', 1), what: 'A' },
      { ...line('F-1', 2), what: 'A' },
    ]
    assert.deepEqual(ids(incoming), { matched: [7, null], unknown: [] })
  })

  test('an id that the document does not have, or a second time, is unknown', () => {
    const incoming = [
      { id: 7, ...line('F-1', 1), what: 'A' },
      { id: 7, ...line('F-1', 2), what: 'A' },
      { id: 4, ...line('F-1', 3), what: 'A' },
    ]
    assert.deepEqual(ids(incoming), { matched: [7, null, null], unknown: [1, 2] })
  })

  test('without ids by the first key that is the same, each stored line once', () => {
    const incoming = [
      { ...line('F-1', 2), what: 'A' },
      { ...line('F-9', 1), what: 'A' },
      { ...line('F-9', 2), what: 'A' },
    ]
    assert.deepEqual(ids(incoming), { matched: [8, null, null], unknown: [] })
    assert.deepEqual(ids(incoming, [whole, what]), { matched: [8, 7, null], unknown: [] })
    assert.deepEqual(ids(incoming.slice(1), [what]), { matched: [7, 8], unknown: [] })
  })

  test('an id of null is that of a new line, also when no line has another', () => {
    assert.deepEqual(ids([{ id: null, ...line('F-1', 1), what: 'A' }]), { matched: [null], unknown: [] })
  })

  test('nothing is given away twice and nothing invented', () => {
    const sent = fc.record({
      broj_fakture: fc.constantFrom('F-1', 'F-2'),
      redni_broj: fc.integer({ min: 1, max: 3 }),
      what: fc.constantFrom('A', 'B'),
      id: fc.option(fc.constantFrom(7, 8, 9, 10)),
    })
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 6 }), (incoming) => {
        const { matched, unknown } = matchLines(stored, incoming, [whole, what])
        const given = matched.filter((found) => found !== null)
        assert.equal(new Set(given).size, given.length)
        assert.ok(given.every((found) => stored.includes(found)))
        assert.ok(unknown.every((index) => matched[index] === null && incoming[index]?.id != null))
      }),
    )
  })
})
