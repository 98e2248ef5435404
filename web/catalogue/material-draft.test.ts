import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Micro, Para } from '#domain/decimal.ts'
import { checkMaterial, draftOf, NO_MATERIAL } from './material-draft.ts'

const good = {
  id: 'PRV050CRN',
  naziv: 'Provodnik FLRY-B 0,50 mm² crni',
  zemlja_porekla: 'Nemačka',
  jedinica_mere: 'm',
  tarifni_broj: '8544.49.95',
}

const messageAt = (draft: typeof good, field: string) =>
  checkMaterial(draft).errors?.find((error) => error.field === field)?.message

describe('material form', () => {
  test('a complete draft becomes the body, spaces around texts are cut', () => {
    assert.deepEqual(checkMaterial({ ...good, naziv: '  Kabl ', id: ' MAT01 ' }).body, {
      ...good,
      naziv: 'Kabl',
      id: 'MAT01',
    })
  })

  test('every empty field says so in its own words', () => {
    assert.deepEqual(
      checkMaterial(NO_MATERIAL).errors?.map(({ message }) => message),
      [
        'ID materijala je obavezan',
        'Naziv je obavezan',
        'Zemlja porekla je obavezna',
        'Jedinica mere je obavezna',
        'Tarifni broj je obavezan',
      ],
    )
  })

  test('ID is 3–10 upper-case letters or digits', () => {
    for (const id of ['AB', 'abc', 'ŠRAF1', 'A B C', 'ABCDEFGHIJK']) {
      assert.equal(messageAt({ ...good, id }, 'id'), 'ID mora sadržati 3-10 velikih slova ili brojeva')
    }
    assert.equal(messageAt({ ...good, id: '123' }, 'id'), undefined)
  })

  test('tariff number is 1234.56.78 or shorter', () => {
    for (const tarifni_broj of ['123', '1234.567', '1234.5.6.7', '12a4']) {
      assert.equal(messageAt({ ...good, tarifni_broj }, 'tarifni_broj'), 'Tarifni broj mora biti u formatu: 1234.56.78')
    }
    for (const tarifni_broj of ['1234', '1234567890', '1234.5']) {
      assert.equal(messageAt({ ...good, tarifni_broj }, 'tarifni_broj'), undefined)
    }
  })

  test('a stored material fills the form with its own fields only', () => {
    const stock = {
      totalQuantity: 5 as Micro,
      totalInput: 5 as Micro,
      totalConsumed: 0 as Micro,
      preostalo: 5 as Micro,
      manjak: 0 as Micro,
    }
    assert.deepEqual(draftOf({ ...good, ...stock, vrednost_rsd: 1 as Para, verzija: 3 }), good)
  })
})
