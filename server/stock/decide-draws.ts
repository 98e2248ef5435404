import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto, NO_QUANTITY, type ParaTotal, subtract, worthOf } from '#domain/decimal.ts'
import { comparePositions, type Draw, discharge, type Position } from '#domain/fifo.ts'
import { NO_LOT } from './ledger-sql.ts'
import type { MaterialBook, MovedNames, PricedLot, Queue, QueuedRequirement, Totals } from './read-ledger.ts'

// The second step of a save in the ledger (ledger.ts): deciding, one material after the other, in memory alone.
//
// Three lots of a material have 10, 10 and 10 left. Export A took 8, export B, of a later day, 6 (2 of the first lot and 4 of
// the second). Now export C comes, of a day between them, and needs 5:
//
//   given back     lots 2, 10, 10    needs B 6        draws B: 2 of the first, 4 of the second
//   with C         C 5, B 6 are discharged again, in this order
//   decided        C: 2 of the first, 3 of the second     B: 6 of the second
//   to be written  C is new: two rows. B moved: its row of the first lot goes, its row of the second says 6.
//                  The first lot ends on the day of C, the second has 1 left.

/** The draws that cover a requirement, and the rest that no lot covers. */
type Cover = { readonly draws: readonly Draw[]; readonly manjak: Micro }
/** A stored requirement that is covered in another way now. */
export type Move = {
  readonly materijal_id: string
  readonly c1_id: number
  readonly c1_stavka_id: number
  readonly datum: CalendarDate
  readonly pre: Cover
  readonly posle: Cover
}

/** The result of booking: shortages, and stored requirements that are covered in another way now. */
export type Booked = Pick<Decision, 'shortages' | 'moved' | 'newShortages'> & MovedNames

/** A row of the ledger: a draw, or a shortage of no lot (NO_LOT), with the place of its requirement. */
export type DrawRow = Draw & Position & { readonly materijal_id: string }
/** The remainder of a lot after all draws. `turns`: it ends now, is open again, or ended on another day. */
export type LotAfterDraws = Pick<PricedLot, 'id' | 'preostalo' | 'utrosen'> & { readonly turns: boolean }

/** The decision about all materials of a save. */
export type Decision = {
  /** The shortages by `requirementKey`; a covered requirement is not in it. */
  readonly shortages: Map<string, Micro>
  readonly moved: Move[]
  /** Shortages of stored requirements that grew or are new. */
  readonly newShortages: { materijal_id: string; c1_id: number; kolicina: Micro }[]
  readonly inserted: DrawRow[]
  readonly updated: DrawRow[]
  readonly deleted: DrawRow[]
  readonly remains: LotAfterDraws[]
  /** Materials that no released or new requirement needs any more. */
  readonly left: string[]
  /** The change in the cost of a line's material, by the line's id. */
  readonly costs: Map<number, bigint>
}

/** An empty decision. `costs`: changes in cost that rewritten lots have caused already. */
export const undecided = (costs: Map<number, bigint>): Decision => {
  const rows = { inserted: [], updated: [], deleted: [] }
  return { shortages: new Map(), moved: [], newShortages: [], ...rows, remains: [], left: [], costs }
}

/** The queues of a material: its released and its `added` requirements, oldest first. `findLots` fills in the lots. */
export function queuesOf(materijal_id: string, book: MaterialBook, added: readonly QueuedRequirement[]): Queue[] {
  const byQueue = Map.groupBy<number, QueuedRequirement>([...(book.needs ?? []), ...added], ({ red }) => red)
  return [...byQueue].map(([red, requirements]) => {
    return { materijal_id, red, requirements: requirements.sort(comparePositions), lots: [] }
  })
}

/** The sum of the draws of a lot, and the day of the last one. */
type Taken = { readonly lot: PricedLot; kolicina: number; day: CalendarDate }

/** Discharges the queues of a material, adds the result to `decision`, and counts it in the totals. */
export function decideMaterial(
  materijal_id: string,
  book: MaterialBook,
  queues: readonly Queue[],
  decision: Decision,
): void {
  const stored = new Map(book.needs?.map((need) => [need.c1_stavka_id, need]))
  const drewOf = Map.groupBy(book.draws, ({ c1_stavka_id }) => c1_stavka_id)
  const taken = new Map<number, Taken>()
  for (const { requirements, lots } of queues) {
    const { draws, shortages } = discharge(lots, requirements)
    const drawOf = Map.groupBy(draws, ({ c1_stavka_id }) => c1_stavka_id)
    const lackOf = new Map(shortages.map(({ c1_stavka_id, manjak }) => [c1_stavka_id, manjak]))
    const byId = new Map(lots.map((lot) => [lot.id, lot]))
    for (const requirement of requirements) {
      const { c1_stavka_id, datum } = requirement
      const cover = { draws: drawOf.get(c1_stavka_id) ?? [], manjak: lackOf.get(c1_stavka_id) ?? NO_QUANTITY }
      const need = stored.get(c1_stavka_id)
      const before = need && { draws: drewOf.get(c1_stavka_id) ?? [], manjak: need.manjak }
      decideRows(requirement, before, cover, decision)
      book.totals.manjak = (book.totals.manjak + cover.manjak) as Micro
      for (const draw of cover.draws) take(draw, datum, byId, taken)
      for (const draw of cover.draws) addCost(decision.costs, 1, draw, byId.get(draw.c4_stavka_id))
    }
  }
  const last = queues.map(({ requirements }) => requirements.at(-1)?.datum ?? null).reduce(later, null)
  if (last) book.totals.poslednji_izvoz = last
  else if (book.needs) decision.left.push(materijal_id)
  decideLots(book, taken, decision)
}

const later = (a: CalendarDate | null, b: CalendarDate | null) => (a && b ? (a > b ? a : b) : (a ?? b))

/** The changes of rows from the old cover of a requirement to the new one; a new requirement has an empty old cover. */
function decideRows(requirement: QueuedRequirement, pre: Cover | undefined, posle: Cover, decision: Decision) {
  const { materijal_id, c1_id, c1_stavka_id, datum } = requirement
  if (posle.manjak > 0) decision.shortages.set(requirementKey(c1_stavka_id, materijal_id), posle.manjak)
  if (pre && isSameCover(pre, posle)) return
  if (pre) decision.moved.push({ materijal_id, c1_id, c1_stavka_id, datum, pre, posle })
  const more = subtract(posle.manjak, pre?.manjak ?? posle.manjak)
  if (more > 0) decision.newShortages.push({ materijal_id, c1_id, kolicina: more })
  // Most requirements draw from the same lots as before, more or less of each. An update of the quantity is cheaper
  // than deleting and inserting the row, which has the references checked.
  const before = new Map(pre ? rowsOf(requirement, pre).map((row) => [row.c4_stavka_id, row]) : [])
  for (const row of rowsOf(requirement, posle)) {
    const stands = before.get(row.c4_stavka_id)
    before.delete(row.c4_stavka_id)
    if (!stands) decision.inserted.push(row)
    else if (stands.kolicina !== row.kolicina) decision.updated.push(row)
  }
  decision.deleted.push(...before.values())
}

/**
 * The rows of a requirement: its draws, and one row of no lot for the part that is not covered. A requirement that
 * rounds to 0 has such a row of 0, so that every material of the copied normativ has a row.
 */
function rowsOf({ materijal_id, c1_id, datum, c1_stavka_id, kolicina }: QueuedRequirement, cover: Cover): DrawRow[] {
  const place = { materijal_id, c1_id, datum, c1_stavka_id }
  const rows = cover.draws.map((draw) => ({ ...place, c4_stavka_id: draw.c4_stavka_id, kolicina: draw.kolicina }))
  if (cover.manjak > 0 || kolicina === 0) rows.push({ ...place, c4_stavka_id: NO_LOT, kolicina: cover.manjak })
  return rows
}

function take(
  { c4_stavka_id, kolicina }: Draw,
  day: CalendarDate,
  lots: ReadonlyMap<number, PricedLot>,
  taken: Map<number, Taken>,
) {
  const known = taken.get(c4_stavka_id)
  if (!known) taken.set(c4_stavka_id, { lot: lots.get(c4_stavka_id) as PricedLot, kolicina, day })
  else {
    known.kolicina += kolicina
    known.day = day
  }
}

/** The lots that differ from their stored rows, and the value of the material with them. */
function decideLots({ lots, totals }: MaterialBook, taken: ReadonlyMap<number, Taken>, { remains }: Decision) {
  for (const id of new Set([...taken.keys(), ...lots.keys()])) {
    const { kolicina = 0, day = null, lot: drawn } = taken.get(id) ?? {}
    const returned = lots.get(id)
    const lot = (returned ?? drawn) as PricedLot
    const preostalo = (lot.preostalo - kolicina) as Micro
    const utrosen = preostalo === 0 ? (day ?? lot.utrosen) : null
    const turns = utrosen !== lot.utrosen
    const upisano = returned?.upisano ?? lot.preostalo
    if (preostalo !== upisano) addValue(totals, lot, upisano, preostalo)
    if (turns || preostalo !== upisano) remains.push({ id, preostalo, utrosen, turns })
  }
}

/** Adds the value of a draw (1: made, -1: given back) to the cost of its line. */
export function addCost(costs: Map<number, bigint>, sign: 1 | -1, draw: Draw, lot: PricedLot | undefined): void {
  if (!lot) throw new Error('a draw from a lot that is not there')
  const value = BigInt(sign) * multiplyToAtto(draw.kolicina, lot.cena_po_jedinici, lot.kurs)
  costs.set(draw.c1_stavka_id, (costs.get(draw.c1_stavka_id) ?? 0n) + value)
}

/** Adds the change of a lot's value to that of its material. It is rounded by lot, so draws cannot be added up. */
export function addValue(totals: Totals, { cena_po_jedinici, kurs }: PricedLot, was: Micro, is: Micro): void {
  const more = worthOf(is, cena_po_jedinici, kurs) - worthOf(was, cena_po_jedinici, kurs)
  totals.vrednost = (totals.vrednost + BigInt(more)) as ParaTotal
}

/** True if both draw the same quantities from the same lots and have the same shortage. */
export function isSameCover(a: Cover, b: Cover): boolean {
  if (a.manjak !== b.manjak || a.draws.length !== b.draws.length) return false
  const theirs = new Map(b.draws.map(({ c4_stavka_id, kolicina }) => [c4_stavka_id, kolicina]))
  return a.draws.every(({ c4_stavka_id, kolicina }) => theirs.get(c4_stavka_id) === kolicina)
}

/** Names a requirement: a line of an export and a material. */
export const requirementKey = (c1_stavka_id: number, materijal_id: string): string => `${c1_stavka_id} ${materijal_id}`
