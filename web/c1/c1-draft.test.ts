import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { C1Document, C1Stavka } from '#contract/c1.ts'
import { C1_CARINA } from '#contract/carina.ts'
import { nothingIn } from '#contract/form-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { C1, type C1Head, type C1Line, checkC1, isUntouchedC1Line, NO_C1, newC1Line, openC1Draft } from './c1-draft.ts'

const head: C1Head = {
  ...NO_C1,
  tip_dokumenta: 'Izvozna deklaracija',
  broj_c1: ' C1-2026/001 ',
  datum: '1.3.26',
  posiljalac_naziv: 'Šumadija Kabl d.o.o.',
  posiljalac_grad: 'Kragujevac',
  posiljalac_drzava: 'Srbija',
  primalac_naziv: 'Volkswagen Slovakia a.s.',
  primalac_grad: 'Bratislava',
  zemlja_otpreme: 'Srbija',
}
const line = (change: Partial<C1Line> = {}): C1Line => ({
  ...newC1Line(1),
  proizvod_id: 'KS001',
  proizvod: 'Kablovski snop',
  kolicina: '100',
  cena: '18,90',
  ...change,
})
const invoice = (broj_fakture: string, ...lines: C1Line[]) => ({ key: broj_fakture, broj_fakture, open: true, lines })

describe('form of an export document', () => {
  test('what was typed becomes the body: exact numbers, a day, null for PIB and MB that nobody gave', () => {
    const { body } = checkC1({ head, invoices: [invoice('IZ-1', line())] })
    assert.deepEqual(body, {
      ...head,
      broj_c1: 'C1-2026/001',
      datum: '2026-03-01',
      primalac_pib: null,
      primalac_mb: null,
      ...nothingIn(C1_CARINA),
      stavke: [
        {
          id: null,
          redni_broj: 1,
          proizvod_id: 'KS001',
          kolicina: 100_000_000,
          cena: 18_900_000,
          broj_fakture: 'IZ-1',
        },
      ],
    })
  })

  test('an empty form says every obligatory field and that there is no invoice', () => {
    const { errors } = checkC1({ head: NO_C1, invoices: [] })
    assert.deepEqual(Object.keys(errors?.head ?? {}).sort(), [
      'broj_c1',
      'datum',
      'posiljalac_drzava',
      'posiljalac_grad',
      'posiljalac_naziv',
      'primalac_grad',
      'primalac_naziv',
      'tip_dokumenta',
      'zemlja_otpreme',
    ])
    assert.equal(errors?.stavke, 'Morate dodati barem jednu fakturu sa stavkama')
  })

  test('an invoice needs a number and a line; untouched lines do not count', () => {
    const { errors } = checkC1({ head, invoices: [invoice('IZ-1', newC1Line(1)), invoice(' ', line())] })
    assert.equal(errors?.invoices.get('IZ-1'), 'Ova faktura mora imati barem jednu stavku')
    assert.equal(errors?.invoices.get(' '), 'Broj fakture: obavezno polje.')
  })

  test('a line needs a product, a quantity and a price above 0', () => {
    const wrong = line({ proizvod_id: '', proizvod: '', kolicina: '0', cena: '-1' })
    const empty = line({ kolicina: '', cena: ' ', redni_broj: '2' })
    const unknown = line({ proizvod_id: '', proizvod: 'XYZ', redni_broj: '3' })
    const { errors } = checkC1({ head, invoices: [invoice('IZ-1', wrong, empty, unknown)] })
    assert.deepEqual(errors?.lines.get(wrong.key), {
      proizvod_id: 'Proizvod: obavezno polje.',
      kolicina: 'Količina mora biti veća od 0',
      cena: 'Cena mora biti veća od 0',
    })
    assert.deepEqual(errors?.lines.get(empty.key), {
      kolicina: 'Količina: obavezno polje.',
      cena: 'Cena: obavezno polje.',
    })
    assert.deepEqual(errors?.lines.get(unknown.key), { proizvod_id: 'Proizvod „XYZ“ nije u katalogu.' })
  })

  test('0,000001 is a quantity and a price', () => {
    const { body } = checkC1({ head, invoices: [invoice('IZ-1', line({ kolicina: '0,000001', cena: '0,005' }))] })
    assert.deepEqual([body?.stavke[0]?.kolicina, body?.stavke[0]?.cena], [1, 5000])
  })

  test('a new line has quantity 1 and price 1, and is dropped as long as nobody gave it anything', () => {
    const fresh = newC1Line(2)
    assert.deepEqual([fresh.kolicina, fresh.cena], ['1', '1'])
    assert.equal(checkC1({ head, invoices: [invoice('IZ-1', line(), fresh)] }).body?.stavke.length, 1)
    for (const change of [{ kolicina: '2' }, { cena: '' }, { proizvod: 'x' }, { id: 7 }]) {
      assert.equal(isUntouchedC1Line({ ...fresh, ...change }), false)
    }
  })
})

test('a stored document opens grouped by invoice in saved order; a missing number is Faktura-1', () => {
  const stavka = (id: number, broj_fakture: string): C1Stavka => ({
    id,
    usmerenja: [],
    redni_broj: id,
    proizvod_id: 'KS001',
    proizvod_naziv: 'Kablovski snop',
    hs_code: '8544.30.00',
    jedinica_mere: 'kom',
    kolicina: 1_234_500_000 as Micro,
    cena: 18_900_000 as Micro,
    iznos: 2_333_205 as Para,
    broj_fakture,
    normativ_verzija: null,
    normativ: [],
  })
  const document = {
    ...head,
    datum: '2026-03-01' as CalendarDate,
    stavke: [stavka(1, ''), stavka(2, 'IZ-2'), stavka(3, '')],
  } as unknown as C1Document
  const draft = openC1Draft(document)
  assert.equal(draft.head.datum, '01.03.2026.')
  assert.deepEqual(
    draft.invoices.map(({ broj_fakture, lines }) => [broj_fakture, lines.map(({ id }) => id)]),
    [
      ['Faktura-1', [1, 3]],
      ['IZ-2', [2]],
    ],
  )
  assert.deepEqual([draft.invoices[0]?.lines[0]?.kolicina, draft.invoices[0]?.lines[0]?.cena], ['1234,5', '18,9'])
  const [copy] = C1.openLike(document).invoices[0]?.lines ?? []
  assert.deepEqual([copy?.id, copy?.proizvod_id, copy?.stored], [null, 'KS001', null], 'with the normativ of today')
})
