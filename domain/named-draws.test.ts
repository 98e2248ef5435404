import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { CalendarDate } from './calendar-date.ts'
import { type Micro, NO_QUANTITY } from './decimal.ts'
import { discharge, type Lot, type Requirement } from './fifo.ts'
import { capacityOf, limitOf, proposedFrom, startDay } from './named-draws.ts'

/**
 * A picture of lots and exports of one material, a word each: `L1 10.01 100` is a lot, `C1 01.03 120` an export; `-40`
 * behind a lot is what is named of it.
 */
function books(picture: string) {
  const lots: Lot[] = []
  const requirements: Requirement[] = []
  for (const line of picture.trim().split('\n')) {
    const [name = '', day = '', quantity, named] = line.trim().split(/ +/)
    const id = Number(name.slice(1))
    const datum = `2026-${day.slice(3)}-${day.slice(0, 2)}` as CalendarDate
    const [kolicina, izuzeto] = [Number(quantity) as Micro, -Number(named ?? 0) as Micro]
    if (name.startsWith('L')) lots.push({ id, c4_id: id, datum, preostalo: capacityOf({ kolicina, izuzeto }) })
    else requirements.push({ c1_stavka_id: id, c1_id: id, datum, kolicina })
  }
  return { lots, requirements }
}
const sumOf = (rows: readonly { kolicina: number }[]) => rows.reduce((total, { kolicina }) => total + kolicina, 0)
const limits = (picture: string, day: string) => {
  const { lots, requirements } = books(picture)
  return limitsIn(lots, requirements, day as CalendarDate)
}
/** Of each lot, with what exports have of it as what is left. */
function limitsIn(lots: readonly Lot[], requirements: readonly Requirement[], day: CalendarDate) {
  const days = new Map(requirements.map(({ c1_stavka_id, datum }) => [c1_stavka_id, datum]))
  const upTo = discharge(lots, requirements).draws.filter(({ c1_stavka_id }) => (days.get(c1_stavka_id) ?? '') <= day)
  return lots.map(({ id, preostalo }) => {
    const drawn = sumOf(upTo.filter(({ c4_stavka_id }) => c4_stavka_id === id)) as Micro
    return limitOf({ kolicina: preostalo, izuzeto: NO_QUANTITY }, drawn, NO_QUANTITY)
  })
}

describe('what may be named of a lot on a day', () => {
  test('is what exports up to that day left of it', () => {
    const picture = `
      L1 10.01 100
      L2 10.02 100
      L3 20.04 100
      C1 01.03 120
      C2 01.05  50`
    assert.deepEqual(limits(picture, '2026-04-15'), [0, 80, 100])
    assert.deepEqual(limits(picture, '2026-05-01'), [0, 30, 100])
    assert.deepEqual(limits(picture, '2026-02-28'), [100, 100, 100])
  })

  test('is less by what other draws name of it, whatever their day', () => {
    assert.deepEqual(
      limits(
        `
      L1 10.01 100 -60
      L2 10.02 100 -100
      C1 01.03  50`,
        '2026-03-01',
      ),
      [0, 0],
    )
  })
})

// Days are numbers from 10 to 40, so that they compare as texts do.
const dayOf = (day: number) => String(day) as CalendarDate
type Past = { lots: readonly [day: number, kolicina: number][]; exports: readonly [day: number, kolicina: number][] }
type Named = { at: number; day: number; kolicina: number }

/** Goes through the days, and at every one through all lots for every unit that an export needs. */
function naive({ lots, exports }: Past, named: readonly Named[]) {
  const left = lots.map(([, kolicina], at) => kolicina - sumOf(named.filter((one) => one.at === at)))
  const drawn: [c1: number, lot: number, day: number][] = []
  const byDay = exports
    .map(([day, kolicina], c1) => ({ day, kolicina, c1 }))
    .sort((a, b) => a.day - b.day || a.c1 - b.c1)
  const queue = lots.map(([day], at) => ({ day, at })).sort((a, b) => a.day - b.day || a.at - b.at)
  for (const { day, kolicina, c1 } of byDay)
    for (let unit = 0; unit < kolicina; unit++) {
      const next = queue.find((lot) => lot.day <= day && (left[lot.at] ?? 0) > 0)
      if (!next) break
      left[next.at] = (left[next.at] ?? 0) - 1
      drawn.push([c1, next.at, day])
    }
  return { drawn, left }
}
function asBooks({ lots, exports }: Past, named: readonly Named[]) {
  const inDays = <T extends { datum: string; id: number }>(rows: T[]) =>
    rows.sort((a, b) => (a.datum < b.datum ? -1 : a.datum > b.datum ? 1 : a.id - b.id))
  return {
    lots: inDays(
      lots.map(([day, kolicina], at) => {
        const izuzeto = sumOf(named.filter((one) => one.at === at)) as Micro
        return { id: at, c4_id: at, datum: dayOf(day), preostalo: capacityOf({ kolicina: kolicina as Micro, izuzeto }) }
      }),
    ),
    requirements: inDays(
      exports.map(([day, kolicina], at) => {
        return { id: at, c1_stavka_id: at, c1_id: at, datum: dayOf(day), kolicina: kolicina as Micro }
      }),
    ),
  }
}

const rows = fc.array(fc.tuple(fc.integer({ min: 10, max: 40 }), fc.integer({ min: 1, max: 9 })), { maxLength: 6 })
const wishes = fc.array(
  fc.record({ at: fc.nat(5), day: fc.integer({ min: 10, max: 45 }), kolicina: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 6 },
)

test('whatever is named within the limits changes no draw up to its day and no past stock, and no lot falls below zero', () => {
  fc.assert(
    fc.property(rows, rows, wishes, (lots, exports, wished) => {
      const past = { lots, exports }
      let named: Named[] = []
      for (const wish of wished) {
        const lot = lots[wish.at]
        if (!lot || wish.day < lot[0]) continue
        const { lots: capacities, requirements } = asBooks(past, named)
        const limits = limitsIn(capacities, requirements, dayOf(wish.day))
        const limit = limits[capacities.findIndex(({ id }) => id === wish.at)] ?? 0
        if (wish.kolicina > limit) continue
        const upTo = ({ drawn }: ReturnType<typeof naive>) => drawn.filter(([, , day]) => day <= wish.day)
        const before = upTo(naive(past, named))
        named = [...named, wish]
        assert.deepEqual(upTo(naive(past, named)), before)
      }
      const { drawn } = naive(past, named)
      const books = asBooks(past, named)
      const units = discharge(books.lots, books.requirements).draws
      for (const { c1_stavka_id, c4_stavka_id, kolicina } of units)
        assert.equal(drawn.filter(([c1, lot]) => c1 === c1_stavka_id && lot === c4_stavka_id).length, kolicina)
      for (let day = 10; day <= 45; day++)
        for (const [at, [came, kolicina]] of lots.entries()) {
          if (came > day) continue
          const out = drawn.filter(([, lot, on]) => lot === at && on <= day).length
          const ofLot = named.filter((one) => one.at === at)
          const held = kolicina - out - sumOf(ofLot.filter((one) => one.day <= day))
          // The stock of a past day over capacities, and what was named of the lot later.
          const formula = kolicina - sumOf(ofLot) - out + sumOf(ofLot.filter((one) => one.day > day))
          assert.ok(held >= 0, `lot ${at} on ${day}`)
          assert.equal(formula, held)
        }
    }),
    { numRuns: 3000 },
  )
})

test('a shortage is proposed from the oldest lots, up to what each may give', () => {
  const of = (manjak: number, ...moguce: number[]) => proposedFrom(manjak as Micro, moguce as Micro[])
  assert.deepEqual(of(90, 80, 100), [80, 10])
  assert.deepEqual(of(80, 80, 100), [80, 0])
  assert.deepEqual(of(200, 80, 100), [80, 100])
  assert.deepEqual(of(5), [])
})

test('what left before the books counts for the day before the change-over, and never for one before its import', () => {
  const days = (datum: string) => startDay(datum as CalendarDate, '2026-03-01' as CalendarDate)
  assert.deepEqual(['2026-01-10', '2026-02-28', '2026-03-01', '2026-03-02'].map(days), [
    ...['2026-02-28', '2026-02-28', '2026-03-01', '2026-03-02'],
  ])
})
