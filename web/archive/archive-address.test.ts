import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ARCHIVE_DEFAULTS,
  documentsQuery,
  hasDocumentFilters,
  isNarrowed,
  lotFiltersIn,
  NO_FILTERS,
  tabOf,
  viewChange,
} from './archive-address.ts'

describe('the address of the archive', () => {
  test('names a view, and nonsense is the overview', () => {
    assert.equal(tabOf('materials-c4'), 'materials-c4')
    assert.equal(tabOf('x'), 'overview')
    assert.equal(tabOf(undefined), 'overview')
  })

  test('another view begins without the search of the one before', () => {
    assert.deepEqual(viewChange('documents'), { tab: 'documents', search: '' })
  })

  test('only values of the panel count as filters, not period, search and paging', () => {
    const at = { ...ARCHIVE_DEFAULTS, datum_od: '2026-01-01', search: 'a', page: '3' }
    assert.equal(hasDocumentFilters(at), false)
    assert.equal(hasDocumentFilters({ ...at, partner: 'Müller' }), true)
    assert.equal(hasDocumentFilters({ ...at, partner: 'Müller', ...NO_FILTERS }), false)
  })

  test('says in sentences which lots it keeps, and each can be taken away alone', () => {
    const at = { ...ARCHIVE_DEFAULTS, uvoz_od: '2026-02-27', uvoz_do: '2026-05-26', zemlja_porekla: 'Nemačka' }
    const [days, country] = lotFiltersIn(at)
    assert.equal(days?.text, 'Samo stavke uvezene od 27.02.2026. do 26.05.2026.')
    assert.equal(country?.text, 'Samo stavke poreklom: Nemačka')
    assert.deepEqual(lotFiltersIn({ ...at, ...days?.without }), [country])
    assert.deepEqual(lotFiltersIn({ ...at, ...country?.without }), [days])
    assert.equal(lotFiltersIn({ ...at, uvoz_od: '' })[0]?.text, 'Samo stavke uvezene do 26.05.2026.')
    assert.deepEqual([isNarrowed(at), isNarrowed(ARCHIVE_DEFAULTS)], [true, false])
  })

  test('becomes the query of all documents, newest first', () => {
    const query = documentsQuery({ ...ARCHIVE_DEFAULTS, page: 'x', tip: 'Odlazni' })
    assert.equal(query.page, 1)
    assert.equal(query.tip, 'Odlazni')
    assert.deepEqual([query.sort, query.order], ['datum', 'desc'])
  })
})
