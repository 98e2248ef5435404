import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DraftErrors, type DraftLine, type FieldSentences, NO_ERRORS } from './draft.ts'
import { firstWrong } from './place-errors.ts'

const line = (key: string): DraftLine => ({ key, id: null, redni_broj: '1', kolicina: '1' })
const invoices = ['a', 'b'].map((key) => ({
  key,
  broj_fakture: key,
  open: true,
  lines: [line(`${key}1`), line(`${key}2`)],
}))
const at = (errors: Partial<DraftErrors>) =>
  firstWrong({ invoices, errors: { ...NO_ERRORS, ...errors } }, ['materijal_id', 'kolicina'])

test('the first error of the lines, reading from above', () => {
  const lines = new Map<string, FieldSentences>([
    ['b1', { kolicina: 'x' }],
    ['a2', { kolicina: 'x', materijal_id: 'y' }],
  ])
  assert.deepEqual(at({ lines }), { line: 'a2', column: 'materijal_id' })
  assert.deepEqual(at({ lines, invoices: new Map([['a', 'x']]) }), { line: 'a', column: 'broj_fakture' })
  assert.equal(at({ stavke: 'x' }), null)
})
