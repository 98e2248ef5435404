import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jsonBody, PIECE_ROWS, WrittenRows } from './json-body.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at,
    naziv: `Žica „${at}“ ц`,
    cena: at / 4,
    rok: null,
    opis: undefined,
  }))

describe('the body of an answer', () => {
  const answers: Record<string, object> = {
    'no row': [],
    'one piece': rows(PIECE_ROWS),
    'a row more than a piece': rows(PIECE_ROWS + 1),
    'just two pieces': rows(2 * PIECE_ROWS),
    'a page with a long list under two names': { results: rows(130), materials: rows(130), total: 130, next: null },
    'fields that are left out': { first: undefined, rows: rows(60), last: undefined },
    'a long list of numbers, texts and nothing': { list: [...Array(60).keys(), 'č', null, undefined, true] },
    'a long list further inside': { a: { list: rows(60) }, b: [rows(60)] },
    'files beside letters that are wider': {
      naziv: 'Šumadija',
      files: [{ name: 'a.pdf', data: 'JVBERi0='.repeat(9000) }],
    },
    'nothing but lists': { a: [], b: [1], c: rows(60) },
    'names that are escaped': { 'a"b': rows(60), 'č\n': [1], ž: 'ž' },
    'no field': {},
    'no field that is told': { left: undefined },
    'one record': { id: 7, naziv: 'Đevđelija 😀', stavke: rows(3) },
  }
  for (const [name, answer] of Object.entries(answers)) {
    test(`${name}: the same as JSON.stringify`, () => {
      assert.equal(Buffer.from(jsonBody(answer)).toString(), JSON.stringify(answer))
    })
  }

  test('rows that are text already: the same as from objects', () => {
    for (const results of [[], rows(1), rows(PIECE_ROWS + 1), rows(2 * PIECE_ROWS)]) {
      const written = new WrittenRows(
        results.map((row) => JSON.stringify(row)),
        { cursor: null },
      )
      assert.equal(Buffer.from(jsonBody(written)).toString(), JSON.stringify({ results, cursor: null }))
    }
  })
})
