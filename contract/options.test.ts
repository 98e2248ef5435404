// The lists to choose from, as the specification has them (spec §5).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UNITS } from '#domain/codes.ts'
import { C1_FILTER_COUNTRIES, C1_TYPES } from './c1.ts'
import { C4_FILTER_COUNTRIES, C4_TYPES, CURRENCIES, c4Body, PARITIES } from './c4.ts'

describe('what there is to choose from', () => {
  test('types of documents', () => {
    assert.deepEqual(C4_TYPES, ['Carinska deklaracija', 'Uvozna deklaracija', 'Privremeni uvoz'])
    assert.deepEqual(C1_TYPES, ['Izvozna deklaracija', 'Privremeni izvoz', 'Reeksport'])
  })

  test('currencies and parities of a C4, with RSD and EXW where nothing is said', () => {
    assert.deepEqual(CURRENCIES, ['RSD', 'EUR', 'USD'])
    assert.deepEqual(PARITIES, ['EXW', 'CIF', 'DAP', 'FOB'])
    for (const nothing of [undefined, null, '']) {
      assert.equal(c4Body.shape.valuta.parse(nothing), 'RSD')
      assert.equal(c4Body.shape.paritet.parse(nothing), 'EXW')
    }
    assert.equal(c4Body.shape.paritet.parse(undefined), 'EXW')
  })

  test('countries of the filters', () => {
    assert.deepEqual(C4_FILTER_COUNTRIES, [
      'Srbija',
      'Nemačka',
      'Italija',
      'Francuska',
      'Poljska',
      'Turska',
      'Španija',
      'Bugarska',
    ])
    assert.deepEqual(C1_FILTER_COUNTRIES, [
      'Srbija',
      'Hrvatska',
      'Slovenija',
      'Bosna i Hercegovina',
      'Crna Gora',
      'Makedonija',
      'Albanija',
      'Bugarska',
    ])
  })

  test('units of a material', () => {
    assert.deepEqual(UNITS, ['kg', 'm', 'kom', 'l', 't'])
  })
})
