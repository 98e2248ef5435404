import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_DOCUMENT_ITEMS, MAX_DOCUMENT_REQUIREMENTS, MAX_NORMATIV_ITEMS } from '#contract/limits.ts'
import { NO_WASTE } from '#domain/bom.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { Refusal } from '#server/refusal.ts'
import { type C1Line, planLines } from './c1-lines.ts'

const ONE = 1_000_000 as Micro

/** A product of so many materials. */
const productOf = (materials: number) => ({
  proizvod_naziv: 'Snop',
  hs_code: '8544',
  jedinica_mere: 'kom',
  normativ_verzija: null,
  normativ: Array.from({ length: materials }, (_, at) => ({
    materijal_id: `M${at}`,
    naziv: 'Kabl',
    jedinica_mere: 'm',
    potrebna_kolicina: ONE,
    ...NO_WASTE,
  })),
})

test('an export needs so many rows of normativi and no more, however many lines and materials they are', () => {
  assert.equal(MAX_DOCUMENT_REQUIREMENTS, 50_000)
  const products = new Map([
    ['VELIK', productOf(MAX_NORMATIV_ITEMS)],
    ['MALI', productOf(1)],
  ])
  const line = (proizvod_id: string, pozicija: number): C1Line => ({
    id: undefined,
    broj_fakture: 'F',
    redni_broj: pozicija + 1,
    proizvod_id,
    kolicina: ONE,
    cena: ONE,
    iznos: 100 as Para,
    pozicija,
  })
  const most = Array.from({ length: MAX_DOCUMENT_REQUIREMENTS / MAX_NORMATIV_ITEMS }, (_, at) => line('VELIK', at))
  assert.equal(planLines(products, most, [], []).flatMap(({ needs }) => needs).length, MAX_DOCUMENT_REQUIREMENTS)
  assert.throws(
    () => planLines(products, [...most, line('MALI', most.length)], [], []),
    (error) =>
      error instanceof Refusal &&
      error.code === 'invalid' &&
      error.message ===
        'Stavke dokumenta imaju previše stavki normativa (50.001), a dozvoljeno je najviše 50.000. Podelite dokument.' &&
      error.errors?.[0]?.field === 'stavke',
  )
  const longest = Array.from({ length: MAX_DOCUMENT_ITEMS }, (_, at) => line('MALI', at))
  assert.equal(planLines(products, longest, [], []).length, MAX_DOCUMENT_ITEMS)
})
