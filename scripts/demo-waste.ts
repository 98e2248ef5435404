import { type Day, dateOf } from './demo-days.ts'
import type { DemoProduct } from './demo-exports.ts'

/** From this day on the first product has percents of waste and loss in its normativ. */
const VERSION_FROM: Day = -200
/** The day on which most of the waste was sold. */
const SOLD_ON: Day = -20
const PARTS_SOLD = 0.6

/** The version of a normativ with waste: material cut by the metre leaves a rest, and a little is lost. */
export const wastefulVersion = (today: string, { normativ }: DemoProduct) => ({
  vazi_od: dateOf(today, VERSION_FROM),
  broj_akta: 'N-2/1',
  items: normativ.map(({ materijal_id, potrebna_kolicina, jedinica_mere }) => ({
    materijal_id,
    potrebna_kolicina,
    ...(jedinica_mere === 'm' && { otpad_procenat: 3, gubitak_procenat: 0.5 }),
  })),
})

type Balance = { readonly materijal_id: string; readonly stanje: number }

/** The day of the sale, by which the balance of waste is asked for. */
export const wasteSoldOn = (today: string) => dateOf(today, SOLD_ON)

/** A sale of the material with the most waste. */
export function soldWaste(today: string, balances: readonly Balance[]) {
  const [most] = balances.toSorted((a, b) => b.stanje - a.stanje)
  if (!most || most.stanje <= 0) throw new Error('the demonstration has no waste')
  return {
    datum: wasteSoldOn(today),
    vrsta: 'Slobodan promet',
    broj_jci: 'U-14212',
    materijal_id: most.materijal_id,
    kolicina: Math.round(most.stanje * PARTS_SOLD * 100) / 100,
    napomena: 'Otkupljivač: Sekundar doo, Kragujevac',
  }
}
