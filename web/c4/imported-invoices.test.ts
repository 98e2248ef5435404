import assert from 'node:assert/strict'
import { test } from 'node:test'
import { C4_CARINA, LINE_CARINA } from '#contract/carina.ts'
import { nothingIn } from '#contract/form-fields.ts'
import { MAX_INVOICE_SHEET_BYTES } from '#contract/limits.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { type C4Invoice, NO_C4, newC4Line } from './c4-draft.ts'
import { invoiceFileFault, isInForm, repeatedInForm, withImported } from './imported-invoices.ts'

const stavka = (redni_broj: number, materijal_id: string) => ({
  red: redni_broj + 1,
  redni_broj,
  materijal_id,
  kolicina: 1_500_000 as Micro,
  cena_po_jedinici: 24_500 as Micro,
  dokazuje_poreklo: true,
  tarifni_broj: '8544',
  zemlja_porekla: 'Italija',
  ...nothingIn(LINE_CARINA),
  upozorenja: [],
  pogodjeno: {},
})
const materials = new Map([['MAT01', { naziv: 'Kabl', jedinica_mere: 'm' }]])
const dokument = { ...nothingIn(C4_CARINA), odobrenje_broj: null }
const head = NO_C4
const inForm: C4Invoice[] = [
  { key: 'a', broj_fakture: 'A', open: false, lines: [{ ...newC4Line(1), materijal: 'x' }, newC4Line(2)] },
  { key: 'b', broj_fakture: 'F-1', open: true, lines: [newC4Line(1)] },
]

test('imported invoices come to those of the form; empty ones make room', () => {
  const fakture = [
    { broj_fakture: 'a', stavke: [stavka(1, 'MAT01'), stavka(2, 'MAT02')] },
    { broj_fakture: 'C', stavke: [stavka(7, 'MAT01')] },
  ]
  const { invoices: result, guessed } = withImported({ invoices: inForm, head }, { fakture, dokument }, materials)
  assert.deepEqual(
    result.map(({ broj_fakture, open, lines }) => [
      broj_fakture,
      open,
      lines.map((line) => [line.redni_broj, line.materijal]),
    ]),
    [
      [
        'A',
        true,
        [
          ['1', 'x'],
          ['2', 'Kabl'],
          ['3', 'MAT02'],
        ],
      ],
      ['C', true, [['7', 'Kabl']]],
    ],
  )
  assert.equal(result[1]?.lines[0]?.kolicina, '1,5')
  assert.equal(result[1]?.lines[0]?.cena_po_jedinici, '0,0245')
  assert.equal(guessed.size, 0)
  assert.deepEqual(
    fakture.map((invoice) => isInForm(inForm, invoice)),
    [true, false],
  )
})

test('a file that is imported twice is told by its lines that are there already', () => {
  const invoice = { broj_fakture: 'C', stavke: [stavka(1, 'MAT01'), stavka(2, 'MAT02')] }
  const { invoices: once } = withImported({ invoices: [], head }, { fakture: [invoice], dokument }, materials)
  assert.equal(repeatedInForm([], invoice), 0)
  assert.equal(repeatedInForm(once, invoice), 2)
  assert.equal(repeatedInForm(once, { ...invoice, broj_fakture: 'D' }), 0)
  const [first, second] = invoice.stavke.map((line) => ({ ...line, kolicina: 7 as Micro }))
  assert.equal(repeatedInForm(once, { broj_fakture: 'c', stavke: [stavka(9, 'MAT01'), first, second] as never }), 1)
})

test('a number that the file does not hold is marked at its cell', () => {
  const said = 'Količina: „sto“ nije broj, uzeto je 1.'
  const uncertain = { ...stavka(2, 'MAT02'), upozorenja: [said], pogodjeno: { kolicina: said } }
  const { invoices, guessed } = withImported(
    { invoices: [], head },
    { fakture: [{ broj_fakture: 'C', stavke: [stavka(1, 'MAT01'), uncertain] }], dokument },
    materials,
  )
  assert.deepEqual([...guessed], [[invoices[0]?.lines[1]?.key, { kolicina: said }]])
})

test('what the file says of the document fills the fields that are empty, and no others', () => {
  const said = { ...dokument, odobrenje_id: 7, broj_jci: 'JCI-2', rok_razduzenja: '2027-01-31' as CalendarDate }
  const { head: filled } = withImported(
    { invoices: [], head: { ...head, broj_jci: 'JCI-1' } },
    { fakture: [], dokument: said },
    materials,
  )
  assert.deepEqual(filled, { odobrenje_id: '7', rok_razduzenja: '31.01.2027.' })
})

test('only spreadsheets, and not more than 5 MB', () => {
  for (const name of ['a.xlsx', 'A.XLS', 'b.ods', 'c.csv']) assert.equal(invoiceFileFault({ name, size: 1 }), null)
  assert.equal(invoiceFileFault({ name: 'a.pdf', size: 1 }), 'Molimo vas da odaberete Excel fajl (.xlsx, .xls, .ods)')
  assert.equal(invoiceFileFault({ name: 'a.xlsx', size: MAX_INVOICE_SHEET_BYTES }), null)
  assert.equal(
    invoiceFileFault({ name: 'a.xlsx', size: MAX_INVOICE_SHEET_BYTES + 1 }),
    'Excel fajl ne sme biti veći od 5MB.',
  )
})
