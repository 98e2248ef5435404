import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro, MAX_SUM, type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { LAST_ID, type Position } from '#domain/fifo.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { refuseClosed, refuseMovedClosed } from './closed.ts'
import { addCost, addValue, type Booked, type Decision, decideMaterial, queuesOf, undecided } from './decide-draws.ts'
import {
  findLots,
  lockMaterials,
  type MaterialBook,
  type PricedLot,
  type QueuedRequirement,
  readBooks,
  readLater,
  readLots,
  readNames,
  type Totals,
} from './read-ledger.ts'
import { writeDecision } from './write-ledger.ts'

// Only the ledger writes the remains of lots, draws, shortages and totals. Every change of documents takes the same steps
// in one transaction:
//
// 1. `openLedger` locks the materials and reads their totals,
// 2. `release` finds the first changed place in each queue, and gives back everything at and behind it,
// 3. the documents are written (lines of a C4: lots.ts),
// 4. `book` discharges the released and the new ones (decide-draws.ts), and writes the rows that differ (write-ledger.ts).
//
// Rows before that place never change (decisions §1).

export type Ledger = {
  readonly tx: Tx
  /** The last day of the closed period (closed.ts). */
  readonly zakljuceno_do: CalendarDate | null
  /** True where each authorisation has a queue of its own (ledger-sql.ts). */
  readonly poRedu: boolean
  readonly materials: ReadonlyMap<string, MaterialBook>
  /** The change in the cost of the material of an export's line, by the line's id. */
  readonly costs: Map<number, bigint>
}

/** Opens the ledger for these materials and locks them until the transaction ends. */
export async function openLedger(tx: Tx, materials: Iterable<string>): Promise<Ledger> {
  const ids = [...new Set(materials)]
  await lockMaterials(tx, ids)
  return { tx, ...(await readBooks(tx, ids)), costs: new Map() }
}

/** The queue of a document with this authorisation. */
export const redOf = ({ poRedu }: Ledger, odobrenje_id: number | null): number => (poRedu ? (odobrenje_id ?? 0) : 0)

/** Answers the book of a material; refuses one that has gone meanwhile. */
export function bookOf({ materials }: Ledger, materijal_id: string): MaterialBook {
  const book = materials.get(materijal_id)
  // A normativ named the material, and somebody else removed it before the ledger was opened.
  if (!book) throw new Refusal('conflict', sentences.changedMeanwhile)
  return book
}

/**
 * Gives the quantities of requirements at or after the given positions back to the lots, and remembers these
 * requirements. It writes nothing: `book` writes the rows that differ, usually few.
 */
export async function release(ledger: Ledger, from: ReadonlyMap<string, Position>): Promise<void> {
  const positions = [...from].flatMap(([materijal_id, position]) =>
    mayHaveLater(bookOf(ledger, materijal_id), position) ? [{ ...position, materijal_id }] : [],
  )
  if (positions.length === 0) return
  const back = new Map<number, number>()
  for (const [materijal_id, { needs, draws }] of await readLater(ledger.tx, positions)) {
    const book = bookOf(ledger, materijal_id)
    Object.assign(book, { needs, draws })
    for (const { manjak } of needs ?? []) book.totals.manjak = (book.totals.manjak - manjak) as Micro
    for (const { c4_stavka_id, kolicina } of draws) back.set(c4_stavka_id, (back.get(c4_stavka_id) ?? 0) + kolicina)
  }
  if (back.size === 0) return
  await readLots(ledger.tx, [JSON.stringify([...back.keys()])], (lot) => {
    const book = bookOf(ledger, lot.materijal_id)
    book.oldest = null
    const preostalo = (lot.preostalo + (back.get(lot.id) ?? 0)) as Micro
    book.lots.set(lot.id, { ...lot, preostalo, upisano: lot.preostalo })
  })
  for (const { draws, lots } of ledger.materials.values())
    for (const draw of draws) addCost(ledger.costs, -1, draw, lots.get(draw.c4_stavka_id))
}

function mayHaveLater({ totals }: MaterialBook, { datum, c1_id }: Position): boolean {
  const day = totals.poslednji_izvoz
  return day !== null && (day > datum || (day === datum && c1_id !== LAST_ID))
}

/** Forgets released requirements: those of a document that is edited or deleted. */
export async function dropRequirements(ledger: Ledger, c1_id: number, materials: ReadonlySet<string>): Promise<void> {
  for (const materijal_id of materials) {
    const book = bookOf(ledger, materijal_id)
    const { own = [], others = [] } = Object.groupBy(book.needs ?? [], (need) =>
      need.c1_id === c1_id ? 'own' : 'others',
    )
    for (const { kolicina } of own) consume(book.totals, -kolicina)
    if (own.length > 0) book.needs = others
  }
  await sql`
    delete from razduzenje where materijal_id in ${engineOf(ledger.tx).list([...materials])}
      and c1_stavka_id in (select id from c1_stavka where c1_id = ${c1_id})`.execute(ledger.tx)
}

/** Counts a lot that is added (1), or that goes or changes (-1); stock/lots.ts writes its row. */
export function applyLot(ledger: Ledger, sign: 1 | -1, lot: PricedLot): void {
  const book = bookOf(ledger, lot.materijal_id)
  book.oldest = null
  book.totals.total_input = (book.totals.total_input + sign * lot.kolicina) as Micro
  if (sign === 1) addValue(book.totals, lot, NO_QUANTITY, lot.preostalo)
  else addValue(book.totals, lot, lot.preostalo, NO_QUANTITY)
}

/** Adds to the outgoing quantity of a material (or takes from it). */
export function consume(totals: Totals, more: number): void {
  totals.total_consumed = (totals.total_consumed + more) as Micro
}

/** Answers stored lots with what was given back. The caller rewrites or removes them; `book` leaves them alone. */
export function handOver<L extends Pick<PricedLot, 'id' | 'materijal_id' | 'preostalo'>>(
  ledger: Ledger,
  lots: readonly L[],
): L[] {
  return lots.map((lot) => {
    const { lots: held, totals } = bookOf(ledger, lot.materijal_id)
    const returned = held.get(lot.id)
    if (!returned) return lot
    held.delete(lot.id)
    addValue(totals, returned, returned.upisano, returned.preostalo)
    return { ...lot, preostalo: returned.preostalo }
  })
}

/**
 * Discharges the released requirements and the `added` ones, in FIFO order, and writes draws, shortages, lots and
 * totals. `look` sees the result before a move of an export in the closed period is refused.
 */
export async function book(
  ledger: Ledger,
  added: readonly QueuedRequirement[],
  look?: (booked: Booked) => Promise<void>,
): Promise<Booked> {
  refuseClosed(
    ledger,
    added.map(({ datum }) => datum),
  )
  const decision = await decide(ledger, added)
  const booked = { ...decision, ...(await namesOf(ledger, added, decision)) }
  await writeDecision(ledger.tx, ledger.materials, decision)
  await look?.(booked)
  refuseMovedClosed(ledger, booked.lines.values())
  return booked
}

/** Decides what `book` writes, and leaves the ledger in its state after the save. */
async function decide({ tx, materials, costs }: Ledger, added: readonly QueuedRequirement[]): Promise<Decision> {
  const addedTo = Map.groupBy(added, ({ materijal_id }) => materijal_id)
  const queues = [...materials].flatMap(([id, held]) => queuesOf(id, held, addedTo.get(id) ?? []))
  await findLots(tx, materials, queues)
  const queuesOfMaterial = Map.groupBy(queues, ({ materijal_id }) => materijal_id)
  const decision = undecided(costs)
  for (const [id, held] of materials) {
    for (const { kolicina } of addedTo.get(id) ?? []) consume(held.totals, kolicina)
    decideMaterial(id, held, queuesOfMaterial.get(id) ?? [], decision)
    refuseBeyondBooks(id, held.totals)
  }
  return decision
}

function refuseBeyondBooks(materijal_id: string, { total_input, total_consumed }: Totals) {
  if (total_input > MAX_SUM || total_consumed > MAX_SUM)
    throw new Refusal('invalid', `Ukupna količina materijala ${materijal_id} prelazi ${formatMicro(MAX_SUM)}.`)
}

/**
 * Reads the names that a save reports: lines that moved or changed their cost (without the `added` ones), and the lots
 * from which moved lines drew before and draw now.
 */
function namesOf({ tx, costs }: Ledger, added: readonly { readonly c1_stavka_id: number }[], { moved }: Decision) {
  const lines = new Set(moved.map(({ c1_stavka_id }) => c1_stavka_id))
  for (const [id, cost] of costs) if (cost !== 0n) lines.add(id)
  for (const { c1_stavka_id } of added) lines.delete(c1_stavka_id)
  const draws = moved.flatMap(({ pre, posle }) => [...pre.draws, ...posle.draws])
  return readNames(tx, lines, new Set(draws.map(({ c4_stavka_id }) => c4_stavka_id)))
}
