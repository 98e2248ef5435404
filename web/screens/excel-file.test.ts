import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excelFault } from './excel-file.ts'

test('a file for import is there, is Excel and is at most 10 MB', () => {
  assert.equal(excelFault(null), 'Molimo odaberite fajl za import')
  assert.equal(excelFault({ name: 'materijali.ods', size: 5 }), 'Molimo odaberite validan Excel fajl (.xlsx ili .xls)')
  assert.equal(excelFault({ name: 'xlsx', size: 5 }), 'Molimo odaberite validan Excel fajl (.xlsx ili .xls)')
  assert.equal(excelFault({ name: 'a.xlsx', size: 10_485_761 }), 'Fajl je prevelik. Maksimalna veličina je 10MB')
  assert.equal(excelFault({ name: 'materijali.csv', size: 5 }), null)
  assert.equal(excelFault({ name: 'A.XLS', size: 10_485_760 }), null)
  assert.equal(excelFault({ name: 'a.CSV', size: 20_971_520 }, { kind: 'tables' }), null)
  assert.equal(
    excelFault({ name: 'a.csv', size: 20_971_521 }, { kind: 'tables' }),
    'Fajl je prevelik. Maksimalna veličina je 20MB',
  )
})
