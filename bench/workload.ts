// The work that every figure is measured on: C4 documents that bring lots, C1 documents that consume them through a
// BOM. Deterministic for a seed. Quantities and prices are integer hundredths.

import { seeded } from '#scripts/demo-random.ts'

const SIZE = { c4: 1000, c4lines: 10, materials: 100, products: 50, bom: 8, c1: 1000, c1lines: 5, seed: 1 }
export type Size = typeof SIZE

export type Workload = {
  materials: string[]
  products: { id: string; bom: [material: number, norm: number][] }[]
  c4: { broj: string; datum: string; valuta: string; stavke: [material: number, quantity: number, price: number][] }[]
  c1: { broj: string; datum: string; stavke: [product: number, pieces: number, price: number][] }[]
}

const DAY_MS = 86_400_000
const day = (year: number, i: number, n: number) =>
  new Date(Date.UTC(year, 0, 1) + Math.floor((i * 364) / n) * DAY_MS).toISOString().slice(0, 10)
const code = (letter: string, i: number) => letter + String(i + 1).padStart(5, '0')

/** Lots hold 1.6 times what the exports need, so FIFO never runs short. */
export function workload(size: Partial<Size> = {}): Workload {
  const p = { ...SIZE, ...size }
  const { next: random } = seeded(p.seed)
  const int = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const shuffle = (cards: number[]) => {
    for (let i = cards.length - 1; i > 0; i--) {
      const j = int(0, i)
      ;[cards[i], cards[j]] = [cards[j] as number, cards[i] as number]
    }
    return cards
  }
  const deck = (n: number, total: number) => {
    const out: number[] = []
    while (out.length < total) out.push(...shuffle(Array.from({ length: n }, (_, i) => i)))
    return out.slice(0, total)
  }

  const slots = deck(p.materials, p.products * p.bom)
  const products = Array.from({ length: p.products }, (_, i) => {
    const set = new Set<number>()
    for (let k = 0; k < p.bom; k++) {
      let m = slots[i * p.bom + k] as number
      while (set.has(m)) m = (m + 1) % p.materials
      set.add(m)
    }
    return { id: code('P', i), bom: [...set].map((m): [number, number] => [m, int(50, 500)]) }
  })
  const productDeck = deck(p.products, p.c1 * p.c1lines)
  const c1 = Array.from({ length: p.c1 }, (_, d) => ({
    broj: `C1-${d + 1}`,
    datum: day(2025, d, p.c1),
    stavke: Array.from({ length: p.c1lines }, (_, k): [number, number, number] => [
      productDeck[d * p.c1lines + k] as number,
      int(1, 10),
      int(1000, 9000),
    ]),
  }))
  const demand: number[] = new Array(p.materials).fill(0)
  for (const { stavke } of c1)
    for (const [product, pieces] of stavke)
      for (const [m, norm] of products[product]?.bom ?? []) demand[m] = (demand[m] ?? 0) + pieces * norm
  const lotDeck = deck(p.materials, p.c4 * p.c4lines)
  const lotsOf: number[] = new Array(p.materials).fill(0)
  for (const m of lotDeck) lotsOf[m] = (lotsOf[m] ?? 0) + 1
  const mean = (demand.reduce((a, b) => a + b, 0) * 1.6) / lotDeck.length
  const c4 = Array.from({ length: p.c4 }, (_, d) => ({
    broj: `C4-${d + 1}`,
    datum: day(2024, d, p.c4),
    valuta: ['EUR', 'RSD', 'USD'][d % 3] as string,
    stavke: Array.from({ length: p.c4lines }, (_, k): [number, number, number] => {
      const m = lotDeck[d * p.c4lines + k] as number
      const base = Math.max(mean, ((demand[m] ?? 0) * 1.25) / (lotsOf[m] ?? 1))
      return [m, Math.max(100, Math.round(base * (0.5 + random()))), int(100, 5000)]
    }),
  }))
  return { materials: Array.from({ length: p.materials }, (_, i) => code('M', i)), products, c4, c1 }
}

/** An exact FIFO's result on the default workload: draws, and Σ quantity × lot price in the lot's own currency. */
export const EXACT = '46096 draws, 15163404.8572'
