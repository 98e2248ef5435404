import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { clicked, type Sort, usePages, useTableModel } from './table-model.ts'

/** The result of a hook where it is first rendered. */
function held<T>(hook: () => T): T {
  const results: T[] = []
  const Holder = () => {
    results.push(hook())
    return null
  }
  renderToStaticMarkup(createElement(Holder))
  const [result] = results
  if (!result) throw new Error('the hook gave nothing')
  return result
}

const rows = [{ naziv: 'žica' }, { naziv: 'čaura' }, { naziv: 'cev' }]
const columns = [{ id: 'naziv', header: 'Naziv', value: (row: { naziv: string }) => row.naziv }]
const model = (options: { sort?: Sort | null; manual?: boolean; search?: string; asked?: Sort[] }) =>
  held(() => {
    const { sort, manual = false, search = '', asked = [] } = options
    const onSort = (next: Sort) => asked.push(next)
    return useTableModel({ columns, rows, search, manual, sort, onSort, defaultSort: { id: 'naziv', desc: false } })
  })
const names = (shown: readonly { naziv: string }[]) => shown.map(({ naziv }) => naziv)

describe('order and search of a table', () => {
  test('rows stand in the order of the table itself, or in that of its address', () => {
    assert.deepEqual(names(model({}).rows), ['cev', 'čaura', 'žica'])
    assert.deepEqual(names(model({ sort: { id: 'naziv', desc: true } }).rows), ['žica', 'čaura', 'cev'])
    assert.deepEqual(names(model({ search: 'caura' }).rows), ['čaura'])
  })

  test('rows that the server has sorted and searched stay as they came', () => {
    assert.equal(model({ manual: true, search: 'caura' }).rows, rows)
  })

  test('a head asks for up, then down, then up', () => {
    const asked: Sort[] = []
    for (const sort of [null, { id: 'naziv', desc: false }, { id: 'naziv', desc: true }, { id: 'broj', desc: false }])
      model({ sort, asked }).sortBy(clicked(sort, 'naziv'))
    assert.deepEqual(
      asked.map(({ desc }) => desc),
      [false, true, false, false],
    )
  })
})

describe('pages of a table', () => {
  const pages = (of: readonly number[], size?: number) => {
    const { rows, page, totalPages } = held(() => usePages(of, size))
    return { rows, page, totalPages }
  }

  test('rows are cut into pages, without a size they are one', () => {
    assert.deepEqual(pages([1, 2, 3, 4, 5], 2), { rows: [1, 2], page: 1, totalPages: 3 })
    assert.deepEqual(pages([1, 2, 3]), { rows: [1, 2, 3], page: 1, totalPages: 1 })
    assert.deepEqual(pages([], 2), { rows: [], page: 1, totalPages: 1 })
  })
})
