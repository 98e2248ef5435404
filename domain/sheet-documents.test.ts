import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CalendarDate } from './calendar-date.ts'
import { headerText, type SheetCell } from './sheet.ts'
import { type DocumentColumn, readDocumentSheet } from './sheet-documents.ts'
import { readFields } from './sheet-fields.ts'

const column = (name: string, kind: string, label: string): DocumentColumn => ({
  ...{ name, kind, label, headings: [], choices: kind === 'choice' ? ['Izvozna deklaracija'] : [], maxCharacters: 50 },
  optional: false,
})
const KNOWN = {
  head: [
    column('broj_c1', 'code', 'C1 broj'),
    column('datum', 'day', 'Datum'),
    column('primalac_naziv', 'text', 'Primalac'),
    column('tip_dokumenta', 'choice', 'Tip dokumenta'),
  ],
  line: [
    column('redni_broj', 'ordinal', 'Redni broj'),
    column('proizvod_id', 'goods', 'Proizvod'),
    column('kolicina', 'number', 'Količina'),
  ],
  ...{ broj: 'broj_c1', catalogue: null, jedinice: [['SNOP1', 'kg'] as const], maxOrdinal: 1000 },
}
const INVOICE = column('broj_fakture', 'code', 'Broj fakture')
const fieldsOf = (rows: SheetCell[][], { head, line }: { head: DocumentColumn[]; line: DocumentColumn[] } = KNOWN) =>
  readFields(
    rows.map((cells, at) => ({ red: at + 1, cells })),
    {
      fields: [...head, ...line, INVOICE].map(({ name, label }) => ({
        ...{ polje: name, naziv: label, reci: [name, headerText(label)], sadrzaj: null, obavezno: false, izbor: [] },
      })),
      ...{ kolone: {}, vrednosti: {}, zapamceno: [], partner_id: null, poMestu: [] },
    },
  )
const read = (...rows: SheetCell[][]) => readDocumentSheet(fieldsOf(rows), KNOWN, '2026-11-28' as CalendarDate)
const HEADER = ['C1 broj', 'Datum', 'Primalac', 'Proizvod', 'Količina', 'Broj fakture']

test('rows of one number and year are a document, and so are those below that name neither', () => {
  const { dokumenti, preskoceni } = read(
    HEADER,
    ['C1-1', '10.01.2026.', 'Beta', 'SNOP1', 1, 'F-1'],
    ['', '', '', 'SNOP2', 2, ''],
    ['C1-1', '10.01.2025.', 'Gama', 'SNOP1', 3, 'F-2'],
    ['c1-1', '2026-01-10', '', 'SNOP1', 4, 'F-1'],
  )
  assert.deepEqual(
    dokumenti.map(({ red, datum, fields, stavke }) => [
      ...[red, datum, fields.primalac_naziv],
      stavke.map(({ red: row, broj_fakture }) => [row, broj_fakture]),
    ]),
    [
      [
        ...[2, '2026-01-10', 'Beta'],
        [
          [2, 'F-1'],
          [3, 'F-1'],
          [5, 'F-1'],
        ],
      ],
      [4, '2025-01-10', 'Gama', [[4, 'F-2']]],
    ],
  )
  assert.deepEqual(preskoceni, [])
})

test('an empty cell says nothing of its field, a dash empties one that nobody has to fill in', () => {
  const optional = (name: string, kind: string) => ({ ...column(name, kind, name), optional: true })
  const known = {
    ...KNOWN,
    head: [...KNOWN.head, optional('broj_jci', 'code')],
    line: [...KNOWN.line, optional('vec_razduzeno', 'number'), optional('carina', 'percent')],
  }
  const rows: SheetCell[][] = [
    ['C1 broj', 'Datum', 'Primalac', 'broj_jci', 'Proizvod', 'Količina', 'vec_razduzeno', 'carina', 'Redni broj'],
    ['C1-1', '10.01.2026.', '-', '-', 'SNOP1', '', '–', '', 7],
    ['C1-2', '10.01.2026.', '', '', '', 5, 0, 0, 'x'],
  ]
  const { dokumenti } = readDocumentSheet(fieldsOf(rows, known), known, '2026-11-28' as CalendarDate)
  const said = dokumenti.map(({ fields, stavke, greske }) => [fields, stavke[0]?.fields, stavke[0]?.redni_broj, greske])
  assert.deepEqual(said, [
    [
      { broj_c1: 'C1-1', datum: '2026-01-10', primalac_naziv: '-', broj_jci: null },
      { proizvod_id: 'SNOP1', vec_razduzeno: null },
      ...[7, []],
    ],
    [{ broj_c1: 'C1-2', datum: '2026-01-10' }, { kolicina: 5, vec_razduzeno: 0, carina: 0 }, ...[null, []]],
  ])
  assert.equal(dokumenti[1]?.stavke[0]?.spor, '„x“ nije redni broj')
})

test('rows that say different things of their document are a fault of it', () => {
  const { dokumenti } = read(
    HEADER,
    ['C1-1', '10.01.2026.', 'Beta', 'SNOP1', 1, 'F-1'],
    ['C1-1', '10.01.2026.', 'Gama', 'SNOP1', 'pet', 'F-1'],
  )
  assert.deepEqual(dokumenti[0]?.greske, [
    'Red 3: Primalac je „Gama“, a u redu 2 piše drugačije.',
    'Red 3: Količina: „pet“ nije broj.',
  ])
})

test('the order of the columns does not matter', () => {
  const row: SheetCell[] = ['C1-1', '10.01.2026.', 'Beta', 'SNOP1', '1.234,5', 'F-1']
  const expected = read(HEADER, row).dokumenti
  fc.assert(
    fc.property(fc.shuffledSubarray([...HEADER.keys()], { minLength: HEADER.length }), (order) => {
      const { dokumenti } = read(
        order.map((at) => HEADER[at] as string),
        order.map((at) => row[at] as SheetCell),
      )
      assert.deepEqual(dokumenti, expected)
    }),
  )
})

test('every row of a sheet is in one document or left out, whatever stands in it', () => {
  const cell = fc.constantFrom<SheetCell>('C1-1', 'C1-2', '10.01.2026.', '2025-02-01', '', 'Beta', 5, 'x')
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), { maxLength: 12 }), (rows) => {
      const { dokumenti, preskoceni } = read(HEADER, ...rows)
      const told = [
        ...dokumenti.flatMap(({ stavke }) => stavke.map(({ red }) => red)),
        ...preskoceni.map(({ red }) => red),
      ]
      const filled = rows.flatMap((row, at) => (row.some((one) => one !== '') ? [at + 2] : []))
      assert.deepEqual(
        told.sort((a, b) => a - b),
        filled,
      )
    }),
  )
})
