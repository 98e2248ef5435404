import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { comparePositions, type Position } from '#domain/fifo.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { applyLot, handOver, release } from './ledger.ts'
import { affectedBy, type StoredLot } from './lots.ts'
import { isFound, NEVER_DRAWN, namedOf } from './no-lot.ts'
import { type Ledger, totalsOf } from './open-ledger.ts'

// Draws of documents that name the lot (customs §4.3), exports that direct theirs among them (§4.4). FIFO gets what these
// leave of it, its capacity: to name more or less is to the ledger what a changed quantity of a lot is.

/** A lot with what sentences call it, and what exports drew of it by FIFO up to a day. */
export type CalledLot = StoredLot & {
  readonly broj_c4: string
  readonly jedinica_mere: string
  readonly razduzeno: Micro
}

/** How much a document names of each lot, by the id of the lot. */
export type Named = ReadonlyMap<number, Micro>

/** What these rows name of each lot, together. */
export function namedIn(rows: readonly { readonly ulaz_stavka_id: number; readonly kolicina: Micro }[]): Named {
  const named = new Map<number, Micro>()
  for (const { ulaz_stavka_id, kolicina } of rows)
    named.set(ulaz_stavka_id, add(named.get(ulaz_stavka_id) ?? NO_QUANTITY, kolicina))
  return named
}

/** These lots, in FIFO order within their materials, as they are up to a day, without what the export `bez_c1` drew. */
export async function calledLots(db: Db, ids: readonly number[], day: CalendarDate, bez_c1 = 0): Promise<CalledLot[]> {
  const { rows } = await sql<CalledLot>`
    select l.id, l.c4_id, l.materijal_id, l.red, l.datum, l.kolicina, l.izuzeto, l.vec_razduzeno,
      l.preostalo, l.utrosen, l.cena_po_jedinici, l.kurs, l.broj_fakture, l.redni_broj, c4.broj_c4,
      m.jedinica_mere,
      (select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        where r.c4_stavka_id = l.id and ${isFound} and r.datum <= ${day} and r.c1_id <> ${bez_c1}) as razduzeno
    from c4_stavka l join c4 on c4.id = l.c4_id join materijal m on m.id = l.materijal_id
    where l.id in ${engineOf(db).list(ids)} order by l.datum, l.c4_id, l.id`.execute(db)
  return rows
}

/**
 * Releases what exports drew of these lots and of those behind them, and what stands at or behind the positions of
 * `also`. The lots have what was given back when they are handed over.
 */
export async function releaseNamed(
  ledger: Ledger,
  lots: readonly StoredLot[],
  also: ReadonlyMap<string, Position> = new Map(),
): Promise<void> {
  const from = new Map(also)
  for (const [materijal_id, position] of await affectedBy(ledger, lots)) {
    const known = from.get(materijal_id)
    if (!known || comparePositions(position, known) < 0) from.set(materijal_id, position)
  }
  await release(ledger, from)
}

/** Leaves released lots in the ledger with what is named of them now in place of what was. */
function planNamed(ledger: Ledger, released: readonly StoredLot[], was: Named, now: Named): StoredLot[] {
  const lots = handOver(ledger, released)
  for (const lot of lots) applyLot(ledger, -1, lot)
  return lots.map((lot) => {
    const more = subtract(now.get(lot.id) ?? NO_QUANTITY, was.get(lot.id) ?? NO_QUANTITY)
    const izuzeto = add(lot.izuzeto, more)
    const utrosen = izuzeto === lot.kolicina ? NEVER_DRAWN : null
    const planned = { ...lot, izuzeto, preostalo: subtract(lot.preostalo, more), utrosen }
    applyLot(ledger, 1, planned)
    const totals = totalsOf(ledger, lot.materijal_id)
    totals.total_consumed = add(totals.total_consumed, more)
    return planned
  })
}

/** The same, and writes what is kept of the lots, from which nothing is drawn now; what names them is written already. */
export async function writeNamed(ledger: Ledger, lots: readonly StoredLot[], was: Named, now: Named): Promise<void> {
  planNamed(ledger, lots, was, now)
  const of = (value: RawBuilder<unknown>) => sql`(select ${value} from ${namedOf(sql`c4_stavka.id`)} n)`
  const named = of(sql`cast(coalesce(sum(n.kolicina), 0) as bigint)`)
  await sql`
    update c4_stavka set izuzeto = ${named}, izuzeto_do = ${of(sql`coalesce(max(n.datum), '')`)},
      preostalo = kolicina - ${named}, utrosen = case when kolicina = ${named} then ${NEVER_DRAWN} else null end
    where id in ${ledger.engine.list(lots.map(({ id }) => id))}`.execute(ledger.tx)
}
