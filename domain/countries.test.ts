import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRIES, countryBegunBy, countryName } from './countries.ts'

test('a known country has one spelling, any other text stays', () => {
  for (const typed of ['Nemačka', 'nemacka', 'NEMAČKA', ' Немачка ']) assert.equal(countryName(typed), 'Nemačka')
  assert.equal(countryName('Bosna i  hercegovina'), 'Bosna i Hercegovina')
  for (const other of ['', 'Nemačka (DDR)', 'Atlantida']) assert.equal(countryName(other), other)
  for (const name of COUNTRIES) assert.equal(countryName(name), name)
})

test('what begins one country alone is that country; a code, or the beginning of several, is not', () => {
  for (const typed of ['srb', 'Срб', ' SRBI ', 'srbija']) assert.equal(countryBegunBy(typed), 'Srbija')
  assert.equal(countryBegunBy('crna'), 'Crna Gora')
  for (const other of ['', 'ES', 'SI', 'slo', 'gora', 'Atlantida']) assert.equal(countryBegunBy(other), other)
  for (const name of COUNTRIES) assert.equal(countryBegunBy(name), name)
})
