import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRIES, countryName } from './countries.ts'

test('a known country has one spelling, any other text stays', () => {
  for (const typed of ['Nemačka', 'nemacka', 'NEMAČKA', ' Немачка ']) assert.equal(countryName(typed), 'Nemačka')
  assert.equal(countryName('Bosna i  hercegovina'), 'Bosna i Hercegovina')
  for (const other of ['', 'Nemačka (DDR)', 'Atlantida']) assert.equal(countryName(other), other)
  for (const name of COUNTRIES) assert.equal(countryName(name), name)
})
