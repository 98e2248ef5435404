import { type Day, dateOf, workday } from './demo-days.ts'
import { OWNER, RECEIVERS } from './demo-partners.ts'
import { productPriceEur } from './demo-prices.ts'
import type { Random } from './demo-random.ts'

const FIRST_DAY = -352
/** Orders known ahead: imports are bought for them, although they have not gone out yet. */
const LAST_DAY = 70
const EXPORTS = 245
const TYPES = ['Izvozna deklaracija', 'Izvozna deklaracija', 'Izvozna deklaracija', 'Privremeni izvoz', 'Reeksport']

export type DemoProduct = {
  id: string
  normativ: readonly { materijal_id: string; potrebna_kolicina: number; jedinica_mere: string }[]
}
export type DemoC1 = ReturnType<typeof exportOn>
/** The quantity of each material that goes out on each day. */
export type Demand = { day: Day; materijal_id: string; kolicina: number }

/** The exports of the year and those ordered for the weeks to come, oldest first. */
export function planExports(today: string, products: readonly DemoProduct[], random: Random): DemoC1[] {
  const days = Array.from({ length: EXPORTS }, (_, at) => {
    const share = (at + random.next()) / EXPORTS
    return workday(today, Math.round(FIRST_DAY + (LAST_DAY - FIRST_DAY) * share))
  }).sort((a, b) => a - b)
  const numbers = new Map<string, number>()
  return days.map((day) => {
    const year = dateOf(today, day).slice(0, 4)
    const number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, number)
    return exportOn(day, { today, broj_c1: `C1-${year}/${String(number).padStart(4, '0')}`, products, random })
  })
}

type ExportFacts = { today: string; broj_c1: string; products: readonly DemoProduct[]; random: Random }

function exportOn(day: Day, { today, broj_c1, products, random }: ExportFacts) {
  const receiver = random.pick(RECEIVERS)
  const invoices = random.chance(0.25) ? 2 : 1
  const chosen = random.some(products, invoices * random.whole(1, 2))
  const stavke = chosen.map((product, at) => ({
    broj_fakture: `ŠK-${broj_c1.slice(3)}-${1 + (at % invoices)}`,
    redni_broj: 1 + Math.floor(at / invoices),
    proizvod_id: product.id,
    kolicina: 4 * random.whole(3, 20),
    cena: productPriceEur(product.normativ),
  }))
  return {
    day,
    body: {
      tip_dokumenta: random.pick(TYPES),
      broj_c1,
      datum: dateOf(today, day),
      posiljalac_naziv: OWNER.naziv,
      posiljalac_grad: OWNER.grad,
      posiljalac_drzava: OWNER.drzava,
      primalac_naziv: receiver.naziv,
      primalac_pib: receiver.pib,
      primalac_mb: null,
      primalac_grad: receiver.grad,
      zemlja_otpreme: 'Srbija',
      stavke,
    },
  }
}

/** The materials that the exports take from stock, by their normativs. */
export function demandOf(exports: readonly DemoC1[], products: readonly DemoProduct[]): Demand[] {
  const normativOf = new Map(products.map(({ id, normativ }) => [id, normativ]))
  return exports.flatMap(({ day, body }) =>
    body.stavke.flatMap(({ proizvod_id, kolicina }) =>
      (normativOf.get(proizvod_id) ?? []).map(({ materijal_id, potrebna_kolicina }) => ({
        day,
        materijal_id,
        kolicina: kolicina * potrebna_kolicina,
      })),
    ),
  )
}
