import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'
import {
  type DatedWaste,
  disposable,
  firstOverdrawn,
  RASPORED,
  type VrstaRasporeda,
  wasteBalance,
} from './waste-balance.ts'

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'] as CalendarDate[]
const VRSTE = Object.keys(RASPORED) as VrstaRasporeda[]
const moves: fc.Arbitrary<DatedWaste[]> = fc.array(
  fc.record({
    datum: fc.constantFrom(...DAYS),
    vrsta: fc.option(fc.constantFrom(...VRSTE)),
    kolicina: fc.integer({ min: 1, max: 100 }).map((value) => value as Micro),
  }),
)
const leftAfter = (all: readonly DatedWaste[], day: CalendarDate) =>
  all.reduce((left, { datum, vrsta, kolicina }) => {
    if (datum > day) return left
    return vrsta === null ? left + kolicina : left - kolicina
  }, 0)

test('one period ends with what the next one begins with, and each adds up', () => {
  fc.assert(
    fc.property(moves, fc.constantFrom(...DAYS.slice(1)), (all, second) => {
      const first = wasteBalance(all, null, DAYS[DAYS.indexOf(second) - 1] as CalendarDate)
      const next = wasteBalance(all, second, null)
      assert.equal(next.pocetno, first.stanje)
      assert.equal(next.stanje, leftAfter(all, DAYS.at(-1) as CalendarDate))
      for (const row of [first, next]) {
        assert.equal(row.izvezeno + row.pusteno + row.unisteno + row.reciklirano, row.rasporedjeno)
        assert.equal(row.pocetno + row.nastalo - row.rasporedjeno, row.stanje)
      }
    }),
  )
})

test('what may still go on a day is the least that is left from then on', () => {
  fc.assert(
    fc.property(moves, fc.constantFrom(...DAYS), (all, day) => {
      const least = Math.min(...DAYS.filter((later) => later >= day).map((later) => leftAfter(all, later)))
      assert.equal(disposable(all, day), least)
    }),
  )
})

test('the first day by which more went than had come is not one on which all of it went', () => {
  const of = (day: number, vrsta: VrstaRasporeda | null) =>
    ({ datum: DAYS[day], vrsta, kolicina: 10 }) as unknown as DatedWaste
  const exact = [of(0, null), of(1, 'Uništenje')]
  assert.equal(firstOverdrawn(exact), null)
  assert.deepEqual(firstOverdrawn([...exact, of(2, 'Izvoz')]), { datum: DAYS[2], nastalo: 10, rasporedjeno: 20 })
})
