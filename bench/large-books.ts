// The books of a large firm, before they are rows: imports, exports, and the remainder of every lot.
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { type Draw, discharge, type Lot, type Requirement } from '#domain/fifo.ts'
import { lineAmount } from '#domain/invoice.ts'
import { dateOf } from '#scripts/demo-days.ts'
import { seeded } from '#scripts/demo-random.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'

/** A large office: 100,000 lots, 50,000 exports, 500,000 draws. */
export const LARGE = { c4: 10_000, lotsPerC4: 10, materials: 1000, c1: 50_000, linesPerC1: 5, products: 1100 }
export type LargeSize = typeof LARGE

/** Five years up to today. */
export const DAYS = 1826
/** Of what is imported, so much is exported again: the rest are the open lots. */
const CONSUMED = 0.63
/** Each product is made of two materials; the last ones of eight, and only new exports use them. */
const BOM = 2
const LONG_BOM = 8
export const LONG_BOM_PRODUCTS = 50
/** So much of the lines is a product from a material of its own, which has 5,000 requirements. */
const BUSY_SHARE = 0.02
/** One material in this many is imported less than exported. */
const SHORT_EVERY = 97
export const MICRO = 1_000_000

/** The ID of the material that is counted so. */
export const materialId = (at: number): string => `M${String(at + 1).padStart(5, '0')}`
/** The ID of the product that is counted so. */
export const productId = (at: number): string => `P${String(at + 1).padStart(5, '0')}`

type Figures = Int32Array | Float64Array | readonly number[]
/** One of the figures; 0 beyond their end. */
export const at = (figures: Figures, index: number): number => figures[index] ?? 0
const add = (figures: Float64Array, index: number, value: number) => {
  figures[index] = at(figures, index) + value
}

/** All figures of one firm; lots, lines and requirements are counted from 0 in the order of their ids. */
export type Books = ReturnType<typeof plan>

/** The same books of this size every time; draws come from `book`. */
export function plan(size: LargeSize) {
  const random = seeded(1)
  const lots = size.c4 * size.lotsPerC4
  const lines = size.c1 * size.linesPerC1
  const busyMaterial = size.materials - 1
  const busyProduct = size.products - LONG_BOM_PRODUCTS - 1
  const boms = Array.from({ length: size.products }, (_, product): [material: number, norm: Micro][] => {
    if (product === busyProduct) return [[busyMaterial, 250_000 as Micro]]
    const count = product > busyProduct ? LONG_BOM : BOM
    const materials = new Set<number>()
    for (let next = product; materials.size < count; next += 499) materials.add(next % busyMaterial)
    return [...materials].map((material) => [material, (random.whole(5, 500) * 10_000) as Micro])
  })
  const lineProduct = Array.from({ length: lines }, () =>
    random.chance(BUSY_SHARE) ? busyProduct : random.whole(0, busyProduct - 1),
  )
  const linePieces = Float64Array.from({ length: lines }, () => random.whole(1, 40) * MICRO)
  const linePrice = Float64Array.from({ length: lines }, () => random.whole(1000, 90_000) * 10_000)
  const demand = new Float64Array(size.materials)
  for (const [line, product] of lineProduct.entries())
    for (const [material, norm] of boms[product] ?? []) add(demand, material, (at(linePieces, line) / MICRO) * norm)
  const lotMaterial = Int32Array.from({ length: lots }, () =>
    random.chance(BUSY_SHARE / 2) ? busyMaterial : random.whole(0, busyMaterial - 1),
  )
  const lotsOf = new Float64Array(size.materials)
  for (const material of lotMaterial) add(lotsOf, material, 1)
  const lotQuantity = Float64Array.from(lotMaterial, (material) => {
    const consumed = material % SHORT_EVERY === 0 ? 1.01 : CONSUMED
    const mean = at(demand, material) / consumed / at(lotsOf, material)
    return Math.max(1, Math.round(mean * random.between(0.5, 1.5)))
  })
  const lotPrice = Float64Array.from({ length: lots }, () => random.whole(10, 500_000) * 100)
  return { size, lots, lines, boms, lineProduct, linePieces, linePrice, lotMaterial, lotQuantity, lotPrice }
}

/** The day of a document, `count` of which are spread over DAYS up to today. */
export const dayOf = (today: string, document: number, count: number) =>
  dateOf(today, -DAYS + 1 + Math.floor((document * DAYS) / count)) as CalendarDate

export const COUNTRIES = [
  'Nemačka',
  'Italija',
  'Francuska',
  'Poljska',
  'Turska',
  'Španija',
  'Bugarska',
  'Češka',
] as const
/** Most of a material comes from where it always comes from. */
export const originOf = (lot: number, material: number) =>
  COUNTRIES[(material + (lot % 10 < 8 ? 0 : lot % 3)) % COUNTRIES.length] as string

export const amountOf = (quantity: number, price: number) =>
  lineAmount(quantity as Micro, price as Micro) ?? (0 as Para)

/** The day on which a line is exported. */
export const lineDay = ({ c1, linesPerC1 }: LargeSize, today: string, line: number) =>
  dayOf(today, Math.floor(line / linesPerC1), c1)

/** Rates change with every month, as where the official ones are entered. */
export const rateOn = (currency: string, day: string): Micro => {
  if (currency === 'RSD') return MICRO as Micro
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return ((currency === 'EUR' ? 117_000_000 : 105_000_000) + ((month * 37_717) % 900_000)) as Micro
}

/** Discharges every material: the remainder of each lot, the rows of all draws, the last line that drew from a lot. */
export function book(
  { size, lots, lines, boms, lineProduct, linePieces, lotMaterial, lotQuantity }: Books,
  today: string,
) {
  const lotsOf: Lot[][] = Array.from({ length: size.materials }, () => [])
  for (let lot = 0; lot < lots; lot++) {
    const c4 = Math.floor(lot / size.lotsPerC4)
    const datum = dayOf(today, c4, size.c4)
    lotsOf[at(lotMaterial, lot)]?.push({ id: lot + 1, c4_id: c4 + 1, datum, preostalo: lotQuantity[lot] as Micro })
  }
  const needsOf: Requirement[][] = Array.from({ length: size.materials }, () => [])
  for (let line = 0; line < lines; line++) {
    const c1 = Math.floor(line / size.linesPerC1)
    const datum = dayOf(today, c1, size.c1)
    for (const [material, norm] of boms[at(lineProduct, line)] ?? []) {
      const kolicina = ((at(linePieces, line) / MICRO) * norm) as Micro
      needsOf[material]?.push({ c1_stavka_id: line + 1, c1_id: c1 + 1, datum, kolicina })
    }
  }
  const left = lotQuantity.slice()
  const drawn: (Draw & { materijal_id: string })[] = []
  const lastLine = new Int32Array(lots)
  const input = new Float64Array(size.materials)
  const consumed = new Float64Array(size.materials)
  const missing = new Float64Array(size.materials)
  for (let material = 0; material < size.materials; material++) {
    const materijal_id = materialId(material)
    const { draws, shortages } = discharge(lotsOf[material] ?? [], needsOf[material] ?? [])
    for (const draw of draws) {
      add(left, draw.c4_stavka_id - 1, -draw.kolicina)
      lastLine[draw.c4_stavka_id - 1] = draw.c1_stavka_id - 1
      drawn.push({ ...draw, materijal_id })
    }
    for (const { c1_stavka_id, manjak } of shortages) {
      add(missing, material, manjak)
      drawn.push({ c1_stavka_id, c4_stavka_id: NO_LOT, kolicina: manjak, materijal_id })
    }
    for (const { preostalo } of lotsOf[material] ?? []) add(input, material, preostalo)
    for (const { kolicina } of needsOf[material] ?? []) add(consumed, material, kolicina)
  }
  drawn.sort((a, b) => a.c1_stavka_id - b.c1_stavka_id || (a.materijal_id < b.materijal_id ? -1 : 1))
  return { left, drawn, lastLine, input, consumed, missing }
}

export type Booked = ReturnType<typeof book>
