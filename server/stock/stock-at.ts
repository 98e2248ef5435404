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
  const { rows } = await sql<Part>`
    with begun as materialized (
      select s.materijal_id, z.datum, z.c4_id, z.id, coalesce(z.kurs, 0) as kurs,
        coalesce(z.cena_po_jedinici, 0) as cena_po_jedinici,
        coalesce(z.kolicina - (
          select cast(sum(r.kolicina) as bigint) from razduzenje r
          join potreba p on p.c1_stavka_id = r.c1_stavka_id and p.materijal_id = r.materijal_id
          where r.c4_stavka_id = z.id and p.datum <= ${day}), 0) as kolicina,
        s.total_input - (
          select cast(coalesce(sum(l.kolicina), 0) as bigint) from c4_stavka l
          where l.materijal_id = s.materijal_id and l.datum > ${day}) as ulaz,
        (select cast(coalesce(sum(p.manjak), 0) as bigint) from potreba p
          where p.materijal_id = s.materijal_id and p.manjak > 0 and p.datum <= ${day}) as manjak
      from stanje s left join c4_stavka z on z.id = (
        select r.c4_stavka_id from potreba p
        join razduzenje r on r.c1_stavka_id = p.c1_stavka_id and r.materijal_id = p.materijal_id
        join c4_stavka l on l.id = r.c4_stavka_id
        where p.materijal_id = s.materijal_id and p.datum <= ${day}
        order by p.datum desc, p.c1_id desc, p.c1_stavka_id desc, l.datum desc, l.c4_id desc, l.id desc limit 1)
      where s.materijal_id in ${engineOf(db).list(ids)})
    select b.materijal_id, b.ulaz, b.manjak, b.kurs, ${sums('b')} from begun b
    group by b.materijal_id, b.ulaz, b.manjak, b.kurs
    union all
    select b.materijal_id, 0, 0, l.kurs, ${sums('l')} from begun b
    join c4_stavka l on l.materijal_id = b.materijal_id and l.datum <= ${day}
      and (l.datum, l.c4_id, l.id) > (coalesce(b.datum, ''), coalesce(b.c4_id, 0), coalesce(b.id, 0))
    group by b.materijal_id, l.kurs`.execute(db)
  return new Map([...Map.groupBy(rows, ({ materijal_id }) => materijal_id)].map(([id, parts]) => [id, totalsOf(parts)]))
}

const sums = (lots: 'b' | 'l') =>
  sql`cast(sum(${sql.ref(`${lots}.kolicina`)}) as text) as kolicina,
    ${productSum(`${lots}.kolicina`, `${lots}.cena_po_jedinici`)}`

/** What remained at one rate: of the lot that was begun, with the totals of its material, or of those behind it. */
type Part = ProductSum & { materijal_id: string; ulaz: Micro; manjak: Micro; kurs: Micro; kolicina: string }

function totalsOf(parts: readonly Part[]): StockAt {
  let total_input = 0
  let total_consumed = 0
  let vrednost = 0n
  for (const part of parts) {
    total_input += part.ulaz
    total_consumed += part.ulaz + part.manjak - integerOf<Micro>(part.kolicina)
    vrednost += exactValue(part, part.kurs)
  }
  return { total_input: total_input as Micro, total_consumed: total_consumed as Micro, vrednost: vrednost as Atto }
}
