import type { CalendarDate } from './calendar-date.ts'
import { type Micro, NO_QUANTITY, subtract } from './decimal.ts'

/** A lot with what exports took of it before the period and within it. */
export type AccountedLot = {
  readonly datum: CalendarDate
  readonly kolicina: Micro
  readonly ranije: Micro
  readonly ugradjeno: Micro
}

/** What a lot held when the period began, what came in, what went out and what it holds at its end. */
export type LotAccount = {
  readonly pocetno_stanje: Micro
  readonly ulaz: Micro
  readonly ugradjeno: Micro
  readonly krajnje_stanje: Micro
}

/**
 * The account of one lot over a period (customs §4.8): what it held + what came in − what was built into exports = what
 * it holds. A period without a first day begins before every lot.
 */
export function lotAccount({ datum, kolicina, ranije, ugradjeno }: AccountedLot, od: CalendarDate | null): LotAccount {
  const before = od !== null && datum < od
  const pocetno_stanje = before ? subtract(kolicina, ranije) : NO_QUANTITY
  const ulaz = before ? NO_QUANTITY : kolicina
  return { pocetno_stanje, ulaz, ugradjeno, krajnje_stanje: (((pocetno_stanje + ulaz) as Micro) - ugradjeno) as Micro }
}

/** Whether an account adds up: no figure is below zero. */
export const addsUp = ({ pocetno_stanje, ulaz, ugradjeno, krajnje_stanje }: LotAccount): boolean =>
  [pocetno_stanje, ulaz, ugradjeno, krajnje_stanje].every((figure) => figure >= 0) &&
  pocetno_stanje + ulaz - ugradjeno === krajnje_stanje
