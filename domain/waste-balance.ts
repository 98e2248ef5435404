import type { CalendarDate } from './calendar-date.ts'
import { type Micro, NO_QUANTITY } from './decimal.ts'

/** The uses of waste, each with the figure of the balance that it counts in. */
export const RASPORED = {
  Izvoz: 'izvezeno',
  'Slobodan promet': 'pusteno',
  Uništenje: 'unisteno',
  Reciklaža: 'reciklirano',
} as const
export type VrstaRasporeda = keyof typeof RASPORED

/** Waste on a day: it came from an export (`vrsta` null) or was used. */
export type DatedWaste = {
  readonly datum: CalendarDate
  readonly vrsta: VrstaRasporeda | null
  readonly kolicina: Micro
}

/** The balance of a period: waste before it, made in it, used in it by kind, used in all, and left. */
export type WasteBalance = {
  readonly [name in 'pocetno' | 'nastalo' | (typeof RASPORED)[VrstaRasporeda] | 'rasporedjeno' | 'stanje']: Micro
}

/** The waste balance of one material over a period (customs §5 D); without a first day it begins with nothing. */
export function wasteBalance(
  moves: readonly DatedWaste[],
  od: CalendarDate | null,
  kraj: CalendarDate | null,
): WasteBalance {
  const total = { pocetno: 0n, nastalo: 0n, izvezeno: 0n, pusteno: 0n, unisteno: 0n, reciklirano: 0n }
  for (const { datum, vrsta, kolicina } of moves) {
    if (kraj !== null && datum > kraj) continue
    const name = vrsta === null ? 'nastalo' : RASPORED[vrsta]
    if (od === null || datum >= od) total[name] += BigInt(kolicina)
    else total.pocetno += BigInt(vrsta === null ? kolicina : -kolicina)
  }
  const rasporedjeno = total.izvezeno + total.pusteno + total.unisteno + total.reciklirano
  const stanje = total.pocetno + total.nastalo - rasporedjeno
  const figures = Object.entries({ ...total, rasporedjeno, stanje })
  return Object.fromEntries(figures.map(([name, value]) => [name, Number(value)])) as WasteBalance
}

/** The least that is left on any day, and 0 where there is always more. */
export function leastLeft(moves: readonly DatedWaste[]): Micro {
  const first = moves.reduce<CalendarDate | null>((day, { datum }) => (day === null || datum < day ? datum : day), null)
  return first === null ? NO_QUANTITY : (Math.min(0, disposable(moves, first)) as Micro)
}

/** The first day by which more waste was used than had come, and both quantities; null where there is none. */
export function firstOverdrawn(moves: readonly DatedWaste[]) {
  for (const datum of [...new Set(moves.map((move) => move.datum))].sort()) {
    const { nastalo, rasporedjeno, stanje } = wasteBalance(moves, null, datum)
    if (stanje < 0) return { datum, nastalo, rasporedjeno }
  }
  return null
}

/** The least that is left on any day from this one on: this much more may go on it. */
export function disposable(moves: readonly DatedWaste[], datum: CalendarDate): Micro {
  const byDay = new Map<CalendarDate, bigint>([[datum, 0n]])
  for (const move of moves) {
    const day = move.datum < datum ? datum : move.datum
    const change = BigInt(move.vrsta === null ? move.kolicina : -move.kolicina)
    byDay.set(day, (byDay.get(day) ?? 0n) + change)
  }
  let left = 0n
  let least: bigint | null = null
  for (const day of [...byDay.keys()].sort()) {
    left += byDay.get(day) as bigint
    if (least === null || left < least) least = left
  }
  return Number(least ?? 0n) as Micro
}
