import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Atto, Micro } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/open.ts'
import { exactValue, integerOf, type ProductSum, productSum } from './exact-sums.ts'

/** What came in and went out of a material up to a day, and what remained at its end, in 10^-18 RSD. */
export type StockAt = { readonly total_input: Micro; readonly total_consumed: Micro; readonly vrednost: Atto }

/**
 * The totals of these materials at the end of a day. Whatever is dated later changes nothing of it: an export draws from
 * no lot dated after it, and those that come later draw behind it (decisions §1). Lots are consumed in order, so all
 * that remained is what stands behind the lot from which the last requirement of that day drew last. What was used up by
 * then is not read: the total of all imports is known, and later ones are taken off.
 */
export async function stockAt(db: Db, ids: readonly string[], day: CalendarDate): Promise<Map<string, StockAt>> {
  const { list } = engineOf(db)
  const { rows } = await sql<Rest>`
    with begun as materialized (
      select s.materijal_id, s.total_input, (
        select r.c4_stavka_id from potreba p
        join razduzenje r on r.c1_stavka_id = p.c1_stavka_id and r.materijal_id = p.materijal_id
        join c4_stavka l on l.id = r.c4_stavka_id
        where p.materijal_id = s.materijal_id and p.datum <= ${day}
        order by p.datum desc, p.c1_id desc, p.c1_stavka_id desc, l.datum desc, l.c4_id desc, l.id desc limit 1) as lot_id,
        (select cast(coalesce(sum(manjak), 0) as bigint) from potreba p
        where p.materijal_id = s.materijal_id and p.manjak > 0 and p.datum <= ${day}) as manjak
      from stanje s where s.materijal_id in ${list(ids)}),
    rest as (
      select b.materijal_id, l.datum, l.kurs, l.cena_po_jedinici, l.kolicina - (
        select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        join potreba p on p.c1_stavka_id = r.c1_stavka_id and p.materijal_id = r.materijal_id
        where r.c4_stavka_id = l.id and p.datum <= ${day}) as kolicina
      from begun b join c4_stavka l on l.id = b.lot_id
      union all
      select b.materijal_id, l.datum, l.kurs, l.cena_po_jedinici, l.kolicina
      from begun b left join c4_stavka z on z.id = b.lot_id
      join c4_stavka l on l.materijal_id = b.materijal_id
        and (l.datum, l.c4_id, l.id) > (coalesce(z.datum, ''), coalesce(z.c4_id, 0), coalesce(z.id, 0)))
    select b.materijal_id, b.total_input, b.manjak, r.kurs,
      case when r.datum > ${day} then 1 else 0 end as kasnije,
      cast(sum(r.kolicina) as text) as kolicina, ${productSum('r.kolicina', 'r.cena_po_jedinici')}
    from begun b left join rest r on r.materijal_id = b.materijal_id
    group by b.materijal_id, b.total_input, b.manjak, r.kurs, 5`.execute(db)
  return new Map([...Map.groupBy(rows, ({ materijal_id }) => materijal_id)].map(([id, parts]) => [id, totalsOf(parts)]))
}

/** Lots behind the begun one and what was left of it, by rate; without any, quantities and rate are null. */
type Rest = { materijal_id: string; total_input: Micro; manjak: Micro; kasnije: 0 | 1 } & (
  | ({ kurs: Micro; kolicina: string } & ProductSum)
  | { kurs: null }
)

function totalsOf(parts: readonly Rest[]): StockAt {
  let total_input = parts[0]?.total_input ?? 0
  let total_consumed = total_input + (parts[0]?.manjak ?? 0)
  let vrednost = 0n
  for (const part of parts) {
    if (part.kurs === null) continue
    const kolicina = integerOf<Micro>(part.kolicina)
    total_consumed -= kolicina
    if (part.kasnije) total_input -= kolicina
    else vrednost += exactValue(part, part.kurs)
  }
  return { total_input: total_input as Micro, total_consumed: total_consumed as Micro, vrednost: vrednost as Atto }
}
