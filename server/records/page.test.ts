import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { pageReply } from '#contract/fields.ts'
import { pageOf } from './page.ts'

test('pages carry their rows under both names and are counted', () => {
  const rows = ['a', 'b']
  const page = pageOf({ rows, total: 11 }, { page: 2, limit: 5 }, 'documents')
  assert.deepEqual(page, { results: rows, documents: rows, total: 11, totalPages: 3, page: 2, limit: 5 })
  assert.deepEqual(pageReply(z.string(), 'documents').parse(page), page)
  assert.equal(pageOf({ rows: [], total: 0 }, { page: 1, limit: 5 }).totalPages, 0)
})
