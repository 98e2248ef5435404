import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { add, type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { applyLot, handOver, release } from './ledger.ts'
import { affectedBy, type StoredLot } from './lots.ts'
import { NEVER_DRAWN } from './no-lot.ts'
import { type Ledger, totalsOf } from './open-ledger.ts'
import { preostalo } from './preostalo.ts'

// Draws of documents that name the lot (customs §4.3). Exports get what these leave of it, its capacity: to name more or
// less is to the ledger what a changed quantity of a lot is.

/** A lot with what sentences call it, and what exports drew of it up to a day. */
export type CalledLot = StoredLot & {
  readonly broj_c4: string
  readonly jedinica_mere: string
  readonly razduzeno: Micro
}

/** How much a document names of each lot, by the id of the lot. */
export type Named = ReadonlyMap<number, Micro>

/** These lots, in FIFO order within their materials, as they are up to a day. */
export async function calledLots(db: Db, ids: readonly number[], day: CalendarDate): Promise<CalledLot[]> {
  const { rows } = await sql<CalledLot>`
    select l.id, l.c4_id, l.materijal_id, l.datum, l.zemlja_porekla, l.kolicina, l.izuzeto, ${preostalo} as preostalo,
      l.utrosen, l.cena_po_jedinici, l.kurs, l.broj_fakture, l.redni_broj, c4.broj_c4, m.jedinica_mere,
      (select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        where r.c4_stavka_id = l.id and r.datum <= ${day}) as razduzeno
    from c4_stavka l join stanje s on s.materijal_id = l.materijal_id join c4 on c4.id = l.c4_id
      join materijal m on m.id = l.materijal_id
    where l.id in ${engineOf(db).list(ids)} order by l.datum, l.c4_id, l.id`.execute(db)
  return rows
}

/** Releases what exports drew of these lots and of those behind them, and answers the lots with what was given back. */
export async function releaseLots<L extends StoredLot>(ledger: Ledger, lots: readonly L[]): Promise<L[]> {
  await release(ledger, await affectedBy(ledger, lots))
  return handOver(ledger, lots)
}

/** Writes of released lots what is named of them now in place of what was; its lines are written already. */
export async function writeNamed(ledger: Ledger, lots: readonly StoredLot[], was: Named, now: Named): Promise<void> {
  for (const lot of lots) applyLot(ledger, -1, lot)
  for (const lot of lots) {
    const more = subtract(now.get(lot.id) ?? NO_QUANTITY, was.get(lot.id) ?? NO_QUANTITY)
    applyLot(ledger, 1, { ...lot, izuzeto: add(lot.izuzeto, more), preostalo: subtract(lot.preostalo, more) })
    const totals = totalsOf(ledger, lot.materijal_id)
    totals.total_consumed = add(totals.total_consumed, more)
  }
  const of = (value: RawBuilder<unknown>) =>
    sql`(select ${value} from ostalo_razduzenje_stavka n where n.ulaz_stavka_id = c4_stavka.id)`
  const named = of(sql`cast(coalesce(sum(n.kolicina), 0) as bigint)`)
  await sql`
    update c4_stavka set izuzeto = ${named}, izuzeto_do = ${of(sql`coalesce(max(n.datum), '')`)},
      utrosen = case when kolicina = ${named} then ${NEVER_DRAWN} else null end
    where id in ${ledger.engine.list(lots.map(({ id }) => id))}`.execute(ledger.tx)
}
