import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import {
  formatMicro,
  MAX_SUM,
  type Micro,
  multiplyToAtto,
  NO_QUANTITY,
  type ParaTotal,
  worthOf,
} from '#domain/decimal.ts'
import { comparePositions, discharge, LAST_ID, type Position, type Requirement } from '#domain/fifo.ts'
import { longStatement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'
import { refuseClosed, refuseMovedClosed } from './closed.ts'
import {
  type Booked,
  type Bookings,
  compareBooked,
  drawChanges,
  newRows,
  readMoved,
  requirementKey,
  type WrittenLot,
} from './moves.ts'
import {
  type Ledger,
  LOT,
  openLots,
  type PricedLot,
  type QueuedRequirement,
  readLater,
  type StoredDraw,
  totalsOf,
} from './open-ledger.ts'
import { queueKey } from './queues.ts'
import { intoQueues, requeuedLots } from './requeue.ts'
import { writeBooked } from './write-ledger.ts'

// The ledger is the only writer of what remains of lots, of draws, shortages and totals: open-ledger.ts reads, here is
// decided, write-ledger.ts writes, and lots.ts does the lines of a C4. A shortage is a row like a draw, of no lot (NO_LOT),
// and what a line needs of a material is the sum of its rows. A change of documents is always the same three steps in one
// transaction: `release` what may change, from the first affected position on; write the documents; `book` it again. What
// stands before that position is never touched (decisions §1).

function mayHaveLater({ totals }: Ledger, materijal_id: string, { datum, c1_id }: Position): boolean {
  const day = totals.get(materijal_id)?.poslednji_izvoz ?? null
  return day !== null && (day > datum || (day === datum && c1_id !== LAST_ID))
}

/**
 * Gives back to the lots what requirements at or after the given positions took, and remembers who took it. Nothing is
 * written yet: `book` compares the new result with the old one and writes only the rows that differ, usually few.
 */
export async function release(ledger: Ledger, from: ReadonlyMap<string, Position>): Promise<void> {
  const positions = [...from].flatMap(([materijal_id, position]) =>
    mayHaveLater(ledger, materijal_id, position) ? [{ ...position, materijal_id }] : [],
  )
  if (positions.length === 0) return
  const { requirements, draws } = await readLater(ledger, positions)
  for (const [materijal_id, rows] of requirements) {
    ledger.released.set(materijal_id, [...(ledger.released.get(materijal_id) ?? []), ...rows])
    for (const { manjak } of rows) addShortage(ledger, materijal_id, -manjak)
  }
  // Not by `push(...draws)`: so many arguments do not fit on a stack.
  for (const draw of draws) ledger.releasedDraws.push(draw)
  await giveBack(ledger, draws)
}

/**
 * Leaves it to `book` to release these positions, some materials at a time: what thousands of exports drew of all of them
 * is too much to hold. For saves that only add requirements.
 */
export function releaseInBook(ledger: Ledger, from: ReadonlyMap<string, Position>): void {
  for (const [materijal_id, position] of from)
    if (mayHaveLater(ledger, materijal_id, position)) ledger.toRelease.set(materijal_id, position)
}

/** Removes requirements of released positions: those of a document that is edited or deleted. */
export async function dropRequirements(ledger: Ledger, c1_id: number, materials: ReadonlySet<string>): Promise<void> {
  for (const materijal_id of materials) {
    const { own = [], others = [] } = Object.groupBy(ledger.released.get(materijal_id) ?? [], (row) =>
      row.c1_id === c1_id ? 'own' : 'others',
    )
    for (const row of own) consume(ledger, materijal_id, -row.kolicina)
    ledger.released.set(materijal_id, others)
  }
  await sql`
    delete from razduzenje where materijal_id in ${ledger.engine.list([...materials])}
      and c1_stavka_id in (select id from c1_stavka where c1_id = ${c1_id})`.execute(ledger.tx)
}

/** Accounts for lots that come, go or change; the rows themselves are written by stock/lots.ts. */
export function applyLot(ledger: Ledger, sign: 1 | -1, lot: PricedLot): void {
  ledger.oldest.delete(lot.materijal_id)
  const totals = totalsOf(ledger, lot.materijal_id)
  totals.total_input = (totals.total_input + sign * lot.kolicina) as Micro
  if (sign === 1) addValue(ledger, lot, NO_QUANTITY, lot.preostalo)
  else addValue(ledger, lot, lot.preostalo, NO_QUANTITY)
}

/** Materials that are released at once; twice as many each time that those had few requirements. */
const RELEASED_AT_ONCE = 4
/** With ten thousand, exports that come late take some 10 MiB more. */
const FEW_REQUIREMENTS = 1_500

/**
 * Discharges what was released and what is `added`, in FIFO order, and writes draws, shortages, lots and totals. `look`
 * hears what was booked before it is refused for moving an export of a closed period.
 */
export async function book(
  ledger: Ledger,
  added: readonly QueuedRequirement[],
  look?: (booked: Booked) => Promise<void>,
): Promise<Booked> {
  const decided = await decide(ledger, added)
  await writeBooked(ledger, added, decided)
  await look?.(decided)
  refuseMovedClosed(ledger, decided.lines)
  return decided
}

/** What `book` would write and answer; nothing is written. The ledger is then as after the save. */
async function decide(ledger: Ledger, added: readonly QueuedRequirement[]): Promise<Bookings & Booked> {
  refuseClosed(
    ledger,
    added.map(({ datum }) => datum),
  )
  const addedOf = Map.groupBy(added, ({ materijal_id }) => materijal_id)
  for (const { materijal_id, kolicina } of added) consume(ledger, materijal_id, kolicina)
  const into: Bookings = {
    ...{ shortages: new Map(), moved: [], newShortages: [] },
    ...{ inserted: [], updated: [], deleted: [], remains: [], lastDays: new Map(), left: [] },
  }
  const { toRelease } = ledger
  await bookSome(
    ledger,
    added.filter(({ materijal_id }) => !toRelease.has(materijal_id)),
    into,
  )
  const waiting = [...toRelease]
  for (let most = RELEASED_AT_ONCE; waiting.length > 0; ) {
    const some = new Map(waiting.splice(0, most))
    await release(ledger, some)
    if (ledger.requeued) await intoQueues(ledger, [...some.keys()])
    if (ledger.releasedDraws.length < FEW_REQUIREMENTS) most *= 2
    await bookSome(
      ledger,
      [...some.keys()].flatMap((id) => addedOf.get(id) ?? []),
      into,
    )
  }
  refuseBeyondBooks(ledger)
  return { ...into, ...(await readMoved(ledger, added, into.moved)) }
}

/** Discharges what is released now and what is `added`, and forgets what was released. */
async function bookSome(ledger: Ledger, added: readonly QueuedRequirement[], into: Bookings): Promise<void> {
  const queues = queuesOf(ledger, added)
  const needed = new Set<string>()
  for (const queue of queues.values()) {
    queue.sort(comparePositions)
    const { materijal_id, datum } = queue.at(-1) as QueuedRequirement
    needed.add(materijal_id)
    if (datum > (into.lastDays.get(materijal_id) ?? '')) into.lastDays.set(materijal_id, datum)
  }
  for (const materijal_id of ledger.released.keys()) if (!needed.has(materijal_id)) into.left.push(materijal_id)
  const lots = ledger.requeued ? requeuedLots(ledger) : await openLots(ledger, queues)
  const draws: StoredDraw[] = []
  for (const [key, queue] of queues) {
    const { materijal_id } = queue[0] as QueuedRequirement
    const result = discharge(lots.get(key) ?? [], queue)
    for (const draw of result.draws) draws.push({ ...draw, materijal_id })
    for (const { c1_stavka_id, manjak } of result.shortages) {
      into.shortages.set(requirementKey(c1_stavka_id, materijal_id), manjak)
      addShortage(ledger, materijal_id, manjak)
    }
  }
  const first = into.moved.length
  compareBooked(ledger, draws, into)
  drawChanges(into.moved.slice(first), into)
  for (const row of newRows(added, draws, into.shortages)) into.inserted.push(row)
  takeFromLots(ledger, queues, draws, lots, into.remains)
  ledger.released.clear()
  ledger.releasedDraws.length = 0
  ledger.returned.clear()
}

/** What was released and what is added, queue by queue. */
function queuesOf({ released, poRedu }: Ledger, added: readonly QueuedRequirement[]) {
  const queues = new Map<string, QueuedRequirement[]>()
  for (const [materijal_id, rows] of released)
    if (poRedu) for (const row of rows) push(queues, queueKey(row), row)
    else if (rows.length > 0) queues.set(materijal_id, [...rows])
  for (const row of added) push(queues, queueKey(row), row)
  return queues
}

const LOTS = longStatement<PricedLot, [ids: string]>(
  (engine) => sql`select ${LOT} from c4_stavka l where l.id in ${engine.list([0])}`,
)

/** Returns what was drawn to the lots, and its cost from the exports. */
async function giveBack(ledger: Ledger, draws: readonly StoredDraw[]) {
  if (draws.length === 0) return
  const back = new Map<number, number>()
  for (const { c4_stavka_id, kolicina } of draws) back.set(c4_stavka_id, (back.get(c4_stavka_id) ?? 0) + kolicina)
  await LOTS(ledger.tx, [JSON.stringify([...back.keys()])], (lot) => {
    ledger.oldest.delete(lot.materijal_id)
    const preostalo = (lot.preostalo + (back.get(lot.id) ?? 0)) as Micro
    ledger.returned.set(lot.id, { ...lot, preostalo, upisano: lot.preostalo })
  })
  for (const draw of draws) applyDraw(ledger, -1, draw, ledger.returned.get(draw.c4_stavka_id))
}

/** Hands stored lots with what was given back to them to whoever rewrites or removes them now: `book` leaves them alone. */
export function handOver<L extends { readonly id: number; readonly preostalo: Micro }>(
  ledger: Ledger,
  lots: readonly L[],
): L[] {
  return lots.map((lot) => {
    const returned = ledger.returned.get(lot.id)
    if (!returned) return lot
    ledger.returned.delete(lot.id)
    addValue(ledger, returned, returned.upisano, returned.preostalo)
    return { ...lot, preostalo: returned.preostalo }
  })
}

/** Takes from the lots what was drawn; those that come out otherwise than they are stored are to be written. */
function takeFromLots(
  ledger: Ledger,
  queues: ReadonlyMap<string, readonly Requirement[]>,
  draws: readonly StoredDraw[],
  found: ReadonlyMap<string, PricedLot[]>,
  written: WrittenLot[],
): void {
  const lots = new Map<number, PricedLot>()
  for (const lot of [...found.values()].flat()) lots.set(lot.id, lot)
  // Draws come in the order of the requirements: the line of the last one says when the lot ended.
  const taken = new Map<number, { kolicina: number; last: number }>()
  for (const draw of draws) {
    const { c4_stavka_id, kolicina, c1_stavka_id } = draw
    taken.set(c4_stavka_id, { kolicina: (taken.get(c4_stavka_id)?.kolicina ?? 0) + kolicina, last: c1_stavka_id })
    applyDraw(ledger, 1, draw, lots.get(c4_stavka_id))
  }
  const days = new Map<number, CalendarDate | null>([...taken.values()].map(({ last }) => [last, null]))
  for (const queue of queues.values())
    for (const { c1_stavka_id, datum } of queue) if (days.has(c1_stavka_id)) days.set(c1_stavka_id, datum)
  for (const id of new Set([...taken.keys(), ...ledger.returned.keys()])) {
    const returned = ledger.returned.get(id)
    const lot = returned ?? (lots.get(id) as PricedLot)
    const { kolicina = 0, last = 0 } = taken.get(id) ?? {}
    const preostalo = (lot.preostalo - kolicina) as Micro
    const utrosen = preostalo === 0 ? (days.get(last) ?? lot.utrosen) : null
    const turns = utrosen !== lot.utrosen
    const upisano = returned?.upisano ?? lot.preostalo
    if (preostalo !== upisano) addValue(ledger, lot, upisano, preostalo)
    if (turns || preostalo !== upisano) written.push({ id, preostalo, utrosen, turns })
  }
}

/** Accounts for the value of a draw that is made (1) or given back (-1): what the exported line costs. */
function applyDraw(ledger: Ledger, sign: 1 | -1, { c1_stavka_id, kolicina }: StoredDraw, lot: PricedLot | undefined) {
  if (!lot) throw new Error('a draw from a lot that is not there')
  const value = BigInt(sign) * multiplyToAtto(kolicina, lot.cena_po_jedinici, lot.kurs)
  ledger.costs.set(c1_stavka_id, (ledger.costs.get(c1_stavka_id) ?? 0n) + value)
}

/** A lot of which so much remained has so much now: what it is worth is rounded as a whole, so it is not added up by draws. */
function addValue(ledger: Ledger, { materijal_id, cena_po_jedinici, kurs }: PricedLot, was: Micro, is: Micro) {
  const totals = totalsOf(ledger, materijal_id)
  const more = worthOf(is, cena_po_jedinici, kurs) - worthOf(was, cena_po_jedinici, kurs)
  totals.vrednost = (totals.vrednost + BigInt(more)) as ParaTotal
}

function refuseBeyondBooks({ totals }: Ledger) {
  for (const [materijal_id, { total_input, total_consumed }] of totals)
    if (total_input > MAX_SUM || total_consumed > MAX_SUM)
      throw new Refusal('invalid', `Ukupna količina materijala ${materijal_id} prelazi ${formatMicro(MAX_SUM)}.`)
}

function push<K, V>(map: Map<K, V[]>, at: K, value: V) {
  const list = map.get(at)
  if (list) list.push(value)
  else map.set(at, [value])
}

function addShortage(ledger: Ledger, materijal_id: string, kolicina: number) {
  const totals = totalsOf(ledger, materijal_id)
  totals.manjak = (totals.manjak + kolicina) as Micro
}

function consume(ledger: Ledger, materijal_id: string, kolicina: number) {
  const totals = totalsOf(ledger, materijal_id)
  totals.total_consumed = (totals.total_consumed + kolicina) as Micro
}
