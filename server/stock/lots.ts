import { sql } from 'kysely'
import { C4_LINE, type C4StavkaBody } from '#contract/c4.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto, NO_QUANTITY, type Para, subtract } from '#domain/decimal.ts'
import { compareLots, comparePositions, type Lot, type Position } from '#domain/fifo.ts'
import { capacityOf } from '#domain/named-draws.ts'
import { codeKey } from '#domain/one-form.ts'
import { engineOf, insertion, update } from '#server/db/engine.ts'
import { columnsIn } from '#server/db/field-columns.ts'
import type { Tx } from '#server/db/schema.ts'
import { applyLot, bookOf, consume, type Ledger } from './ledger.ts'
import { isFound, NEVER_DRAWN, NO_LOT, queueKey } from './ledger-sql.ts'
import { LOT, type PricedLot } from './read-ledger.ts'
import { deleteDraws } from './write-ledger.ts'

export type NewLot = C4StavkaBody & { readonly iznos: Para; readonly pozicija: number }
/** A line of a C4 as a lot. */
export type LotLine = PricedLot & {
  /** The part of `izuzeto` that the line itself says. */
  readonly vec_razduzeno: Micro | null
  readonly broj_fakture: string
  readonly redni_broj: number
}
/** A lot that keeps its identity: its stored row, less what was released, and its new line. */
export type ChangedLot = { readonly was: LotLine; readonly now: NewLot }
/** The document of the lots after the save, and the queue of its lots. */
export type LotDocument = {
  readonly c4_id: number
  readonly datum: CalendarDate
  readonly kurs: Micro
  readonly red: number
}

const COLUMNS = {
  pozicija: 'int',
  broj_fakture: 'text',
  faktura_kljuc: 'text',
  iznos: 'int',
  ...columnsIn(C4_LINE),
} as const
const INSERTED = {
  ...COLUMNS,
  c4_id: 'int',
  datum: 'text',
  kurs: 'int',
  red: 'int',
  preostalo: 'int',
  utrosen: 'text',
  izuzeto: 'int',
} as const
const insertRows = insertion('c4_stavka', INSERTED)
const insertRowsBack = insertion('c4_stavka', { ...INSERTED, id: 'int' })
const updateRows = update('c4_stavka', { id: 'int' }, INSERTED)

/** The columns of a lot `l` that come from its document, beside those of the ledger. */
export const LINE = sql`l.vec_razduzeno, l.broj_fakture, l.redni_broj`

/** The lots of a document, in the order of their ids. */
export async function lotsOfC4(tx: Tx, c4_id: number): Promise<LotLine[]> {
  const { rows } = await sql<LotLine>`
    select ${LOT}, ${LINE} from c4_stavka l where l.c4_id = ${c4_id} order by l.id`.execute(tx)
  return rows
}

/** The place of a lot of a material in its queue. */
type Place = Omit<Lot, 'preostalo'> & { readonly materijal_id: string; readonly red: number }

/**
 * The first requirement on each material that is affected when these lots come, go or change: the earliest place of a
 * touched lot decides, per queue. New lots have the highest id, so they stand at the end of their day.
 */
export async function affectedBy(ledger: Ledger, lots: readonly Place[]): Promise<Map<string, Position>> {
  const earliest = new Map<string, Place>()
  for (const lot of lots) {
    // No requirement takes from a lot of a later day than its own.
    if ((ledger.materials.get(lot.materijal_id)?.totals.poslednji_izvoz ?? '') < lot.datum) continue
    const key = queueKey(lot)
    const known = earliest.get(key)
    if (!known || compareLots(lot, known) < 0) earliest.set(key, lot)
  }
  return earliest.size > 0 ? firstAffectedBy(ledger, [...earliest.values()]) : new Map()
}

/**
 * The first requirement per material that a change of its lots at or after the given lot can affect. That is the first
 * one that draws from there, or the first shortage that such a lot could cover. Shortages of all its queues count: to
 * release more than is needed changes nothing. A material is absent when no requirement depends on it.
 */
async function firstAffectedBy(ledger: Ledger, lots: readonly Place[]): Promise<Map<string, Position>> {
  const columns = { materijal_id: 'text', red: 'int', datum: 'text', c4_id: 'int', id: 'int' } as const
  const m = engineOf(ledger.tx).rows(columns, lots)
  // Lots are consumed in order: if nothing is drawn from the first lot there that exports may have, nothing is drawn
  // from any behind it.
  const { rows } = await sql<Position & { materijal_id: string }>`
    select first.materijal_id, r.datum, r.c1_id, r.c1_stavka_id
    from (select m.materijal_id, (
        select l.id from c4_stavka l
        where l.materijal_id = m.materijal_id and (l.datum, l.c4_id, l.id) >= (m.datum, m.c4_id, m.id)
          and l.red = m.red and l.kolicina > l.izuzeto
        order by l.datum, l.c4_id, l.id limit 1) as lot_id
      from ${m} m) first
    join razduzenje r on r.c4_stavka_id = first.lot_id and ${isFound}
    union all
    select r.materijal_id, r.datum, r.c1_id, r.c1_stavka_id from ${m} m cross join razduzenje r
    where r.materijal_id = m.materijal_id and r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.datum >= m.datum`.execute(
    ledger.tx,
  )
  const first = new Map<string, Position>()
  for (const { materijal_id, ...position } of rows) {
    const known = first.get(materijal_id)
    if (!known || comparePositions(position, known) < 0) first.set(materijal_id, position)
  }
  return first
}

/** The changes that a save makes to the lots of a document. */
export type LotChanges = {
  readonly removed: readonly LotLine[]
  readonly changed: readonly ChangedLot[]
  readonly added: readonly NewLot[]
}

/** Writes new lots of a document; no export draws from them yet. Lots of a restored document have ids already. */
export async function insertLots(ledger: Ledger, document: LotDocument, lots: readonly NewLot[]): Promise<void> {
  if (lots.length === 0) return
  const rows = lots.map((lot) => ({ ...lotColumns(lot), ...document, ...takenAtStart(lot) }))
  const insert = lots[0]?.id ? insertRowsBack(rows.map((row) => ({ ...row, id: row.id as number }))) : insertRows(rows)
  await engineOf(ledger.tx).write(ledger.tx, [insert])
  for (const line of lots) {
    const lot = { ...line, ...document, id: 0, ...takenAtStart(line) }
    applyLot(ledger, 1, lot)
    consume(bookOf(ledger, lot.materijal_id).totals, lot.izuzeto)
  }
}

/** The columns that follow from the part of a new lot that had left before these books began. */
function takenAtStart({ kolicina, vec_razduzeno }: NewLot) {
  const izuzeto = vec_razduzeno ?? NO_QUANTITY
  return { izuzeto, preostalo: subtract(kolicina, izuzeto), utrosen: izuzeto === kolicina ? NEVER_DRAWN : null }
}

/** Counts a stored lot as gone, with the quantity that its line says is named. */
function uncount(ledger: Ledger, lot: LotLine) {
  applyLot(ledger, -1, lot)
  consume(bookOf(ledger, lot.materijal_id).totals, -(lot.vec_razduzeno ?? 0))
}

/** Rewrites lots that keep their identity. Draws before the affected position stay. */
export async function updateLots(ledger: Ledger, document: LotDocument, changes: readonly ChangedLot[]): Promise<void> {
  if (changes.length === 0) return
  const lots = changeLots(ledger, document, changes)
  const rows = lots.map(({ id, preostalo, utrosen, izuzeto }, at) => ({
    ...lotColumns((changes[at] as ChangedLot).now),
    ...document,
    id,
    preostalo,
    utrosen,
    izuzeto,
  }))
  await engineOf(ledger.tx).write(ledger.tx, [updateRows(rows)])
  await repriceDraws(ledger, document, changes)
}

function changeLots(ledger: Ledger, document: LotDocument, changes: readonly ChangedLot[]): PricedLot[] {
  // All old ones are taken off first: with old and new mixed, the sum could pass the exact range of a number.
  for (const { was } of changes) uncount(ledger, was)
  return changes.map(({ was, now }) => {
    const { id } = was
    // Other documents name the same quantity as before; its line names its new one.
    const izuzeto = (was.izuzeto - (was.vec_razduzeno ?? 0) + (now.vec_razduzeno ?? 0)) as Micro
    const preostalo = (now.kolicina - izuzeto - (capacityOf(was) - was.preostalo)) as Micro
    consume(bookOf(ledger, now.materijal_id).totals, now.vec_razduzeno ?? 0)
    const ended = now.kolicina === izuzeto ? NEVER_DRAWN : was.utrosen
    const lot = { ...now, ...document, id, izuzeto, preostalo, utrosen: preostalo > 0 ? null : ended }
    applyLot(ledger, 1, lot)
    return lot
  })
}

/** Counts the new cost of draws that stay with a lot that has a new price or rate; `book` counts the others. */
async function repriceDraws({ tx, costs, materials }: Ledger, { kurs }: LotDocument, changes: readonly ChangedLot[]) {
  const repriced = new Map(
    changes.flatMap(({ was, now }) => {
      const difference =
        multiplyToAtto(UNIT, now.cena_po_jedinici, kurs) - multiplyToAtto(UNIT, was.cena_po_jedinici, was.kurs)
      const isDrawn = was.preostalo < capacityOf(was) || was.izuzeto > 0
      return difference !== 0n && isDrawn ? [[was.id, difference] as const] : []
    }),
  )
  if (repriced.size === 0) return
  const draws = await tx
    .selectFrom('razduzenje')
    .select(['c1_stavka_id', 'c4_stavka_id', 'kolicina', 'usmereno'])
    .where('c4_stavka_id', 'in', engineOf(tx).list<number>([...repriced.keys()]))
    .execute()
  const keyOf = (draw: { c1_stavka_id: number; c4_stavka_id: number }) => `${draw.c1_stavka_id} ${draw.c4_stavka_id}`
  const released = new Set([...materials.values()].flatMap(({ draws }) => draws.map(keyOf)))
  for (const draw of draws) {
    const { c1_stavka_id, c4_stavka_id, kolicina, usmereno } = draw
    if (usmereno === 0 && released.has(keyOf(draw))) continue
    costs.set(c1_stavka_id, (costs.get(c1_stavka_id) ?? 0n) + BigInt(kolicina) * (repriced.get(c4_stavka_id) ?? 0n))
  }
}

/** A millionth: the unit of draws. */
const UNIT = 1 as Micro

/** Removes lots from which nothing is drawn any more. */
export async function deleteLots(ledger: Ledger, lots: readonly LotLine[]): Promise<void> {
  if (lots.length === 0) return
  for (const lot of lots) uncount(ledger, lot)
  const ids = new Set(lots.map(({ id }) => id))
  const drawn = [...ledger.materials].flatMap(([materijal_id, { draws }]) =>
    draws.flatMap((draw) => (ids.has(draw.c4_stavka_id) ? [{ ...draw, materijal_id }] : [])),
  )
  await deleteDraws(ledger.tx, drawn)
  await sql`delete from c4_stavka where id in ${engineOf(ledger.tx).list([...ids])}`.execute(ledger.tx)
}

const lotColumns = (lot: NewLot) => ({
  ...lot,
  faktura_kljuc: codeKey(lot.broj_fakture),
  dokazuje_poreklo: lot.dokazuje_poreklo ? 1 : 0,
})

/**
 * Updates in the ledger the number of C4 of each material and the day of its last import. `before` and `after` are the
 * materials of the old and the new lines of a C4, `datum` its new day. Call it after the lines are written, because it
 * reads the latest of them, and before `book`, which stores the totals.
 */
export async function updateImportCounts(
  ledger: Ledger,
  before: Iterable<string>,
  after: Iterable<string>,
  datum: CalendarDate,
): Promise<void> {
  const [old, now] = [new Set(before), new Set(after)]
  const last = old.size > 0 ? await lastImports(ledger.tx, old) : new Map<string, CalendarDate>()
  for (const [materijal_id, { totals }] of ledger.materials) {
    const [was, is] = [old.has(materijal_id), now.has(materijal_id)]
    totals.broj_c4 += Number(is) - Number(was)
    if (was) totals.poslednji_uvoz = last.get(materijal_id) ?? null
    else if (is && (totals.poslednji_uvoz ?? '') < datum) totals.poslednji_uvoz = datum
  }
}

/** The days of the last C4 of these materials; none for those that stand on no C4 any more. */
async function lastImports(tx: Tx, materials: ReadonlySet<string>): Promise<Map<string, CalendarDate>> {
  const { rows } = await sql<{ materijal_id: string; datum: CalendarDate }>`
    select m.value as materijal_id, (select max(l.datum) from c4_stavka l where l.materijal_id = m.value) as datum
    from ${engineOf(tx).list([...materials])} m`.execute(tx)
  return new Map(rows.map(({ materijal_id, datum }) => [materijal_id, datum]))
}
