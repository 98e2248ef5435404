import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MATERIAL, materialBody } from '#contract/materials.ts'
import { PARTNER, partnerBody } from '#contract/partneri.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { draftIn, YES } from './draft-in.ts'

const FIRM = draftIn(PARTNER, partnerBody)
const stored = {
  naziv: 'Kablo d.o.o.',
  grad: 'Niš',
  drzava: null,
  pib: '100000001',
  mb: null,
  napomena: null,
  ne_predlaze: true,
}

test('a stored record is text in its form, a flag that is set a word, and comes back as it was', () => {
  const draft = FIRM.draftOf(stored)
  assert.deepEqual([draft.drzava, draft.pib, draft.ne_predlaze], ['', '100000001', YES])
  assert.deepEqual(FIRM.check(draft).body, stored)
  assert.equal(FIRM.check({ ...draft, ne_predlaze: '' }).body?.ne_predlaze, false)
})

test('people read a flag as yes or no', () => {
  const said = (draft: typeof FIRM.empty) =>
    FIRM.factsOf(draft).facts.find(({ field }) => field === 'ne_predlaze')?.text
  assert.deepEqual([said(FIRM.empty), said(FIRM.draftOf(stored))], ['NE', 'DA'])
})

test('a kept draft is offered as it was, without what is optional too, and not with anything else', () => {
  const { napomena: _, ...older } = FIRM.draftOf(stored)
  assert.deepEqual(FIRM.shape.parse(older), { ...older, napomena: '' })
  assert.equal(FIRM.shape.safeParse({ ...older, ne_predlaze: true }).success, false)
})

const MATERIAL_FORM = draftIn(MATERIAL, materialBody)
const good = {
  id: 'PRV050CRN',
  naziv: 'Provodnik FLRY-B 0,50 mm² crni',
  zemlja_porekla: 'Nemačka',
  jedinica_mere: 'm',
  tarifni_broj: '8544.49.95',
}

const messageAt = (draft: typeof good, field: string) =>
  MATERIAL_FORM.check(draft).errors?.find((error) => error.field === field)?.message

describe('material form', () => {
  test('a complete draft becomes the body, spaces around texts are cut', () => {
    assert.deepEqual(MATERIAL_FORM.check({ ...good, naziv: '  Kabl ', id: ' MAT01 ' }).body, {
      ...good,
      naziv: 'Kabl',
      id: 'MAT01',
    })
  })

  test('every empty field says so in its own words', () => {
    assert.deepEqual(
      MATERIAL_FORM.check(MATERIAL_FORM.empty).errors?.map(({ message }) => message),
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
    const stored = { ...good, ...stock, vrednost_rsd: 1 as Para, verzija: 3 }
    assert.deepEqual(MATERIAL_FORM.draftOf(stored), good)
  })
})
