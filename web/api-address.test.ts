import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileNameOf, pathTo } from './api-address.ts'

describe('address of a call', () => {
  test('parameters are encoded, also a slash', () => {
    assert.equal(pathTo('/documents/pdf/{brojC1}', { brojC1: 'C1/25 š' }), '/documents/pdf/C1%2F25%20%C5%A1')
  })

  test('absent and blank query values are left out, 0 and false stay', () => {
    const query = { search: '', page: 2, limit: undefined, tip: null, od: 0, dryRun: false, naziv: 'žica & kabl' }
    assert.equal(pathTo('/materials', {}, query), '/materials?page=2&od=0&dryRun=false&naziv=%C5%BEica+%26+kabl')
    assert.equal(pathTo('/materials'), '/materials')
  })
})

describe('name of a received file', () => {
  test('the encoded name wins over the plain one', () => {
    assert.equal(fileNameOf(`attachment; filename="C1_5.pdf"; filename*=UTF-8''C1_%C5%A1.pdf`), 'C1_š.pdf')
  })

  test('the plain name, or a stand-in', () => {
    assert.equal(fileNameOf('attachment; filename="a.pdf"'), 'a.pdf')
    assert.equal(fileNameOf(null), 'fajl')
  })
})
