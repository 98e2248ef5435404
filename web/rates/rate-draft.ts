import type { FieldError } from '#contract/errors.ts'
import { type RateBody, rateBody, type StoredRate } from '#contract/rates.ts'
import { type CalendarDate, parseTypedDate } from '#domain/calendar-date.ts'
import { DEFAULT_RATES, type Rate, rateOn } from '#domain/currency.ts'
import { type Checked, checkBy } from '#web/screens/form-errors.ts'
import { wireNumber } from '#web/ui/number-text.ts'

/** The form of a new rate, as typed. */
export type RateDraft = { valuta: string; vazi_od: string; kurs: string }

const NO_DAY = 'Važi od: datum nije ispravan.'
export const EMPTY_RATE: RateDraft = { valuta: 'EUR', vazi_od: '', kurs: '' }

/** The rate to be sent, or what is wrong with it, by the check and the sentences of the server. */
export function checkRate({ valuta, vazi_od, kurs }: RateDraft): Checked<RateBody> {
  const checked = checkBy(rateBody, {
    valuta,
    vazi_od: parseTypedDate(vazi_od) ?? vazi_od,
    kurs: wireNumber(kurs),
  })
  // The contract speaks of the wire's notation, which nobody types.
  const noDay = (error: FieldError) => (error.field === 'vazi_od' && vazi_od ? { ...error, message: NO_DAY } : error)
  return checked.errors ? { errors: checked.errors.map(noDay) } : checked
}

/** Whether what stands in the form means this very rate, however it is written. */
export function isDraftOf(rate: RateBody, draft: RateDraft): boolean {
  const { body } = checkRate(draft)
  return body?.valuta === rate.valuta && body.vazi_od === rate.vazi_od && body.kurs === rate.kurs
}

type Day = Pick<Rate, 'valuta' | 'vazi_od'>

/** The table without the rate of this currency and day, as it is once that is deleted. */
export const withoutRate = (rates: readonly StoredRate[], { valuta, vazi_od }: Day): StoredRate[] =>
  rates.filter((rate) => rate.valuta !== valuta || rate.vazi_od !== vazi_od)

/** The table with this rate in its place, newest first, as it is once that is saved. */
export const withRate = (rates: readonly StoredRate[], saved: StoredRate): StoredRate[] =>
  [...withoutRate(rates, saved), saved].sort((a, b) =>
    a.vazi_od === b.vazi_od ? (a.valuta < b.valuta ? -1 : 1) : a.vazi_od > b.vazi_od ? -1 : 1,
  )

/** The rows that hold until somebody enters others; they can't be deleted (decisions §2). */
export const isDefault = ({ valuta, vazi_od }: Day): boolean =>
  DEFAULT_RATES.some((rate) => rate.valuta === valuta && rate.vazi_od === vazi_od)

/** Whether documents of this day are saved with this very row. */
export const holdsOn = (rates: readonly Rate[], rate: Rate, day: CalendarDate): boolean =>
  rate.vazi_od <= day &&
  rateOn(rates, rate.valuta, day) === rate.kurs &&
  !rates.some((other) => other.valuta === rate.valuta && other.vazi_od > rate.vazi_od && other.vazi_od <= day)
