import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Micro } from '#domain/decimal.ts'
import { checkProduct, draftOf, NEW_LINE, NO_PRODUCT, type ProductDraft } from './product-draft.ts'

const line = (materijal_id: string, potrebna_kolicina: string) => ({ ...NEW_LINE, materijal_id, potrebna_kolicina })
const good: ProductDraft = {
  id: 'KS001',
  naziv: 'Kablovski snop',
  hs_code: '85443000',
  jedinica_mere: 'kom',
  nova_verzija_od: '',
  broj_akta: '',
  normativi: [line('MAT01', '2,5'), line('MAT02', '0,00035')],
}
const errorsOf = (normativi: ProductDraft['normativi']) =>
  checkProduct({ ...good, normativi }).errors?.map(({ field, message }) => [field, message])

describe('product form', () => {
  test('decimal commas become exact quantities', () => {
    assert.deepEqual(checkProduct(good).body?.normativi, [
      { materijal_id: 'MAT01', potrebna_kolicina: 2_500_000, otpad_procenat: 0, gubitak_procenat: 0 },
      { materijal_id: 'MAT02', potrebna_kolicina: 350, otpad_procenat: 0, gubitak_procenat: 0 },
    ])
  })

  test('every empty field says so in its own words', () => {
    assert.deepEqual(
      checkProduct(NO_PRODUCT).errors?.map(({ message }) => message),
      [
        'ID proizvoda je obavezan',
        'Naziv je obavezan',
        'HS kod je obavezan',
        'Jedinica mere je obavezna',
        'Morate dodati barem jedan materijal u normativ',
      ],
    )
  })

  test('a day that is none is refused in the words of the form', () => {
    assert.deepEqual(checkProduct({ ...good, nova_verzija_od: '31.2.2026.' }).errors, [
      { field: 'nova_verzija_od', message: 'Datum nije ispravan (dd.mm.gggg.).' },
    ])
  })

  test('a line without a material names its number', () => {
    assert.deepEqual(errorsOf([line('MAT01', '1'), NEW_LINE]), [
      ['normativi.1.materijal_id', 'Materijal je obavezan za stavku 2'],
    ])
  })

  test('text that is no material is named', () => {
    assert.deepEqual(errorsOf([line('MAT01', '1'), { ...NEW_LINE, naziv: 'XYZ' }]), [
      ['normativi.1.materijal_id', 'Materijal XYZ za stavku 2 ne postoji'],
    ])
  })

  test('a quantity must be above 0', () => {
    for (const text of ['0', '-3', '0,000']) {
      assert.deepEqual(errorsOf([line('MAT01', text)]), [
        ['normativi.0.potrebna_kolicina', 'Količina mora biti veća od 0 za stavku 1'],
      ])
    }
  })

  test('a quantity must be a number; an emptied field is an error, not a silent 1', () => {
    for (const text of ['', 'pet', '1,2,3', '0,0000001']) {
      assert.deepEqual(errorsOf([line('MAT01', text)]), [
        ['normativi.0.potrebna_kolicina', 'Količina mora biti validan broj za stavku 1'],
      ])
    }
  })

  test('a material stands once in the list', () => {
    assert.deepEqual(errorsOf([line('MAT01', '1'), line('MAT01', '2')]), [
      ['normativi', 'Materijal MAT01 se ponavlja u normativu'],
    ])
  })

  test('two empty lines are two missing materials, no repetition', () => {
    assert.deepEqual(errorsOf([NEW_LINE, NEW_LINE]), [
      ['normativi.0.materijal_id', 'Materijal je obavezan za stavku 1'],
      ['normativi.1.materijal_id', 'Materijal je obavezan za stavku 2'],
    ])
  })

  test('a stored product fills the form and comes back unchanged', () => {
    const normativ = [
      {
        materijal_id: 'MAT01',
        naziv: 'Žica',
        jedinica_mere: 'm',
        potrebna_kolicina: 1_234_500_000 as Micro,
        otpad_procenat: 4_500_000 as Micro,
        gubitak_procenat: 0 as Micro,
        osnov_otpada: 'neto' as const,
        na_stanju: 0 as Micro,
      },
    ]
    const { id, naziv, hs_code, jedinica_mere } = good
    const draft = draftOf({ id, sifra: id, naziv, hs_code, jedinica_mere, normativ, normativ_count: 1, verzija: 4 })
    assert.equal(draft.normativi[0]?.potrebna_kolicina, '1234,5')
    assert.deepEqual([draft.normativi[0]?.otpad_procenat, draft.normativi[0]?.gubitak_procenat], ['4,5', ''])
    assert.deepEqual(checkProduct(draft).body?.normativi, [
      { materijal_id: 'MAT01', potrebna_kolicina: 1_234_500_000, otpad_procenat: 4_500_000, gubitak_procenat: 0 },
    ])
  })
})
