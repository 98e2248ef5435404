import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Atto, Micro } from '#domain/decimal.ts'
import type { Lot, Position, Requirement } from '#domain/fifo.ts'
import { type Engine, engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'
import type { OpenChanges, WholeLot } from './open-totals.ts'

export type StoredDraw = { c1_stavka_id: number; c4_stavka_id: number; materijal_id: string; kolicina: Micro }
/** A requirement as it stands in the ledger, with what no lot covers of it. */
export type Released = Requirement & { readonly materijal_id: string; readonly manjak: Micro }
/** A lot with its material, price and rate, and the day on which it was used up. */
export type PricedLot = Lot & WholeLot & { materijal_id: string; utrosen: CalendarDate | null }
export type Totals<Value = Atto> = {
  total_input: Micro
  total_consumed: Micro
  /** What no lot covers of `total_consumed`; without what was released. */
  manjak: Micro
  vrednost: Value
  broj_c4: number
  poslednji_uvoz: CalendarDate | null
  poslednji_izvoz: CalendarDate | null
  zapocet_lot: number | null
  zapocet_preostalo: Micro | null
}

export type Ledger = {
  readonly tx: Tx
  readonly engine: Engine
  /** With the begun lot of each material as it is after what was given back, and the day of the last requirement. */
  readonly totals: Map<string, Totals>
  /** The unit of each material now that it is locked; none on an engine on which nobody else writes meanwhile. */
  readonly units: Map<string, string>
  /** The oldest open lot (or none), while no lot has come, gone or changed. */
  readonly oldest: Map<string, PricedLot[]>
  /** Where in the queue of a material `book` is to release what stands there and behind it. */
  readonly toRelease: Map<string, Position>
  readonly released: Map<string, Released[]>
  readonly releasedDraws: StoredDraw[]
  /** Lots with what `release` gave back to them, by id. In the database they stand as before until `book` writes them. */
  readonly returned: Map<number, PricedLot>
  /** What the material of a line of an export costs more or less than before, by the line's id. */
  readonly costs: Map<number, bigint>
  readonly openChanges: OpenChanges
}

export type StoredLot = Omit<PricedLot, 'preostalo'>
type Books = Totals<string> & { materijal_id: string; jedinica_mere: string | null } & {
  [K in keyof Omit<StoredLot, 'materijal_id' | 'utrosen'>]: StoredLot[K] | null
}
const UNIT = sql`(select jedinica_mere from materijal where id = s.materijal_id)`
/** Of each material its totals, its oldest open lot (the begun one, if any), and its unit where others may change it. */
const BOOKS = statement<Books, [materials: string]>(
  (engine) => sql`
    select s.materijal_id, s.total_input, s.total_consumed, s.manjak, s.vrednost, s.broj_c4, s.poslednji_uvoz, s.poslednji_izvoz,
      s.zapocet_lot, s.zapocet_preostalo, ${engine.locksRows ? UNIT : sql`null`} as jedinica_mere,
      l.id, l.c4_id, l.datum, l.zemlja_porekla, l.kolicina, l.cena_po_jedinici, l.kurs
    from stanje s left join c4_stavka l on l.id = coalesce(s.zapocet_lot, (
      select o.id from c4_stavka o where o.materijal_id = s.materijal_id and o.utrosen is null
      order by o.datum, o.c4_id, o.id limit 1))
    where s.materijal_id in ${engine.list([''])}`,
)

/** Opens the ledger for these materials and locks them until the transaction ends. */
export async function openLedger(tx: Tx, materials: Iterable<string>): Promise<Ledger> {
  const ids = [...new Set(materials)]
  await lockMaterials(tx, ids)
  const ledger: Ledger = {
    tx,
    engine: engineOf(tx),
    totals: new Map(),
    units: new Map(),
    oldest: new Map(),
    toRelease: new Map(),
    released: new Map(),
    releasedDraws: [],
    returned: new Map(),
    costs: new Map(),
    openChanges: new Map(),
  }
  for (const row of await BOOKS(tx, JSON.stringify(ids))) {
    // Field by field: taking the rest of a row is as slow as reading it.
    const { materijal_id, jedinica_mere, total_input, total_consumed, manjak, broj_c4 } = row
    const { poslednji_uvoz, poslednji_izvoz, zapocet_lot, zapocet_preostalo } = row
    const sums = { total_input, total_consumed, manjak, vrednost: BigInt(row.vrednost) as Atto, broj_c4 }
    ledger.totals.set(materijal_id, { ...sums, poslednji_uvoz, poslednji_izvoz, zapocet_lot, zapocet_preostalo })
    if (jedinica_mere !== null) ledger.units.set(materijal_id, jedinica_mere)
    const { id, c4_id, datum, zemlja_porekla, kolicina, cena_po_jedinici, kurs } = row
    const lot = { id, c4_id, materijal_id, datum, zemlja_porekla, kolicina, utrosen: null, cena_po_jedinici, kurs }
    ledger.oldest.set(materijal_id, id === null ? [] : [withRemains(ledger, lot as StoredLot)])
  }
  return ledger
}

/** A lot as it is read, with what remains of it by the totals of its material. */
export function withRemains<L extends StoredLot>(ledger: Ledger, lot: L): L & { readonly preostalo: Micro } {
  const { zapocet_lot, zapocet_preostalo } = totalsOf(ledger, lot.materijal_id)
  const preostalo = lot.utrosen !== null ? 0 : lot.id === zapocet_lot ? zapocet_preostalo : lot.kolicina
  return { ...lot, preostalo: preostalo as Micro }
}

const LOCK = statement<unknown, [materials: string]>(
  (engine) => sql`
    select 1 from stanje where materijal_id in ${engine.list([''])} order by materijal_id ${engine.forUpdate}`,
)

/**
 * Locks these materials, in one order for everybody, until the transaction ends. By a statement of its own: what
 * PostgreSQL reads beside the row for which it waited is as old as its waiting.
 */
export async function lockMaterials(tx: Tx, ids: readonly string[]): Promise<void> {
  if (engineOf(tx).locksRows) await LOCK(tx, JSON.stringify(ids))
}

/** Gives new materials their totals, all zero; from then on the ledger alone writes them. */
export async function startStock(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = engineOf(tx).rows(
    { materijal_id: 'text' },
    ids.map((materijal_id) => ({ materijal_id })),
  )
  await sql`insert into stanje (materijal_id) select materijal_id from ${rows} g`.execute(tx)
}

/** The totals of a material of the ledger; refuses one that has gone meanwhile. */
export function totalsOf(ledger: Ledger, materijal_id: string): Totals {
  const totals = ledger.totals.get(materijal_id)
  // Read from a normativ, and removed by somebody else before the ledger was opened.
  if (!totals) throw new Refusal('conflict', sentences.changedMeanwhile)
  return totals
}
