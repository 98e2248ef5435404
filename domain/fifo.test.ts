import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { CalendarDate } from './calendar-date.ts'
import { type Micro, microText, parseMicro, sum } from './decimal.ts'
import { compareLots, comparePositions, discharge, type Lot, type Requirement } from './fifo.ts'

type Entry = { id: number; datum: CalendarDate; dokument: number; kolicina: string }
type Case = {
  naziv: string
  lots: Entry[]
  demands: Entry[]
  razduzenja: { demand: number; lot: number; kolicina: string }[]
  manjak: { demand: number; kolicina: string }[]
  preostalo: { lot: number; kolicina: string }[]
}

const cases: Case[] = JSON.parse(readFileSync(new URL('./fixtures/fifo.json', import.meta.url), 'utf8'))
const micro = (text: string) => parseMicro(text) as Micro
const lotOf = ({ id, datum, dokument, kolicina }: Entry): Lot => ({
  id,
  datum,
  c4_id: dokument,
  preostalo: micro(kolicina),
})
const requirementOf = ({ id, datum, dokument, kolicina }: Entry): Requirement => ({
  c1_stavka_id: id,
  datum,
  c1_id: dokument,
  kolicina: micro(kolicina),
})

/** The remainder of each lot, in lot order. */
function remaining(lots: readonly Lot[], draws: ReturnType<typeof discharge>['draws']) {
  return lots.map((lot) => ({
    lot: lot.id,
    kolicina: (lot.preostalo - sum(draws.filter((d) => d.c4_stavka_id === lot.id).map((d) => d.kolicina))) as Micro,
  }))
}

describe('worked FIFO cases', () => {
  assert.ok(cases.length >= 16)
  for (const { naziv, lots, demands, razduzenja, manjak, preostalo } of cases) {
    test(naziv, () => {
      const queue = lots.map(lotOf).sort(compareLots)
      const { draws, shortages } = discharge(queue, demands.map(requirementOf).sort(comparePositions))
      assert.deepEqual(
        draws.map((d) => ({ demand: d.c1_stavka_id, lot: d.c4_stavka_id, kolicina: microText(d.kolicina) })),
        razduzenja,
      )
      assert.deepEqual(
        shortages.map((s) => ({ demand: s.c1_stavka_id, kolicina: microText(s.manjak) })),
        manjak,
      )
      assert.deepEqual(
        remaining(queue, draws).map((r) => ({ ...r, kolicina: microText(r.kolicina) })),
        preostalo,
      )
    })
  }
})

/** The rule of decisions §1 word by word, with nothing clever: for each requirement look through all lots from the oldest. */
function naive(lots: readonly Lot[], requirements: readonly Requirement[]) {
  const left = new Map(lots.map((lot) => [lot.id, lot.preostalo as number]))
  const draws: { c1_stavka_id: number; c4_stavka_id: number; kolicina: number }[] = []
  const shortages: { c1_stavka_id: number; manjak: number }[] = []
  for (const { c1_stavka_id, datum, kolicina } of [...requirements].sort(comparePositions)) {
    let needed: number = kolicina
    for (const lot of [...lots].sort(compareLots)) {
      const available = left.get(lot.id) ?? 0
      const taken = lot.datum <= datum ? Math.min(available, needed) : 0
      if (taken === 0) continue
      draws.push({ c1_stavka_id, c4_stavka_id: lot.id, kolicina: taken })
      left.set(lot.id, available - taken)
      needed -= taken
    }
    if (needed > 0) shortages.push({ c1_stavka_id, manjak: needed })
  }
  return { draws, shortages }
}

const day = fc.integer({ min: 1, max: 9 }).map((n) => `2026-01-0${n}` as CalendarDate)
const quantity = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 1_000_000_000_000_000 }),
) as fc.Arbitrary<Micro>
const lots = fc
  .array(fc.record({ c4_id: fc.integer({ min: 1, max: 5 }), datum: day, preostalo: quantity }), { maxLength: 12 })
  .map((list) => list.map((lot, i) => ({ ...lot, id: i + 1 })).sort(compareLots))
const requirements = fc
  .array(fc.record({ c1_id: fc.integer({ min: 1, max: 5 }), datum: day, kolicina: quantity }), { maxLength: 12 })
  .map((list) => list.map((row, i) => ({ ...row, c1_stavka_id: i + 1 })).sort(comparePositions))

describe('discharge', () => {
  test('is what looking through all lots from the oldest gives', () => {
    fc.assert(
      fc.property(lots, requirements, (l, r) => assert.deepEqual(discharge(l, r), naive(l, r))),
      { numRuns: 2000 },
    )
  })

  test('neither makes nor loses anything: lots = drawn + left, requirements = drawn + short', () => {
    fc.assert(
      fc.property(lots, requirements, (l, r) => {
        const { draws, shortages } = discharge(l, r)
        for (const { lot, kolicina } of remaining(l, draws)) assert.ok(kolicina >= 0, `lot ${lot} below zero`)
        for (const { c1_stavka_id, kolicina } of r) {
          const drawn = draws
            .filter((d) => d.c1_stavka_id === c1_stavka_id)
            .reduce((total, d) => total + BigInt(d.kolicina), 0n)
          const short = shortages.find((s) => s.c1_stavka_id === c1_stavka_id)?.manjak ?? 0
          assert.equal(drawn + BigInt(short), BigInt(kolicina))
        }
      }),
    )
  })

  test('ends at exactly 0 for a lot that is consumed in k random parts', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(parts, (list) => {
        const whole = list.reduce((total, part) => total + part, 0) as Micro
        const lot: Lot = { id: 1, c4_id: 1, datum: '2026-01-01' as CalendarDate, preostalo: whole }
        const { draws, shortages } = discharge(
          [lot],
          list.map((kolicina, i) => ({ c1_stavka_id: i, c1_id: i, datum: lot.datum, kolicina: kolicina as Micro })),
        )
        assert.deepEqual(remaining([lot], draws), [{ lot: 1, kolicina: 0 }])
        assert.deepEqual(shortages, [])
      }),
    )
  })
})
