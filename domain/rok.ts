import { type CalendarDate, dayIn, dayNumber, lastDayOf, monthAfter, monthOf, monthsBefore } from './calendar-date.ts'
import { counted } from './count-words.ts'

/** A deadline runs to the end of one of these. */
export const ROK_DO_KRAJA = ['dan', 'mesec', 'kvartal', 'polugodiste'] as const
export type RokDoKraja = (typeof ROK_DO_KRAJA)[number]

/** The state of a deadline on a day. */
export const STANJA_ROKA = ['razduženo', 'u roku', 'ističe', 'isteklo'] as const
export type StanjeRoka = (typeof STANJA_ROKA)[number]

/** How many months the period is in which a deadline ends. */
const MONTHS: Readonly<Record<RokDoKraja, number>> = { dan: 0, mesec: 1, kvartal: 3, polugodiste: 6 }

/**
 * The deadline for discharge of goods imported on a day: this many months later (a missing day is the last of its
 * month), then to the end of its month, quarter or half-year (UCC 257). Null where the authorisation gives no months.
 */
export function rokRazduzenja(
  datum: CalendarDate,
  { rok_meseci, rok_do_kraja }: { readonly rok_meseci: number | null; readonly rok_do_kraja: RokDoKraja },
): CalendarDate | null {
  if (rok_meseci === null) return null
  const rok = monthsBefore(datum, -rok_meseci)
  const months = MONTHS[rok_do_kraja]
  if (months === 0) return rok
  const mesec = monthOf(rok)
  const last = monthAfter(mesec, months - 1 - ((Number(mesec.slice(5)) - 1) % months))
  return dayIn(last, lastDayOf(last))
}

/** The day this number of days (0 or more) later, e.g. when the account of a deadline is due. */
export function daysAfter(date: CalendarDate, days: number): CalendarDate {
  let [mesec, day] = [monthOf(date), dayNumber(date) + days]
  for (let last = lastDayOf(mesec); day > last; last = lastDayOf(mesec)) {
    day -= last
    mesec = monthAfter(mesec, 1)
  }
  return dayIn(mesec, day)
}

/** How many days the second day is after the first; less than 0 where it is before. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => daysSinceZero(to) - daysSinceZero(from)

/** Days since 1 March of the year 0, so that the day of a leap year is the last of its year. */
function daysSinceZero(date: CalendarDate): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const y = month > 2 ? year : year - 1
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return 365 * y + leapDays + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
}

/** A deadline as one says it on a day: 'danas', 'za 20 dana', 'pre 1 dan'. */
export function daysUntil(rok: CalendarDate, dan: CalendarDate): string {
  const days = daysBetween(dan, rok)
  if (days === 0) return 'danas'
  const count = Math.abs(days)
  return `${days > 0 ? 'za' : 'pre'} ${count} ${counted(count, 'dan', 'dana', 'dana')}`
}

/**
 * How a deadline stands on a day: 'razduženo' where nothing is left of the import, 'ističe' within `upozorenje` days of
 * its end, that day included, 'isteklo' behind it. Null where something is left and there is no deadline.
 */
export function stanjeRoka(
  { rok, razduzeno }: { readonly rok: CalendarDate | null; readonly razduzeno: boolean },
  dan: CalendarDate,
  upozorenje: number,
): StanjeRoka | null {
  if (razduzeno) return 'razduženo'
  if (rok === null) return null
  if (dan > rok) return 'isteklo'
  return daysAfter(dan, upozorenje) >= rok ? 'ističe' : 'u roku'
}

/** The deadline in force: the latest prolongation, else the one that was typed, else what follows from the authorisation. */
export const rokUSnazi = (
  { datum, rok_razduzenja }: { readonly datum: CalendarDate; readonly rok_razduzenja: CalendarDate | null },
  produzen: CalendarDate | null,
  odobrenje: Parameters<typeof rokRazduzenja>[1] | null,
): CalendarDate | null => produzen ?? rok_razduzenja ?? (odobrenje && rokRazduzenja(datum, odobrenje))

type MarkedLot = { readonly rok: CalendarDate | null; readonly dan_prelaska: CalendarDate | null }
/**
 * Marks of a draw of a day from a lot: whether it came after the deadline (customs §4.1), and, only where true, that it
 * lies before the day of change-over and so may stand in 'Već razduženo' too.
 */
export const drawMarks = (
  { rok, dan_prelaska }: MarkedLot,
  datum: CalendarDate,
): { posle_roka: boolean; pre_prelaska?: true } => ({
  posle_roka: rok !== null && datum > rok,
  ...(dan_prelaska !== null && datum < dan_prelaska && { pre_prelaska: true }),
})
