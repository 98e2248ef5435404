import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type CalendarDate,
  dayAfter,
  dayBefore,
  formatDate,
  isShortYear,
  lastMonths,
  monthsBefore,
  parseHastyDate,
  parseIsoDate,
  parsePeriodEnd,
  parseTypedDate,
  parseTypedMonth,
  parseTypedYear,
  partsOfYears,
  yearOf,
} from './calendar-date.ts'

describe('days', () => {
  test('an ISO text is a day when there is one; a time behind it is cut off', () => {
    assert.equal(parseIsoDate('2026-02-01'), '2026-02-01')
    assert.equal(parseIsoDate(' 2026-02-01 '), '2026-02-01')
    assert.equal(parseIsoDate('2026-02-01T23:59:59.000Z'), '2026-02-01')
    assert.equal(parseIsoDate('2024-02-29'), '2024-02-29')
    for (const time of ['T00:00', ' 23:59:59', 'T24:00:00+02:00', 't09:05:07,123z', 'T09:05:07.123456-0130'])
      assert.equal(parseIsoDate(`2026-02-01${time}`), '2026-02-01', time)
    for (const other of ['x', ' bilo šta', 'T', 'T9', 'T99:99', 'T12:60', 'T\0', 'T12:00:00 posle'])
      assert.equal(parseIsoDate(`2026-02-01${other}`), null, other)
    for (const none of ['', '2026-02-29', '2026-2-1', '2026-13-01', '2026-00-10', '2026-04-31', '26-02-01', 'danas'])
      assert.equal(parseIsoDate(none), null, none)
  })

  test('a century is a leap year every fourth time', () => {
    assert.equal(parseIsoDate('2000-02-29'), '2000-02-29')
    assert.equal(parseIsoDate('2100-02-29'), null)
  })

  test('years beyond those of documents are a slip of the finger', () => {
    assert.equal(parseIsoDate('1990-01-01'), '1990-01-01')
    assert.equal(parseIsoDate('2100-12-31'), '2100-12-31')
    assert.equal(parseIsoDate('1989-12-31'), null)
    assert.equal(parseIsoDate('2101-01-01'), null)
    assert.equal(parseIsoDate('0026-02-01'), null)
  })

  test('a period may end in any year: a year without documents gives the day next to those with them', () => {
    const ends = ['0026-02-01', '1989-05-31', '1990-05-31', '2100-05-31', '2101-05-31', '2026-02-29']
    assert.deepEqual(ends.map(parsePeriodEnd), [
      '1989-12-31',
      '1989-12-31',
      '1990-05-31',
      '2100-05-31',
      '2101-01-01',
      null,
    ])
  })

  test('people type a day in many ways', () => {
    for (const typed of ['1.2.26', '1.2.26.', '01.02.2026', '01.02.2026.', '1. 2. 2026.', '1/2/2026', '01022026'])
      assert.equal(parseTypedDate(typed), '2026-02-01', typed)
    assert.equal(parseTypedDate('2026-02-01'), '2026-02-01')
    for (const time of ['10:30', '00:00:00', '9:05', '23:59:59.123', '9:05 AM', '10:30 h'])
      for (const day of ['1.2.26', '01.02.2026.', '1/2/2026', '2026-02-01'])
        assert.equal(parseTypedDate(`${day} ${time}`), '2026-02-01', `${day} ${time}`)
    for (const none of ['1.2.2026 25:00', '1.2.2026 10:60', '10:30', '1.2.2026 10'])
      assert.equal(parseTypedDate(none), null, none)
    for (const none of ['', '1.2', '31.2.2026', '32.1.2026', '1.13.2026', '1.2.026', '112026', '1.2.26.5'])
      assert.equal(parseTypedDate(none), null, none)
  })

  test('a year of two digits is known for one', () => {
    for (const short of ['15.1.91', '15.1.91.', '1/2/26', '1.2.26 10:30']) assert.ok(isShortYear(short), short)
    for (const whole of ['15.1.1991', '01.02.2026.', '2026-02-01', '01022026', '1.2.026', 'x'])
      assert.ok(!isShortYear(whole), whole)
  })

  test('a day is shown as dd.MM.yyyy. and has a year', () => {
    assert.equal(formatDate('2026-02-01' as CalendarDate), '01.02.2026.')
    assert.equal(yearOf('2026-02-01' as CalendarDate), 2026)
  })

  test('what is shown is read back as the same day, every day', () => {
    const noon = (text: string) => new Date(`${text}T12:00:00Z`)
    fc.assert(
      fc.property(fc.date({ min: noon('1990-01-01'), max: noon('2100-12-31'), noInvalidDate: true }), (moment) => {
        const day = moment.toISOString().slice(0, 10)
        assert.equal(parseIsoDate(day), day)
        assert.equal(parseTypedDate(formatDate(day as CalendarDate)), day)
      }),
    )
  })
})

test('a year as people type it is all its days; anything else is none', () => {
  for (const typed of ['2026', ' 2026. ']) assert.deepEqual(parseTypedYear(typed), ['2026-01-01', '2026-12-31'], typed)
  for (const typed of ['', '26', '1989', '2101', '20261', '2026-']) assert.equal(parseTypedYear(typed), null, typed)
})

test('a month as people type it is all its days; anything else is none', () => {
  for (const typed of ['9.2026', '09.2026', ' 09.2026. ']) {
    assert.deepEqual(parseTypedMonth(typed), ['2026-09-01', '2026-09-30'], typed)
  }
  for (const typed of ['', '13.2026', '0.2026', '9.26', '9.1989', '9.2101', '17.09.2026', '009.2026', '9,2026'])
    assert.equal(parseTypedMonth(typed), null, typed)
})

test('a day as somebody types it in a hurry: without a year, without signs, today', () => {
  const read = (text: string) => parseHastyDate(text, '2026-11-28' as CalendarDate)
  for (const typed of [
    '5.3',
    '5.3.',
    '05.03',
    '5/3',
    '5-3',
    '5 3',
    '0503',
    '5. 3.',
    '050326',
    '5 3 26',
    '5.3.26',
    '05.03.2026.',
    '2026-03-05',
  ])
    assert.equal(read(typed), '2026-03-05', typed)
  for (const typed of ['d', 'D', 'danas', ' Danas ']) assert.equal(read(typed), '2026-11-28', typed)
  for (const typed of ['', '5', '31.2', '31 2', '3102', '13.13', '2026', '5.3.2', 'sutra', '123', '12345'])
    assert.equal(read(typed), null, typed)
})

const day = (text: string) => text as CalendarDate

test('so many months earlier is the same day of that month, or its last one', () => {
  assert.equal(monthsBefore(day('2026-08-15'), 3), '2026-05-15')
  assert.equal(monthsBefore(day('2026-02-10'), 3), '2025-11-10')
  assert.equal(monthsBefore(day('2026-05-31'), 3), '2026-02-28')
  assert.equal(monthsBefore(day('2024-05-31'), 3), '2024-02-29')
  assert.equal(monthsBefore(day('2024-02-29'), 12), '2023-02-28')
  assert.equal(monthsBefore(day('2026-01-31'), 12), '2025-01-31')
  assert.equal(monthsBefore(day('2100-03-31'), 1), '2100-02-28')
})

test('the last months end with the month of the day and go back over the new year', () => {
  assert.deepEqual(lastMonths(day('2026-02-10'), 4), [
    { mesec: '2025-11', od: '2025-11-01', do: '2025-11-30' },
    { mesec: '2025-12', od: '2025-12-01', do: '2025-12-31' },
    { mesec: '2026-01', od: '2026-01-01', do: '2026-01-31' },
    { mesec: '2026-02', od: '2026-02-01', do: '2026-02-28' },
  ])
})

test('the day before goes back over months, years and 29 February', () => {
  assert.equal(dayBefore(day('2026-02-10')), '2026-02-09')
  assert.equal(dayBefore(day('2026-03-01')), '2026-02-28')
  assert.equal(dayBefore(day('2024-03-01')), '2024-02-29')
  assert.equal(dayBefore(day('2026-01-01')), '2025-12-31')
  assert.equal(dayBefore(day('1990-01-01')), '1989-12-31')
})

test('the day after goes on over months, years and 29 February', () => {
  for (const text of ['2026-02-10', '2026-02-28', '2024-02-28', '2024-02-29', '2025-12-31'])
    assert.equal(dayBefore(dayAfter(day(text))), text)
  assert.deepEqual(
    ['2026-01-30', '2026-01-31', '2025-12-31'].map((text) => dayAfter(day(text))),
    [...['2026-01-31', '2026-02-01', '2026-01-01']],
  )
})

const anyDay = fc
  .tuple(fc.integer({ min: 1995, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) =>
    parseIsoDate(`${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`),
  )
  .filter((date) => date !== null)

test('every answer is a day of the calendar, and a later day never gives an earlier one', () => {
  fc.assert(
    fc.property(anyDay, anyDay, fc.integer({ min: 0, max: 48 }), (a, b, months) => {
      const [earlier, later] = a < b ? [a, b] : [b, a]
      assert.equal(parseIsoDate(monthsBefore(earlier, months)), monthsBefore(earlier, months))
      assert.ok(monthsBefore(earlier, months) <= monthsBefore(later, months))
      assert.ok(monthsBefore(earlier, months) <= earlier)
    }),
  )
})

test('consecutive months leave no day between them', () => {
  fc.assert(
    fc.property(anyDay, (date) => {
      const months = lastMonths(date, 13)
      assert.ok(months.some(({ od, do: last }) => od <= date && date <= last))
      assert.equal(new Set(months.map(({ mesec }) => mesec)).size, 13)
      for (const month of months) assert.equal(parseIsoDate(month.do), month.do)
    }),
  )
})

test('quarters and half-years are whole, the newest first, over the turn of the year', () => {
  assert.deepEqual(partsOfYears(day('2026-05-31'), 3, 3), [
    { naziv: '2. kvartal 2026.', od: '2026-04-01', do: '2026-06-30' },
    { naziv: '1. kvartal 2026.', od: '2026-01-01', do: '2026-03-31' },
    { naziv: '4. kvartal 2025.', od: '2025-10-01', do: '2025-12-31' },
  ])
  assert.deepEqual(partsOfYears(day('2026-07-01'), 6, 2), [
    { naziv: '2. polugodište 2026.', od: '2026-07-01', do: '2026-12-31' },
    { naziv: '1. polugodište 2026.', od: '2026-01-01', do: '2026-06-30' },
  ])
})
