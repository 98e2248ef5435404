import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFiltered, LIST_DEFAULTS, listQuery, noFilters } from './list-address.ts'

test('the query names number and partner as the list does', () => {
  const at = { ...LIST_DEFAULTS, page: '3', broj: 'C4-1', partner: 'Kabl', kolicina_min: '1.5', razduzenje: '7' }
  const query = listQuery(at, { vrsta: 'c4', broj: 'c4Number', partner: 'posiljalac' })
  assert.deepEqual(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')), {
    c4Number: 'C4-1',
    posiljalac: 'Kabl',
    kolicina_min: '1.5',
    sort: 'datum',
    order: 'desc',
    page: 3,
    limit: 25,
  })
})

test('search, order and page are no filters', () => {
  assert.equal(isFiltered({ ...LIST_DEFAULTS, search: 'x', page: '2', sort: 'broj' }), false)
  assert.equal(isFiltered({ ...LIST_DEFAULTS, datum_od: '2026-01-01' }), true)
  const filtered = { ...LIST_DEFAULTS, datum_od: '2026-01-01' }
  assert.equal(isFiltered({ ...filtered, ...noFilters(filtered) }), false)
})
