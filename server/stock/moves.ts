import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import type { Position, Requirement } from '#domain/fifo.ts'
import { longStatement } from '#server/db/statement.ts'
import { NO_LOT } from './no-lot.ts'
import type { Ledger, PricedLot, StoredDraw, StoredRow } from './open-ledger.ts'

/** A requirement that stood there before and is covered otherwise now. */
export type Move = {
  readonly materijal_id: string
  readonly c1_id: number
  readonly c1_stavka_id: number
  readonly datum: CalendarDate
  readonly pre: Cover
  readonly posle: Cover
}
type Cover = { readonly draws: readonly StoredDraw[]; readonly manjak: Micro }

/** What booking did to requirements that stood there before: which are covered otherwise, and shortages that grew. */
export type Booked = Compared & MovedNames
export type Compared = {
  /** What no lot covers, by `requirementKey`; a requirement that is covered is not in it. */
  readonly shortages: Map<string, Micro>
  readonly moved: Move[]
  readonly newShortages: { materijal_id: string; c1_id: number; kolicina: Micro }[]
}

/** What remains of a lot after all draws. `turns`: it ends now, is open again, or ended on another day. */
export type WrittenLot = Pick<PricedLot, 'id' | 'preostalo' | 'utrosen'> & { readonly turns: boolean }

/** What is to be written in the end, and told. */
export type Bookings = Compared &
  DrawChanges & {
    readonly remains: WrittenLot[]
    /** The day of the last requirement of each material that has one. */
    readonly lastDays: Map<string, CalendarDate>
    /** Materials that nothing needs any more. */
    readonly left: string[]
  }

/** Holds what released requirements had against what they have now, and adds what moved. */
export function compareBooked(
  { released, releasedDraws }: Pick<Ledger, 'released' | 'releasedDraws'>,
  draws: readonly StoredDraw[],
  { shortages, moved, newShortages }: Compared,
): void {
  if (released.size === 0) return
  // One material after the other: of all at once the lists alone would take a hundred megabytes.
  const before = Map.groupBy(releasedDraws, ({ materijal_id }) => materijal_id)
  const after = Map.groupBy(draws, ({ materijal_id }) => materijal_id)
  for (const [materijal_id, rows] of released) {
    const [drewOf, drawOf] = [byLine(before.get(materijal_id)), byLine(after.get(materijal_id))]
    for (const { c1_stavka_id, c1_id, datum, manjak } of rows) {
      const lacks = shortages.size > 0 ? shortages.get(requirementKey(c1_stavka_id, materijal_id)) : undefined
      const pre = { draws: drewOf.get(c1_stavka_id) ?? [], manjak }
      const posle = { draws: drawOf.get(c1_stavka_id) ?? [], manjak: lacks ?? NO_QUANTITY }
      if (posle.manjak > manjak) newShortages.push({ materijal_id, c1_id, kolicina: subtract(posle.manjak, manjak) })
      if (!isSameCover(pre, posle)) moved.push({ materijal_id, c1_id, c1_stavka_id, datum, pre, posle })
    }
  }
}

const byLine = (draws: readonly StoredDraw[] = []) => Map.groupBy(draws, ({ c1_stavka_id }) => c1_stavka_id)

/** Whether both draw as much from the same lots and lack as much. */
export function isSameCover(a: Cover, b: Cover): boolean {
  if (a.manjak !== b.manjak || a.draws.length !== b.draws.length) return false
  const [one, other] = [a.draws[0], b.draws[0]]
  if (a.draws.length === 1) return one?.c4_stavka_id === other?.c4_stavka_id && one?.kolicina === other?.kolicina
  const byLot = ({ draws }: Cover) => draws.toSorted((one, other) => one.c4_stavka_id - other.c4_stavka_id)
  const theirs = byLot(b)
  return byLot(a).every(
    ({ c4_stavka_id, kolicina }, at) => theirs[at]?.c4_stavka_id === c4_stavka_id && theirs[at]?.kolicina === kolicina,
  )
}

export type DrawChanges = Record<'deleted' | 'updated' | 'inserted', StoredDraw[]>

/**
 * Adds what makes the stored rows of moved requirements what they are now, shortages among them. Most still draw from the
 * same lots, more or less of each: a quantity is written in its place, where a row that goes and comes again has its
 * references checked.
 */
export function drawChanges(moved: readonly Move[], changes: DrawChanges): void {
  for (const move of moved) {
    const before = new Map(rowsOfCover(move, move.pre).map((row) => [row.c4_stavka_id, row]))
    for (const row of rowsOfCover(move, move.posle)) {
      const stored = before.get(row.c4_stavka_id)
      before.delete(row.c4_stavka_id)
      if (!stored) changes.inserted.push(row)
      else if (stored.kolicina !== row.kolicina) changes.updated.push(row)
    }
    changes.deleted.push(...before.values())
  }
}

/**
 * The rows of new requirements: their draws, and a row of no lot (NO_LOT) for what none covers. A requirement that rounds
 * to 0 gets such a row of 0, so that every material of the copied normativ has one.
 */
export function newRows(
  added: readonly (Requirement & { readonly materijal_id: string })[],
  draws: readonly StoredDraw[],
  shortages: ReadonlyMap<string, Micro>,
): StoredDraw[] {
  const keys = new Set<string>()
  const lines = new Set<number>()
  const lacking: StoredDraw[] = []
  for (const { c1_stavka_id, materijal_id, kolicina } of added) {
    const key = requirementKey(c1_stavka_id, materijal_id)
    keys.add(key)
    lines.add(c1_stavka_id)
    const manjak = shortages.get(key)
    if (manjak === undefined && kolicina > 0) continue
    lacking.push({ c1_stavka_id, materijal_id, c4_stavka_id: NO_LOT, kolicina: manjak ?? NO_QUANTITY })
  }
  const drawn = draws.filter(
    (row) => lines.has(row.c1_stavka_id) && keys.has(requirementKey(row.c1_stavka_id, row.materijal_id)),
  )
  return [...drawn, ...lacking]
}

/** Rows with export and day of their line. */
export function inPlace(lines: readonly Position[], rows: readonly StoredDraw[]): StoredRow[] {
  const places = new Map(lines.map((line) => [line.c1_stavka_id, line]))
  return rows.map((row) => {
    const { c1_id, datum } = places.get(row.c1_stavka_id) as Position
    return { ...row, c1_id, datum }
  })
}

const rowsOfCover = ({ c1_stavka_id, materijal_id }: Move, { draws, manjak }: Cover): readonly StoredDraw[] =>
  manjak > 0 ? [...draws, { c1_stavka_id, materijal_id, c4_stavka_id: NO_LOT, kolicina: manjak }] : draws

/** Names a requirement: a line of an export and a material. */
export const requirementKey = (c1_stavka_id: number, materijal_id: string): string => `${c1_stavka_id} ${materijal_id}`

/** A line of an export that stood there before, and the document that it is of. */
export type MovedLine = {
  readonly c1_id: number
  readonly broj_c1: string
  readonly datum: CalendarDate
  readonly proizvod_id: string
  readonly broj_fakture: string
  readonly redni_broj: number
}
/** Day and number of the C4 that a lot is of. */
type MovedLot = { readonly datum: CalendarDate; readonly c4_broj: string }

/** What is told of moves, by the ids of lines and lots. Lots that are removed are not in it. */
type MovedNames = {
  readonly lines: ReadonlyMap<number, MovedLine>
  readonly lots: ReadonlyMap<number, MovedLot>
}

/**
 * Reads the lines that moved, or whose material costs something else though they draw as before, without the `added`
 * ones; and the lots that those which moved draw from and drew from. Asked for before `book` writes: PostgreSQL is
 * writing then while the trail is told.
 */
export async function readMoved(
  { tx, costs }: Ledger,
  added: readonly { c1_stavka_id: number }[],
  moved: readonly Move[],
): Promise<MovedNames> {
  const lineIds = new Set<number>()
  const lotIds = new Set<number>()
  for (const [id, trosak] of costs) if (trosak !== 0n) lineIds.add(id)
  for (const { c1_stavka_id, pre, posle } of moved) {
    lineIds.add(c1_stavka_id)
    for (const { c4_stavka_id } of pre.draws) lotIds.add(c4_stavka_id)
    for (const { c4_stavka_id } of posle.draws) lotIds.add(c4_stavka_id)
  }
  for (const { c1_stavka_id } of added) lineIds.delete(c1_stavka_id)
  const lines = new Map<number, MovedLine>()
  const lots = new Map<number, MovedLot>()
  if (lineIds.size > 0) await LINES(tx, [JSON.stringify([...lineIds])], ({ id, ...line }) => lines.set(id, line))
  if (lotIds.size > 0) await LOTS(tx, [JSON.stringify([...lotIds])], ({ id, ...lot }) => lots.set(id, lot))
  return { lines, lots }
}

const LINES = longStatement<MovedLine & { id: number }, [ids: string]>(
  (engine) => sql`
    select s.id, s.c1_id, d.broj_c1, d.datum, s.proizvod_id, s.broj_fakture, s.redni_broj
    from c1_stavka s join c1 d on d.id = s.c1_id where s.id in ${engine.list([0])}`,
)
const LOTS = longStatement<MovedLot & { id: number }, [ids: string]>(
  (engine) => sql`
    select l.id, l.datum, d.broj_c4 as c4_broj
    from c4_stavka l join c4 d on d.id = l.c4_id where l.id in ${engine.list([0])}`,
)
