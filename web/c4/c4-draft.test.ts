import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { C4Document } from '#contract/c4.ts'
import { C4_CARINA, LINE_CARINA } from '#contract/carina.ts'
import { documentTexts } from '#contract/documents.ts'
import { nothingIn } from '#contract/form-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { placeErrors } from '#web/drafts/place-errors.ts'
import {
  C4,
  type C4Draft,
  type C4Head,
  type C4Line,
  checkC4,
  isUntouchedC4Line,
  NO_C4,
  newC4Line,
  openC4Draft,
} from './c4-draft.ts'

const head: C4Head = {
  ...NO_C4,
  tip_dokumenta: 'Uvozna deklaracija',
  broj_terminala: 'T-12',
  broj_c4: ' C4-2026/0418 ',
  datum: '1.2.26',
  posiljalac_naziv: 'Müller Kabel GmbH',
  posiljalac_grad: 'München',
  posiljalac_drzava: 'Nemačka',
  primalac_naziv: 'Šumadija Kabl d.o.o.',
  primalac_grad: 'Kragujevac',
  zemlja_otpreme: 'Nemačka',
  valuta: 'EUR',
}
const line = (change: Partial<C4Line> = {}): C4Line => ({
  ...newC4Line(1),
  materijal_id: 'PRV050CRN',
  materijal: 'Provodnik',
  kolicina: '12000',
  cena_po_jedinici: '0,085',
  tarifni_broj: '8544.49.95',
  zemlja_porekla: 'Nemačka',
  ...change,
})
const invoice = (broj_fakture: string, ...lines: C4Line[]) => ({
  key: broj_fakture || 'x',
  broj_fakture,
  open: true,
  lines,
})

describe('form of an import document', () => {
  test('what was typed becomes the body: exact numbers, a day, null for what is not obligatory', () => {
    const { body } = checkC4({ head, invoices: [invoice('F-1', line())] })
    assert.deepEqual(body, {
      ...head,
      broj_c4: 'C4-2026/0418',
      datum: '2026-02-01',
      primalac_pib: null,
      primalac_mb: null,
      ...nothingIn(C4_CARINA),
      stavke: [
        {
          id: null,
          broj_fakture: 'F-1',
          redni_broj: 1,
          materijal_id: 'PRV050CRN',
          kolicina: 12_000_000_000,
          cena_po_jedinici: 85_000,
          dokazuje_poreklo: false,
          tarifni_broj: '8544.49.95',
          zemlja_porekla: 'Nemačka',
          ...nothingIn(LINE_CARINA),
        },
      ],
    })
  })

  test('an empty form says every obligatory field and that there is no invoice', () => {
    const { errors } = checkC4({ head: NO_C4, invoices: [] })
    assert.deepEqual(Object.keys(errors?.head ?? {}).sort(), [
      'broj_c4',
      'broj_terminala',
      'datum',
      'posiljalac_drzava',
      'posiljalac_grad',
      'posiljalac_naziv',
      'primalac_grad',
      'primalac_naziv',
      'tip_dokumenta',
      'zemlja_otpreme',
    ])
    assert.equal(errors?.head.broj_c4, 'Obavezno polje')
    assert.equal(errors?.stavke, documentTexts.noInvoice)
  })

  test('an invoice needs a number and a line; untouched lines do not count', () => {
    const { errors } = checkC4({ head, invoices: [invoice('F-1', newC4Line(1)), invoice(' ', line())] })
    assert.equal(errors?.invoices.get('F-1'), documentTexts.emptyInvoice)
    assert.equal(errors?.invoices.get(' '), 'Broj fakture: obavezno polje.')
    assert.equal(errors?.stavke, null)
  })

  test('numbers of invoices and lines occur once', () => {
    const twice = line()
    const { errors } = checkC4({ head, invoices: [invoice('f-1', line(), twice), invoice('F-1', line())] })
    assert.equal(errors?.invoices.get('F-1'), 'Broj fakture se ponavlja.')
    assert.deepEqual(errors?.lines.get(twice.key), { redni_broj: 'Redni broj se ponavlja u ovoj fakturi.' })
  })

  test('every wrong cell has its sentence', () => {
    const wrong = line({ kolicina: '0', cena_po_jedinici: '', tarifni_broj: ' ', zemlja_porekla: '', redni_broj: '' })
    const unknown = line({ materijal_id: '', materijal: 'XYZ', redni_broj: '2' })
    const { errors } = checkC4({ head, invoices: [invoice('F-1', wrong, unknown)] })
    assert.deepEqual(errors?.lines.get(wrong.key), {
      redni_broj: 'Redni broj je obavezan.',
      kolicina: 'Količina mora biti veća od 0',
      cena_po_jedinici: 'Cena po jedinici: obavezno polje.',
      tarifni_broj: 'Tarifni broj: obavezno polje.',
      zemlja_porekla: 'Zemlja porekla: obavezno polje.',
    })
    assert.deepEqual(errors?.lines.get(unknown.key), { materijal_id: 'Materijal „XYZ“ nije u katalogu.' })
  })

  test('text that is no day and no number is refused in the words of the form', () => {
    const wrong = line({ kolicina: '12 kom' })
    const { errors } = checkC4({ head: { ...head, datum: '31.2.2026' }, invoices: [invoice('F-1', wrong)] })
    assert.equal(errors?.head.datum, 'Datum nije ispravan (dd.mm.gggg.).')
    assert.match(errors?.lines.get(wrong.key)?.kolicina ?? '', /Količina mora biti broj/)
  })

  test('untouched lines are dropped and the server’s errors still find their cell', () => {
    const [first, third] = [line(), line({ redni_broj: '3' })]
    const { body, places } = checkC4({ head, invoices: [invoice('F-1', first, newC4Line(2), third)] })
    assert.equal(body?.stavke.length, 2)
    const errors = placeErrors(
      [
        { field: 'stavke.1.kolicina', message: 'Stavka 2: iznos je prevelik.' },
        { field: 'broj_c4', message: 'Dokument sa ovim brojem već postoji.' },
      ],
      places,
    )
    assert.deepEqual(errors.lines.get(third.key), { kolicina: 'Iznos je prevelik.' })
    assert.equal(errors.head.broj_c4, 'Dokument sa ovim brojem već postoji.')
  })

  test('what the server says of the lines as a whole is said in full', () => {
    const lost = ['Kabl crni (KABL1): 6 m za C1-1, C1-2', 'Konektor žuti (KON8): 2 kom za C1-1']
    const errors = placeErrors(
      lost.map((message) => ({ field: 'stavke', message })),
      [],
    )
    assert.equal(errors.stavke, lost.join('\n'))
  })

  test('anything given to a line makes it count', () => {
    assert.equal(isUntouchedC4Line(newC4Line(1)), true)
    for (const change of [{ kolicina: '2' }, { kolicina: '' }, { dokazuje_poreklo: true }, { materijal: 'x' }]) {
      assert.equal(isUntouchedC4Line({ ...newC4Line(1), ...change }), false)
    }
  })
})

test('a stored document opens grouped by invoice in saved order, and unchanged it is sent back as it is', () => {
  const stavka = (id: number, broj_fakture: string, redni_broj: number) => ({
    id,
    broj_fakture,
    redni_broj,
    materijal_id: 'PRV050CRN',
    materijal_naziv: 'Provodnik',
    jedinica_mere: 'm',
    kolicina: 1_234_500_000 as Micro,
    cena_po_jedinici: 350 as Micro,
    iznos: 43 as Para,
    dokazuje_poreklo: true,
    tarifni_broj: '8544.49.95',
    zemlja_porekla: 'Nemačka',
    kolicina_razduzena: 0 as Micro,
    preostalo: 1_234_500_000 as Micro,
    ...nothingIn(LINE_CARINA),
  })
  const document: C4Document = {
    ...head,
    ...nothingIn(C4_CARINA),
    ...{ odobrenje_broj: null, rok: null, rok_obracuna: null, stanje_roka: null, upozorenja: [] },
    id: 7,
    datum: '2026-02-01' as CalendarDate,
    primalac_pib: null,
    primalac_mb: null,
    pdf_fajl: null,
    kurs: 117_500_000 as Micro,
    vrednost_total: 129 as Para,
    vrednost_rsd: 15_158 as Para,
    kolicina_total: 3_703_500_000 as Micro,
    broj_stavki: 3,
    verzija: 4,
    stavke: [stavka(11, 'B', 2), stavka(12, 'A', 1), stavka(13, 'B', 1)],
  }
  const draft = openC4Draft(document)
  assert.equal(draft.head.datum, '01.02.2026.')
  assert.equal(draft.changed, false)
  assert.deepEqual(
    draft.invoices.map(({ broj_fakture, lines }) => [broj_fakture, lines.map(({ id }) => id)]),
    [
      ['B', [11, 13]],
      ['A', [12]],
    ],
  )
  assert.equal(draft.invoices[0]?.lines[0]?.kolicina, '1234,5')
  assert.equal(draft.invoices[0]?.lines[0]?.cena_po_jedinici, '0,00035')
  const { body } = checkC4(draft)
  assert.deepEqual(
    body?.stavke.map(({ id, kolicina, cena_po_jedinici }) => [id, kolicina, cena_po_jedinici]),
    [11, 13, 12].map((id) => [id, 1_234_500_000, 350]),
  )

  const copy = C4.openLike({ ...document, pdf_fajl: 'c4/7.pdf' })
  assert.deepEqual(copy.head, { ...draft.head, broj_c4: '', datum: '' })
  const linesIn = ({ invoices }: C4Draft) => invoices.flatMap(({ lines }) => lines)
  assert.deepEqual(
    linesIn(copy).map(({ key: _, ...line }) => line),
    linesIn(draft).map(({ key: _, ...line }) => ({ ...line, id: null })),
  )
  assert.equal(new Set([draft, copy].flatMap(linesIn).map(({ key }) => key)).size, 6)
  assert.equal(new Set(copy.invoices.map(({ broj_fakture }) => broj_fakture)).size, 2)
  assert.equal(copy.changed, false)
})
