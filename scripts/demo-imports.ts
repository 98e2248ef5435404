import { type Day, dateOf, workday } from './demo-days.ts'
import type { Demand } from './demo-exports.ts'
import { OWNER, SUPPLIERS, type Supplier } from './demo-partners.ts'
import { invoicedPrice, materialPriceEur } from './demo-prices.ts'
import type { Random } from './demo-random.ts'

const FIRST_DAY = -362
/** Days that an order must last beyond the next delivery. */
const RESERVE_DAYS = 42
/** Bought at once and too much of it: something has to lie for months, some of it for more than a year. */
const OLD_STOCK: readonly { day: Day; materijali: RegExp }[] = [
  { day: -431, materijali: /^(KON24PM|KON16PM|KON32PM)$/ },
  { day: -398, materijali: /^(PRV150(PLV|BEL|CRV)|PRV075BEL)$/ },
  { day: -243, materijali: /^(PRV075ZEL|PRV050ZEL)$/ },
  { day: -236, materijali: /^(KON8PM|KON4PM|KLP01)$/ },
  { day: -139, materijali: /^(PRV075CRV|PRV035PLV|PRV035BEL)$/ },
]
const OLD_STOCK_EUR = 2400
/** From this day on nobody has ordered them: their stock goes below zero. */
const FORGOTTEN: Readonly<Record<string, Day>> = { REL12: -84, TRK19: -74, OSG15: -84 }
const TYPES = [
  'Uvozna deklaracija',
  'Uvozna deklaracija',
  'Uvozna deklaracija',
  'Carinska deklaracija',
  'Privremeni uvoz',
]

export type DemoMaterial = { id: string; zemlja_porekla: string; tarifni_broj: string; jedinica_mere: string }
export type DemoC4 = ReturnType<typeof documentOf>
type Order = { material: DemoMaterial; kolicina: number }
type Delivery = { day: Day; supplier: Supplier; orders: Order[] }

/** The imports that keep those exports supplied, oldest first; a few of them forgotten. */
export function planImports(
  today: string,
  materials: readonly DemoMaterial[],
  demand: readonly Demand[],
  random: Random,
): DemoC4[] {
  const deliveries = SUPPLIERS.flatMap((supplier) => deliveriesOf(supplier, { today, materials, demand, random }))
  deliveries.sort((a, b) => a.day - b.day)
  const numbers = new Map<string, number>()
  return deliveries.map((delivery) => {
    const year = dateOf(today, delivery.day).slice(0, 4)
    const number = (numbers.get(year) ?? 0) + 1
    numbers.set(year, number)
    return documentOf(delivery, { today, year, number, random })
  })
}

type Market = { today: string; materials: readonly DemoMaterial[]; demand: readonly Demand[]; random: Random }

function deliveriesOf(supplier: Supplier, { today, materials, demand, random }: Market): Delivery[] {
  const own = materials.filter(({ id }) => supplier.materijali.test(id))
  const old = OLD_STOCK.map(({ day, materijali }) => ({ day, materials: own.filter(({ id }) => materijali.test(id)) }))
  const bought: Delivery[] = old
    .filter((stock) => stock.materials.length > 0)
    .map((stock) => ({
      day: workday(today, stock.day),
      supplier,
      orders: stock.materials.map((material) => ({
        material,
        kolicina: packs(OLD_STOCK_EUR / materialPriceEur(material.id), material),
      })),
    }))
  const gap = -FIRST_DAY / (supplier.dokumenata - 1 + random.between(0.1, 0.8))
  const days = Array.from({ length: supplier.dokumenata }, (_, at) =>
    workday(today, Math.min(-1, Math.round(FIRST_DAY + (at === 0 ? 0 : (at + random.between(-0.3, 0.3)) * gap)))),
  )
  days.forEach((day, at) => {
    const until = (days[at + 1] ?? day + gap) + RESERVE_DAYS
    const orders = own.flatMap((material) => {
      const forgotten = FORGOTTEN[material.id]
      if (forgotten !== undefined && day >= forgotten) return []
      const has = boughtUntil(bought, material.id, day) - demandUntil(demand, material.id, day)
      const missing = demandUntil(demand, material.id, until) - demandUntil(demand, material.id, day) - has
      return missing > 0 ? [{ material, kolicina: packs(missing * random.between(1.05, 1.5), material) }] : []
    })
    // A lorry never comes empty: something is always topped up.
    bought.push({ day, supplier, orders: orders.length ? orders : topUp(own, random) })
  })
  return bought
}

function topUp(own: readonly DemoMaterial[], random: Random): Order[] {
  const allowed = own.filter(({ id }) => !(id in FORGOTTEN))
  return random.some(allowed, 2).map((material) => ({
    material,
    kolicina: packs(random.between(150, 600) / materialPriceEur(material.id), material),
  }))
}

function boughtUntil(deliveries: readonly Delivery[], id: string, day: Day): number {
  const orders = deliveries.filter((delivery) => delivery.day <= day).flatMap((delivery) => delivery.orders)
  return orders.reduce((sum, order) => (order.material.id === id ? sum + order.kolicina : sum), 0)
}

function demandUntil(demand: readonly Demand[], id: string, day: Day): number {
  return demand.reduce((sum, use) => (use.materijal_id === id && use.day < day ? sum + use.kolicina : sum), 0)
}

/** Wire comes on drums, pieces in boxes, chemicals in cans. */
function packs(wanted: number, { jedinica_mere }: DemoMaterial): number {
  const pack = { m: 500, kom: 200, kg: 2.5, l: 5, t: 0.025 }[jedinica_mere] ?? 1
  return Number((Math.max(1, Math.ceil(wanted / pack)) * pack).toFixed(3))
}

type ImportFacts = { today: string; year: string; number: number; random: Random }

function documentOf({ day, supplier, orders }: Delivery, { today, year, number, random }: ImportFacts) {
  const invoices = Math.min(orders.length, random.whole(1, 4))
  const stavke = orders.map(({ material, kolicina }, at) => ({
    broj_fakture: `${supplier.faktura}-${year}-${String(number * 7 + (at % invoices)).padStart(4, '0')}`,
    redni_broj: 1 + Math.floor(at / invoices),
    materijal_id: material.id,
    kolicina,
    cena_po_jedinici: invoicedPrice(material.id, supplier.valuta, random),
    dokazuje_poreklo: material.zemlja_porekla !== 'Kina' && random.chance(0.85),
    tarifni_broj: material.tarifni_broj,
    zemlja_porekla: material.zemlja_porekla,
  }))
  return {
    day,
    body: {
      tip_dokumenta: random.pick(TYPES),
      broj_terminala: `T-${random.whole(8, 19)}`,
      broj_c4: `C4-${year}/${String(number).padStart(4, '0')}`,
      datum: dateOf(today, day),
      posiljalac_naziv: supplier.naziv,
      posiljalac_grad: supplier.grad,
      posiljalac_drzava: supplier.drzava,
      primalac_naziv: OWNER.naziv,
      primalac_pib: OWNER.pib,
      primalac_mb: OWNER.mb,
      primalac_grad: OWNER.grad,
      zemlja_otpreme: supplier.drzava,
      valuta: supplier.valuta,
      paritet: supplier.paritet,
      stavke,
    },
  }
}
