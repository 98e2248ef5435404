import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Atto, Micro } from '#domain/decimal.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import { type Books, keptBooks } from './kept-books.ts'
import type { Ledger, PricedLot } from './ledger.ts'

// The books of a material are its totals and its oldest open lots: what the ledger must know of it to book at its end.

export type Totals<Value = Atto> = {
  total_input: Micro
  total_consumed: Micro
  vrednost: Value
  poslednji_izvoz: CalendarDate | null
  zapocet_lot: number | null
  zapocet_preostalo: Micro | null
}

type StoredLot = Omit<PricedLot, 'preostalo'>
/** What was drawn from a lot, and on which day last. */
export type Taken = { readonly kolicina: number; readonly datum: CalendarDate }

type BooksRow = Totals<string> & { materijal_id: string } & {
  [K in keyof Omit<StoredLot, 'materijal_id' | 'utrosen'>]: StoredLot[K] | null
}
/** Of each material its totals and its oldest open lot: the begun one, where one is. */
const BOOKS = statement<BooksRow, [materials: string]>(
  (engine) => sql`
    select s.materijal_id, s.total_input, s.total_consumed, s.vrednost, s.poslednji_izvoz, s.zapocet_lot,
      s.zapocet_preostalo, l.id, l.c4_id, l.datum, l.zemlja_porekla, l.kolicina, l.cena_po_jedinici, l.kurs
    from stanje s left join c4_stavka l on l.id = coalesce(s.zapocet_lot, (
      select o.id from c4_stavka o where o.materijal_id = s.materijal_id and o.utrosen is null
      order by o.datum, o.c4_id, o.id limit 1))
    where s.materijal_id in ${engine.list([''])}`,
)

/** The books of these materials, which are locked until the transaction ends; of those that do not exist there are none. */
export async function openBooks(engine: Engine, tx: Tx, ids: readonly string[]): Promise<Map<string, Books>> {
  await lock(engine, tx, ids)
  const kept = keptBooks(engine, tx)
  const found = new Map<string, Books>()
  for (const id of ids) {
    const books = kept?.take(tx, id)
    if (books) found.set(id, books)
  }
  const others = ids.filter((id) => !found.has(id))
  for (const row of others.length > 0 ? await BOOKS(tx, JSON.stringify(others)) : []) {
    const { materijal_id, total_input, total_consumed, vrednost, poslednji_izvoz, ...rest } = row
    const { zapocet_lot, zapocet_preostalo, ...lot } = rest
    const begun = { zapocet_lot, zapocet_preostalo }
    const totals = { total_input, total_consumed, vrednost: BigInt(vrednost) as Atto, poslednji_izvoz, ...begun }
    const oldest = lot.id === null ? [] : [remaining(totals, { ...lot, materijal_id, utrosen: null } as StoredLot)]
    found.set(materijal_id, { totals, lots: oldest })
  }
  return found
}

/** A lot as it is read, with what remains of it by the totals of its material. */
export function remaining<L extends StoredLot>(totals: Totals, lot: L): L & { readonly preostalo: Micro } {
  const { zapocet_lot, zapocet_preostalo } = totals
  const preostalo = lot.utrosen !== null ? 0 : lot.id === zapocet_lot ? zapocet_preostalo : lot.kolicina
  return { ...lot, preostalo: preostalo as Micro }
}

const LOCK = statement<unknown, [materials: string]>(
  (engine) => sql`
    select 1 from stanje where materijal_id in ${engine.list([''])} order by materijal_id ${engine.forUpdate}`,
  'unanswered',
)

/**
 * Locks these materials, in one order for everybody, until the transaction ends. By a statement of its own: what
 * PostgreSQL reads beside the row for which it waited is as old as its waiting.
 */
async function lock(engine: Engine, tx: Tx, ids: readonly string[]): Promise<void> {
  if (engine.locksRows) await LOCK(tx, JSON.stringify(ids))
}

/** The same for whoever changes or removes the materials themselves. */
export async function lockMaterials(engine: Engine, tx: Tx, ids: readonly string[]): Promise<void> {
  const kept = keptBooks(engine, tx)
  for (const id of ids) kept?.take(tx, id)
  await lock(engine, tx, ids)
}

/** Keeps what is known to the last row: of materials whose lots neither came nor went, and nobody of which gave back. */
export function keepBooks(ledger: Ledger, lots: ReadonlyMap<string, PricedLot[]>, taken: ReadonlyMap<number, Taken>) {
  const kept = keptBooks(ledger.engine, ledger.tx)
  if (!kept) return
  for (const [materijal_id, oldest] of ledger.oldest) {
    const totals = ledger.totals.get(materijal_id)
    if (!totals || ledger.released.has(materijal_id)) continue
    const known = lots.get(materijal_id) ?? []
    const left = known.flatMap((lot) => {
      const preostalo = (lot.preostalo - (taken.get(lot.id)?.kolicina ?? 0)) as Micro
      return preostalo > 0 ? [{ ...lot, preostalo }] : []
    })
    // All that were read are used up, or came too late: which one is the oldest then is not known.
    if (left.length > 0 || oldest.length === 0) kept.keep(ledger.tx, materijal_id, { totals, lots: left })
  }
}
