import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CalendarDate, dayNumber, parseIsoDate } from './calendar-date.ts'
import {
  daysAfter,
  daysBetween,
  daysUntil,
  drawMarks,
  ROK_DO_KRAJA,
  type RokDoKraja,
  rokRazduzenja,
  stanjeRoka,
} from './rok.ts'

const day = (text: string) => text as CalendarDate
const DAY_MS = 86_400_000
const later = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
const anyDay = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => parseIsoDate(later('1990-01-01', days)))
  .filter((date) => date !== null)

test('a deadline runs so many months, then to the end of its month, quarter or half-year', () => {
  const due = (datum: string, rok_do_kraja: RokDoKraja) => {
    const rok = rokRazduzenja(day(datum), { rok_meseci: 6, rok_do_kraja })
    return [rok, rok && daysAfter(rok, 30)]
  }
  assert.deepEqual(due('2026-01-15', 'dan'), ['2026-07-15', '2026-08-14'])
  assert.deepEqual(due('2026-01-15', 'mesec'), ['2026-07-31', '2026-08-30'])
  assert.deepEqual(due('2026-01-15', 'kvartal'), ['2026-09-30', '2026-10-30'])
  assert.deepEqual(due('2026-01-15', 'polugodiste'), ['2026-12-31', '2027-01-30'])
  assert.equal(due('2025-08-31', 'dan')[0], '2026-02-28', 'a missing day is the last of its month')
  assert.equal(rokRazduzenja(day('2026-01-15'), { rok_meseci: null, rok_do_kraja: 'mesec' }), null)
})

test('a deadline is in time, about to end, past, or nothing is left', () => {
  const on = (dan: string, razduzeno = false) => stanjeRoka({ rok: day('2026-07-15'), razduzeno }, day(dan), 30)
  assert.deepEqual(
    ['2026-06-14', '2026-06-15', '2026-07-15', '2026-07-16'].map((dan) => on(dan)),
    ['u roku', 'ističe', 'ističe', 'isteklo'],
  )
  assert.equal(on('2026-07-16', true), 'razduženo')
  assert.equal(stanjeRoka({ rok: null, razduzeno: true }, day('2026-07-16'), 30), 'razduženo')
  assert.equal(stanjeRoka({ rok: null, razduzeno: false }, day('2026-07-16'), 30), null)
})

/** The same by trying days: the months are counted down one by one, the end is the first day whose next is a new one. */
function naive(datum: CalendarDate, months: number, rok_do_kraja: RokDoKraja): string {
  let [year, month] = [Number(datum.slice(0, 4)), Number(datum.slice(5, 7))]
  for (let left = months; left > 0; left--) [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  const text = (number: number) => String(number).padStart(2, '0')
  let dayOfMonth = dayNumber(datum)
  const written = () => `${year}-${text(month)}-${text(dayOfMonth)}`
  while (later(written().replace(/\d\d$/, '01'), dayOfMonth - 1) !== written()) dayOfMonth--
  const begins = { dan: '-', mesec: '-01', kvartal: '-(01|04|07|10)-01', polugodiste: '-(01|07)-01' }[rok_do_kraja]
  let rok = written()
  while (!new RegExp(rok_do_kraja === 'dan' ? begins : `${begins}$`).test(later(rok, 1))) rok = later(rok, 1)
  return rok
}

test('deadlines, due days and states agree with a count of days', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(...ROK_DO_KRAJA),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: -500, max: 500 }),
      (datum, rok_meseci, rok_do_kraja, days, away) => {
        const rok = rokRazduzenja(datum, { rok_meseci, rok_do_kraja }) as CalendarDate
        assert.equal(rok, naive(datum, rok_meseci, rok_do_kraja))
        assert.equal(daysAfter(rok, days), later(rok, days))
        const expected = away > 0 ? 'isteklo' : -away <= days ? 'ističe' : 'u roku'
        assert.equal(stanjeRoka({ rok, razduzeno: false }, day(later(rok, away)), days), expected)
      },
    ),
  )
})

test('days between two days, and a deadline as one says it', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -2000, max: 2000 }), (from, days) => {
      assert.equal(daysBetween(from, day(later(from, days))), days)
    }),
  )
  const said = (rok: string) => daysUntil(day(rok), day('2026-11-28'))
  assert.deepEqual(
    ['2026-11-28', '2026-11-29', '2026-12-18', '2026-12-19', '2026-12-09', '2026-11-27', '2026-11-25'].map(said),
    ['danas', 'za 1 dan', 'za 20 dana', 'za 21 dan', 'za 11 dana', 'pre 1 dan', 'pre 3 dana'],
  )
})

test('a draw on the day of a deadline is in time, and on the day of change-over not before it', () => {
  const marks = (datum: string) => drawMarks({ rok: day('2026-07-15'), dan_prelaska: day('2026-07-01') }, day(datum))
  assert.deepEqual(marks('2026-07-15'), { posle_roka: false })
  assert.deepEqual(marks('2026-07-16'), { posle_roka: true })
  assert.deepEqual(marks('2026-07-01'), { posle_roka: false })
  assert.deepEqual(marks('2026-06-30'), { posle_roka: false, pre_prelaska: true })
})
