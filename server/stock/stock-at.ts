import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, ParaTotal } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { valueSum } from './exact-sums.ts'
import { isFound, NO_LOT } from './ledger-sql.ts'

/**
 * The movements of a material up to a day: quantity in and out, the value of the rest in 0.01 RSD, the number of C4 it
 * came in on, and the day of the last of them.
 */
export type StockAt = {
  readonly total_input: Micro
  readonly total_consumed: Micro
  /** The shortages of exports up to then. */
  readonly manjak: Micro
  readonly vrednost: ParaTotal
  readonly broj_c4: number
  readonly poslednji_uvoz: CalendarDate | null
}

type Input = Omit<StockAt, 'total_consumed' | 'vrednost'> & { readonly materijal_id: string }
type Left = { readonly materijal_id: string; readonly preostalo: Micro; readonly vrednost: string }

/**
 * The totals of these materials (null: of all) at the end of a day. The import is all that has come in, less what came
 * later; the remainder is added up over the lots that had something left. Later documents change nothing: an export
 * draws from no lot dated after it, and later exports draw behind it (decisions §1).
 *
 * Lots of 10 came on 1 and 10 January and on 1 February; exports took 15 on 20 January and 8 on 5 February. At the end of
 * January:
 *
 *   came in    30 in all, less the 10 of February: 20
 *   left       the first lot was used up on 20 January, so it is not read; the second ended on 5 February, so its
 *              10 less the 5 drawn by then were left: 5; the third had not come in
 *   went out   20 less 5: 15
 */
export async function stockAt(db: Db, ids: readonly string[] | null, day: CalendarDate): Promise<Map<string, StockAt>> {
  // The lots of all materials are read in the order of their table, in half the time of one material after the other.
  const among = (column: string) =>
    ids ? sql<SqlBool>`${sql.ref(column)} in ${engineOf(db).list(ids)}` : sql<SqlBool>`1 = 1`
  const { rows: inputs } = await sql<Input>`
    select s.materijal_id, s.total_input - coalesce(kasnije.kolicina, 0) as total_input,
      s.broj_c4 - coalesce(kasnije.broj_c4, 0) as broj_c4,
      (select max(l.datum) from c4_stavka l where l.materijal_id = s.materijal_id and l.datum <= ${day}) as poslednji_uvoz,
      (select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        where r.materijal_id = s.materijal_id and r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.datum <= ${day}) as manjak
    from stanje s left join (
      select materijal_id, cast(sum(kolicina) as bigint) as kolicina, count(distinct c4_id) as broj_c4
      from c4_stavka where datum > ${day} and ${among('materijal_id')} group by materijal_id) kasnije
      on kasnije.materijal_id = s.materijal_id
    where ${among('s.materijal_id')}`.execute(db)
  // Kept, so that what was left of a lot is worked out once.
  const { rows: left } = await sql<Left>`
    with g as materialized (
      select l.materijal_id, ${preostaloAt(day)} as preostalo, l.cena_po_jedinici, l.kurs from c4_stavka l
      where l.datum <= ${day} and ${leftAt(day)} and ${among('l.materijal_id')})
    select materijal_id, cast(sum(preostalo) as bigint) as preostalo,
      ${valueSum('preostalo', 'cena_po_jedinici', 'kurs')} as vrednost from g group by materijal_id`.execute(db)
  const leftOf = new Map(left.map((row) => [row.materijal_id, row]))
  return new Map(
    inputs.map(({ materijal_id, ...input }) => {
      const { preostalo = 0, vrednost = '0' } = leftOf.get(materijal_id) ?? {}
      // The order matters: the quantities in and lacking together may pass the exact range of a number.
      const total_consumed = (input.total_input - preostalo + input.manjak) as Micro
      return [materijal_id, { ...input, total_consumed, vrednost: BigInt(vrednost) as ParaTotal }]
    }),
  )
}

/** True if exports had left something of a lot `l` at the end of a day, worded for the indexes of lots. */
export const openAt = (day: CalendarDate): RawBuilder<SqlBool> => sql`(l.utrosen is null or l.utrosen > ${day})`

/** True if anything was left of it, also a quantity that a later document names. */
export const leftAt = (day: CalendarDate): RawBuilder<SqlBool> =>
  sql`(l.utrosen is null or l.utrosen > ${day} or l.izuzeto_do > ${day})`

/** The quantity of a lot `l` that FIFO had left at the end of a day; the lot had come in by then. */
export const openQuantityAt = (day: CalendarDate): RawBuilder<Micro> => sql`(
  l.kolicina - l.izuzeto - (
    select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
    where r.c4_stavka_id = l.id and ${isFound} and r.datum <= ${day}))`

/** The complete rest of it, with quantities that a later document names (domain/named-draws.ts). */
export const preostaloAt = (day: CalendarDate): RawBuilder<Micro> => sql`(
  case when l.preostalo = l.kolicina then l.kolicina else l.kolicina - (
    select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
    where r.c4_stavka_id = l.id and r.datum <= ${day}) end
  - case when l.izuzeto > 0 then (
    select cast(coalesce(sum(n.kolicina), 0) as bigint) from ostalo_razduzenje_stavka n
    where n.ulaz_stavka_id = l.id and n.datum <= ${day}) else 0 end)`

/** The last day of a period; null where no document is dated after it, so that its end is now. */
export async function pastEnd(db: Db, { datum_do }: Period): Promise<CalendarDate | null> {
  if (!datum_do) return null
  const { rows } = await sql<{ kasnije: 0 | 1 }>`
    select case when exists (select 1 from c4 where datum > ${datum_do})
      or exists (select 1 from c1 where datum > ${datum_do})
      or exists (select 1 from ostalo_razduzenje where datum > ${datum_do}) then 1 else 0 end as kasnije`.execute(db)
  return rows[0]?.kasnije ? datum_do : null
}
