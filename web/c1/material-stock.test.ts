import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { C1Stavka } from '#contract/c1.ts'
import { NO_WASTE } from '#domain/bom.ts'
import type { Micro } from '#domain/decimal.ts'
import { materialStock } from './material-stock.ts'

const micro = (value: number) => Math.round(value * 1_000_000) as Micro
const norm = (materijal_id: string, potrebna_kolicina: number, na_stanju: number) => ({
  materijal_id,
  naziv: `Materijal ${materijal_id}`,
  jedinica_mere: 'm',
  potrebna_kolicina: micro(potrebna_kolicina),
  ...NO_WASTE,
  na_stanju: micro(na_stanju),
})
const today = new Map([
  ['KS001', [norm('A1', 2, 100), norm('B2', 1, 40)]],
  ['KS002', [norm('A1', 3, 100)]],
])
const line = (proizvod_id: string, kolicina: string, stored: C1Stavka | null = null) => ({
  proizvod_id,
  kolicina,
  stored,
})
/** A stored line of 10 pieces that took 20 of A1, of which no import covers `manjak`. */
const took = (manjak: number) =>
  ({
    proizvod_id: 'KS001',
    kolicina: micro(10),
    normativ: [{ ...norm('A1', 2, 0), kolicina: micro(20), manjak: micro(manjak) }],
  }) as unknown as C1Stavka
const shortOf = (...asked: Parameters<typeof materialStock>) =>
  [...materialStock(...asked)].filter(([, { short }]) => short).map(([id]) => id)

test('the lines of an export share the stock: alone each may have enough, together they have not', () => {
  const stock = materialStock([line('KS001', '20'), line('KS002', '20')], [], today)
  assert.deepEqual(Object.fromEntries(stock), {
    A1: { na_stanju: micro(100), short: false },
    B2: { na_stanju: micro(40), short: false },
  })
  assert.deepEqual(shortOf([line('KS001', '20'), line('KS002', '20,01')], [], today), ['A1'])
  assert.deepEqual(shortOf([line('KS001', '41'), line('KS002', '')], [], today), ['B2'])
  assert.deepEqual(shortOf([line('KS009', '1000')], [], today), [], 'what has no normativ needs nothing')
})

test('what the stored document took is there for it again', () => {
  const stored = [took(0)]
  const left = new Map([['KS001', [norm('A1', 2, 5)]]])
  assert.deepEqual(shortOf([line('KS001', '12,5', stored[0])], stored, left), [])
  assert.deepEqual(shortOf([line('KS001', '12,6', stored[0])], stored, left), ['A1'])
  assert.deepEqual(shortOf([line('KS001', '12,6')], stored, left), ['A1'], 'the same for a line that took its place')
  assert.deepEqual(shortOf([line('KS001', '12,6')], [], left), ['A1'])
})

test('a stored document that is not changed is short of what it lacked, whatever others lack', () => {
  const others = new Map([['KS001', [norm('A1', 2, -50)]]])
  assert.deepEqual(shortOf([line('KS001', '10', took(0))], [took(0)], others), [])
  assert.deepEqual(shortOf([line('KS001', '10', took(4))], [took(4)], others), ['A1'])
  assert.deepEqual(shortOf([line('KS001', '11', took(0))], [took(0)], others), ['A1'])
  const unknown = materialStock([line('KS001', '10', took(0))], [took(0)], new Map())
  assert.deepEqual(unknown.get('A1'), { na_stanju: null, short: false })
})
