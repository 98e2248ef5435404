import type { CalendarDate } from './calendar-date.ts'
import { type Micro, NO_QUANTITY, subtract } from './decimal.ts'

/** The uses of the quantity that exports took of a lot, in the order of an account (customs §4.8). */
export const UZETO = ['ugradjeno', 'otpad', 'gubitak'] as const
/** The same for documents that name the lot (domain/named-draws.ts). */
export const IZUZETO = [
  'razduzeno_pre_pocetka',
  'vraceno',
  'slobodan_promet',
  'unisteno',
  'ostalo',
  'manjak_popisa',
] as const
const RASHOD = [...UZETO, ...IZUZETO] as const

type Amounts<Name extends string> = { readonly [name in Name]: Micro }
/** The quantity of a lot by use. */
export type Uzeto = Amounts<(typeof UZETO)[number]>
export type Izuzeto = Amounts<(typeof IZUZETO)[number]>
type Rashod = Uzeto & Izuzeto

/** A lot with the quantity that left before the period, and the uses within the period. */
export type AccountedLot = Rashod & {
  readonly datum: CalendarDate
  readonly kolicina: Micro
  readonly ranije: Micro
}

/** A lot in a period: its quantity at the beginning, what came in, where it went, and its quantity at the end. */
export type LotAccount = Rashod & {
  readonly pocetno_stanje: Micro
  readonly ulaz: Micro
  readonly krajnje_stanje: Micro
}

/** The quantities of a lot that no document names: all zero. */
export const NOT_NAMED: Izuzeto = {
  razduzeno_pre_pocetka: NO_QUANTITY,
  vraceno: NO_QUANTITY,
  slobodan_promet: NO_QUANTITY,
  unisteno: NO_QUANTITY,
  ostalo: NO_QUANTITY,
  manjak_popisa: NO_QUANTITY,
}

/**
 * The account of one lot over a period (customs §4.8): what it held + what came in − all that left it = what it holds. A
 * period without a first day begins before every lot.
 */
export function lotAccount({ datum, kolicina, ranije, ...rashod }: AccountedLot, od: CalendarDate | null): LotAccount {
  const before = od !== null && datum < od
  const pocetno_stanje = before ? subtract(kolicina, ranije) : NO_QUANTITY
  const ulaz = before ? NO_QUANTITY : kolicina
  return { pocetno_stanje, ulaz, ...rashod, krajnje_stanje: (pocetno_stanje + ulaz - allOf(rashod)) as Micro }
}

/** Whether an account adds up: no figure is below zero. */
export const addsUp = (account: LotAccount): boolean => {
  const { pocetno_stanje, ulaz, krajnje_stanje } = account
  const figures = [pocetno_stanje, ulaz, krajnje_stanje, ...RASHOD.map((name) => account[name])]
  return figures.every((figure) => figure >= 0) && pocetno_stanje + ulaz - allOf(account) === krajnje_stanje
}

const allOf = (rashod: Rashod): number => RASHOD.reduce((total, name) => total + rashod[name], 0)
