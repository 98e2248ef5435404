import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { C1Stavka } from '#contract/c1.ts'
import { NO_WASTE } from '#domain/bom.ts'
import type { Micro } from '#domain/decimal.ts'
import { codesOf, normativOf } from './line-normativ.ts'

const micro = (value: number) => Math.round(value * 1_000_000) as Micro
const norm = (materijal_id: string, potrebna_kolicina: number, jedinica_mere = 'm') => ({
  materijal_id,
  naziv: `Materijal ${materijal_id}`,
  jedinica_mere,
  potrebna_kolicina: micro(potrebna_kolicina),
  ...NO_WASTE,
})
const stored = {
  proizvod_id: 'KS001',
  kolicina: micro(10),
  normativ: [{ ...norm('A1', 2.5), kolicina: micro(25), manjak: micro(5) }],
} as unknown as C1Stavka

test('a line needs its quantity times the norm; a unit that is missing is kom', () => {
  const rows = normativOf({ stored: null, proizvod_id: 'KS001', kolicina: '12,5' }, [norm('A1', 2), norm('B2', 1, '')])
  assert.deepEqual(
    rows.map(({ materijal_id, naziv, jedinica_mere, kolicina }) => [materijal_id, naziv, jedinica_mere, kolicina]),
    [
      ['A1', 'Materijal A1', 'm', micro(25)],
      ['B2', 'Materijal B2', 'kom', micro(12.5)],
    ],
  )
})

test('a stored line keeps its copy, and its shortage as long as the quantity is the same', () => {
  const today = [norm('C3', 1)]
  const same = normativOf({ stored, proizvod_id: 'KS001', kolicina: '10' }, today)
  assert.deepEqual([same[0]?.materijal_id, same[0]?.kolicina, same[0]?.manjak], ['A1', micro(25), micro(5)])
  const more = normativOf({ stored, proizvod_id: 'KS001', kolicina: '20' }, today)
  assert.deepEqual([more[0]?.kolicina, more[0]?.manjak], [micro(50), 0])
  assert.equal(normativOf({ stored, proizvod_id: 'KS002', kolicina: '10' }, today)[0]?.materijal_id, 'C3')
})

test('a line that was stored without a normativ keeps to that; another product takes its own of today', () => {
  const empty = { ...stored, normativ: [] } as unknown as C1Stavka
  assert.deepEqual(normativOf({ stored: empty, proizvod_id: 'KS001', kolicina: '10' }, [norm('C3', 1)]), [])
  assert.equal(normativOf({ stored: empty, proizvod_id: 'KS002', kolicina: '10' }, [norm('C3', 1)]).length, 1)
})

test('a stored line keeps its unit and HS code where the same product is chosen again; another has its own', () => {
  const kept = { ...stored, jedinica_mere: 'm', hs_code: '8544.42' } as unknown as C1Stavka
  const ofToday = { jedinica_mere: 'kom', hs_code: '8536.90' }
  const { jedinica_mere, hs_code } = codesOf({ stored: kept, proizvod_id: 'KS001', ...ofToday })
  assert.deepEqual([jedinica_mere, hs_code], ['m', '8544.42'])
  assert.equal(codesOf({ stored: kept, proizvod_id: 'KS002', ...ofToday }).hs_code, '8536.90')
  assert.equal(codesOf({ stored: null, proizvod_id: 'KS001', ...ofToday }).hs_code, '8536.90')
})

test('a quantity that is no number, or is not above 0, needs nothing yet', () => {
  for (const kolicina of ['', 'x', '0', '-1']) {
    assert.equal(normativOf({ stored: null, proizvod_id: 'KS001', kolicina }, [norm('A1', 2)])[0]?.kolicina, null)
  }
})
