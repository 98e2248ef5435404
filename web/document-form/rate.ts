import { type CalendarDate, parseTypedDate } from '#domain/calendar-date.ts'
import { type Rate, rateOn } from '#domain/currency.ts'
import type { Micro } from '#domain/decimal.ts'
import { localDay } from '#web/ui/local-time.ts'

/** The rate of a document as it was saved. */
export type SavedRate = { readonly valuta: string; readonly datum: CalendarDate; readonly kurs: Micro }

/**
 * The rate with which the server will save the document: its own while currency and date stay, else that of the table
 * on its day (decisions §2), or on `today` while no day is typed. Null without a rate.
 */
export function documentRate(
  rates: readonly Rate[],
  { valuta, datum }: { readonly valuta: string; readonly datum: string },
  saved: SavedRate | null,
  today: CalendarDate = localDay(),
): Micro | null {
  const day = parseTypedDate(datum)
  if (saved && saved.valuta === valuta && saved.datum === day) return saved.kurs
  return rateOn(rates, valuta, day ?? today)
}
