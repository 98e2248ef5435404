import type { CalendarDate } from './calendar-date.ts'
import { type Micro, NO_QUANTITY, subtract } from './decimal.ts'

/** Where what left a lot went, in the order in which an account names it (customs §4.8). */
export const UZETO = ['ugradjeno', 'otpad', 'gubitak'] as const
/** How much of a lot went where. */
export type Uzeto = { readonly [name in (typeof UZETO)[number]]: Micro }

/** A lot with what left it before the period, and where to it went within it. */
export type AccountedLot = Uzeto & {
  readonly datum: CalendarDate
  readonly kolicina: Micro
  readonly ranije: Micro
}

/** What a lot held when the period began, what came in, where to it went and what it holds at its end. */
export type LotAccount = Uzeto & {
  readonly pocetno_stanje: Micro
  readonly ulaz: Micro
  readonly krajnje_stanje: Micro
}

/**
 * The account of one lot over a period (customs §4.8): what it held + what came in − all that left it = what it holds. A
 * period without a first day begins before every lot.
 */
export function lotAccount({ datum, kolicina, ranije, ...uzeto }: AccountedLot, od: CalendarDate | null): LotAccount {
  const before = od !== null && datum < od
  const pocetno_stanje = before ? subtract(kolicina, ranije) : NO_QUANTITY
  const ulaz = before ? NO_QUANTITY : kolicina
  return { pocetno_stanje, ulaz, ...uzeto, krajnje_stanje: (pocetno_stanje + ulaz - allOf(uzeto)) as Micro }
}

/** Whether an account adds up: no figure is below zero. */
export const addsUp = (account: LotAccount): boolean => {
  const { pocetno_stanje, ulaz, krajnje_stanje } = account
  const figures = [pocetno_stanje, ulaz, krajnje_stanje, ...UZETO.map((name) => account[name])]
  return figures.every((figure) => figure >= 0) && pocetno_stanje + ulaz - allOf(account) === krajnje_stanje
}

const allOf = (uzeto: Uzeto): number => UZETO.reduce((total, name) => total + uzeto[name], 0)
