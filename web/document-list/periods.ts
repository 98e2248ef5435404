import { type CalendarDate, lastMonths, monthOf, monthsBefore, partsOfYears } from '#domain/calendar-date.ts'

export type Period = { datum_od: string; datum_do: string }

/** The number of offered quarters with the current one: it reaches the same quarter of last year. */
const QUARTERS = 5
const HALVES = 3

/**
 * The usual periods, seen from `today`. The current month ends today; quarters, half-years and years are full, as they
 * are reported.
 */
export function usualPeriods(today: CalendarDate): { text: string; period: Period }[] {
  const firstOf = (date: CalendarDate) => `${monthOf(date)}-01` as CalendarDate
  const before = monthsBefore(today, 1)
  const year = Number(today.slice(0, 4))
  return [
    { text: 'Ovaj mesec', period: { datum_od: firstOf(today), datum_do: today } },
    { text: 'Prošli mesec', period: { datum_od: firstOf(before), datum_do: lastOf(before) } },
    ...[...partsOfYears(today, 3, QUARTERS), ...partsOfYears(today, 6, HALVES)].map((part) => ({
      text: part.naziv,
      period: { datum_od: part.od, datum_do: part.do },
    })),
    { text: 'Poslednjih 12 meseci', period: { datum_od: monthsBefore(today, 12), datum_do: today } },
    { text: `${year}. godina`, period: { datum_od: `${year}-01-01`, datum_do: `${year}-12-31` } },
    { text: `${year - 1}. godina`, period: { datum_od: `${year - 1}-01-01`, datum_do: `${year - 1}-12-31` } },
  ]
}

const lastOf = (date: CalendarDate): string => lastMonths(date, 1)[0]?.do ?? date
