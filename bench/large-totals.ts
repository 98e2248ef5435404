// Figures that saves keep beside the rows of documents, for those books: the same that `npm run verify` adds up.
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto, worthOf } from '#domain/decimal.ts'
import { inParts } from '#server/stock/export-totals.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { amountOf, at, type Booked, type Books, lineDay, materialId, productId } from './large-books.ts'
import type { C1, C4 } from './large-rows.ts'

const documentOfLot = ({ size }: Books, c4: readonly C4[], lot: number) => c4[Math.floor(lot / size.lotsPerC4)] as C4

const costColumns = (cost: bigint) => inParts('trosak', cost)

/** The cost of each line's material. */
export function costsOf(books: Books, { drawn }: Booked, c4: readonly C4[]): bigint[] {
  const costs: bigint[] = Array.from({ length: books.lines }, () => 0n)
  for (const { c1_stavka_id, c4_stavka_id, kolicina } of drawn) {
    if (c4_stavka_id === NO_LOT) continue
    const lot = c4_stavka_id - 1
    const cost = multiplyToAtto(kolicina, at(books.lotPrice, lot) as Micro, documentOfLot(books, c4, lot).kurs)
    costs[c1_stavka_id - 1] = (costs[c1_stavka_id - 1] ?? 0n) + cost
  }
  return costs
}

/** `stanje`. */
export function* stockOf(books: Books, { left, input, consumed, missing }: Booked, c4: readonly C4[], today: string) {
  const { size, lots, lines, boms, lotMaterial, lotPrice, lineProduct } = books
  const totals = Array.from({ length: size.materials }, (_, material) => ({
    materijal_id: materialId(material),
    total_input: input[material],
    total_consumed: consumed[material],
    manjak: missing[material],
    vrednost: 0n,
    broj_c4: 0,
    poslednji_c4: 0,
    poslednji_uvoz: null as CalendarDate | null,
    poslednji_izvoz: null as CalendarDate | null,
  }))
  for (let lot = 0; lot < lots; lot++) {
    const total = totals[at(lotMaterial, lot)]
    if (!total) continue
    const { id, datum, kurs } = documentOfLot(books, c4, lot)
    const remains = at(left, lot)
    total.vrednost += BigInt(worthOf(remains as Micro, at(lotPrice, lot) as Micro, kurs))
    if (total.poslednji_c4 !== id) total.broj_c4++
    total.poslednji_c4 = id
    total.poslednji_uvoz = datum
  }
  for (let line = 0; line < lines; line++)
    for (const [material] of boms[at(lineProduct, line)] ?? []) {
      const total = totals[material]
      if (total) total.poslednji_izvoz = lineDay(size, today, line)
    }
  for (const { poslednji_c4, vrednost, ...row } of totals) yield { ...row, vrednost: String(vrednost) }
}

/** `proizvod_mesec`: exports of each product in each month. */
export function* monthsOf(books: Books, costs: readonly bigint[], c1: readonly C1[]) {
  const { size, lines, lineProduct, linePieces, linePrice } = books
  const months = new Map<string, ReturnType<typeof emptyMonth>>()
  for (let line = 0; line < lines; line++) {
    const { id, datum, kurs } = c1[Math.floor(line / size.linesPerC1)] as C1
    const product = at(lineProduct, line)
    const mesec = datum.slice(0, 7)
    const month = months.get(`${product} ${mesec}`) ?? emptyMonth(productId(product), mesec)
    months.set(`${product} ${mesec}`, month)
    const amount = amountOf(at(linePieces, line), at(linePrice, line))
    month.kolicina += at(linePieces, line)
    month.iznos += amount
    if (month.poslednji_c1 !== id) month.broj_c1++
    month.poslednji_c1 = id
    month.rsd += BigInt(amount) * BigInt(kurs)
    month.trosak += costs[line] ?? 0n
  }
  for (const { poslednji_c1, rsd, trosak, ...row } of months.values()) {
    const { rsd_0, rsd_1 } = inParts('rsd', rsd)
    yield { ...row, rsd_0, rsd_1, ...costColumns(trosak) }
  }
}

const emptyMonth = (proizvod_id: string, mesec: string) => ({
  proizvod_id,
  mesec,
  kolicina: 0,
  iznos: 0,
  broj_c1: 0,
  poslednji_c1: 0,
  rsd: 0n,
  trosak: 0n,
})
