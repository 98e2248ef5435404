import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RazduzenjeRow } from '#contract/c1.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { dischargeRows, dischargeSummary } from './razduzenje-rows.ts'

const lot = (ulaz_stavka_id: number, c4_id: number, c4_datum: string): RazduzenjeRow['lot'] => ({
  ulaz_stavka_id,
  c4_id,
  c4_broj: `C4-${c4_id}`,
  c4_datum: c4_datum as CalendarDate,
  rok: null,
  broj_fakture: 'F',
  redni_broj: 1,
  tarifni_broj: '8544',
  zemlja_porekla: 'Italija',
  dokazuje_poreklo: true,
  cena_po_jedinici: 1 as Micro,
  valuta: 'EUR',
  preostalo: 0 as Micro,
})
const row = (
  c1_stavka_id: number,
  materijal_id: string,
  kolicina: number,
  from: RazduzenjeRow['lot'],
): RazduzenjeRow => ({
  c1_stavka_id,
  broj_fakture: 'IZ-1',
  redni_broj: c1_stavka_id,
  proizvod_id: 'KS001',
  proizvod_naziv: 'Snop',
  materijal_id,
  materijal_naziv: materijal_id,
  jedinica_mere: 'm',
  kolicina: kolicina as Micro,
  ugradjeno: kolicina as Micro,
  otpad: 0 as Micro,
  gubitak: 0 as Micro,
  usmereno: false,
  posle_roka: false,
  lot: from,
})

const newer = lot(11, 2, '2026-02-01')
const older = lot(12, 1, '2026-01-01')
const rows = [
  row(1, 'B', 5, newer),
  row(1, 'B', 2, null),
  row(1, 'A', 1, older),
  row(2, 'B', 7, newer),
  row(2, 'B', 3, null),
]
const shown = (view: Parameters<typeof dischargeRows>[1]) =>
  dischargeRows(rows, view).map(({ group, materijal_id, kolicina, lot: from }) => [
    group,
    materijal_id,
    kolicina,
    from?.c4_broj ?? 'manjak',
  ])

test('as it stands in the export', () => {
  assert.deepEqual(
    shown('stavke').map(([group, ...rest]) => [group, ...rest].join(' ')),
    ['1 B 5 C4-2', '1 B 2 manjak', '1 A 1 C4-1', '2 B 7 C4-2', '2 B 3 manjak'],
  )
  assert.equal(new Set(dischargeRows(rows, 'stavke').map(({ key }) => key)).size, rows.length)
})

test('by import document, oldest first, one row per lot, shortages at the end', () => {
  assert.deepEqual(shown('c4'), [
    ['1', 'A', 1, 'C4-1'],
    ['2', 'B', 12, 'C4-2'],
    ['manjak', 'B', 5, 'manjak'],
  ])
})

test('by material', () => {
  assert.deepEqual(shown('materijali'), [
    ['A', 'A', 1, 'C4-1'],
    ['B', 'B', 12, 'C4-2'],
    ['B', 'B', 5, 'manjak'],
  ])
})

test('figures', () => {
  const stavke = [{ normativ: [1] }, { normativ: [] }] as never
  assert.deepEqual(dischargeSummary({ stavke }, rows), {
    stavki: 2,
    bezNormativa: 1,
    materijala: 2,
    saManjkom: 1,
    c4: 2,
    lotova: 2,
  })
})
