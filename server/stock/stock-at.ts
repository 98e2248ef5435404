import { sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/open.ts'
import { INPUT_VALUE, inputOf, lastInput } from './input-sums.ts'
import { NO_LOT } from './no-lot.ts'

/**
 * What came in and went out of a material up to a day, what remained at its end, in 10^-18 RSD, on how many C4 it had
 * come in, and the day of the last of them.
 */
export type StockAt = {
  readonly total_input: Micro
  readonly total_consumed: Micro
  readonly vrednost: Atto
  readonly broj_c4: number
  readonly poslednji_uvoz: CalendarDate | null
}

/**
 * The totals of these materials at the end of a day. Whatever is dated later changes nothing of it: an export draws from
 * no lot dated after it, and those that come later draw behind it (decisions §1). Lots are consumed in order, so all
 * that remained is the first lot that was not used up by then, less what was drawn from it, and what came in behind it;
 * nothing, where that lot came later. What had come in is known of each C4 (input-sums.ts): only the lots of one C4 are
 * looked at, mostly one.
 */
export async function stockAt(db: Db, ids: readonly string[], day: CalendarDate): Promise<Map<string, StockAt>> {
  const engine = engineOf(db)
  const { rows } = await sql<Row>`
    select s.materijal_id, u.datum as poslednji_uvoz, ${input('u', 'uneto')}, ${input('p', 'proslo')},
      l.kurs, l.cena_po_jedinici,
      case when l.id = z.id then z.kolicina - (
        select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        where r.c4_stavka_id = z.id and r.datum <= ${day})
      else l.kolicina end as ostatak,
      (select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        where r.materijal_id = s.materijal_id and r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.datum <= ${day}) as manjak
    from stanje s
    ${lastInput(engine, 'u', sql`b.datum <= ${day}`)}
    left join c4_stavka z on z.datum <= ${day} and z.id = coalesce(
      (select f.id from c4_stavka f where f.materijal_id = s.materijal_id and f.utrosen > ${day}
        order by f.utrosen, f.datum, f.c4_id, f.id limit 1),
      (select f.id from c4_stavka f where f.materijal_id = s.materijal_id and f.utrosen is null
        order by f.datum, f.c4_id, f.id limit 1))
    left join ulaz p on p.materijal_id = z.materijal_id and p.datum = z.datum and p.c4_id = z.c4_id
    left join c4_stavka l on l.materijal_id = z.materijal_id and l.datum = z.datum and l.c4_id = z.c4_id and l.id >= z.id
    where s.materijal_id in ${engine.list(ids)}`.execute(db)
  return new Map([...Map.groupBy(rows, ({ materijal_id }) => materijal_id)].map(([id, lots]) => [id, totalsOf(lots)]))
}

type Sums<Name extends string> = { [K in `${Name}_kolicina`]: Micro } & { [K in `${Name}_c4`]: number } & {
  [K in `${Name}_${0 | 1 | 2}`]: string
}
/**
 * What had come in by the end of the day (`uneto`), and with the C4 of the first lot that was not used up (`proslo`),
 * each 0 where there is none; with one of the lots of that C4, from that one on.
 */
type Row = Sums<'uneto'> &
  Sums<'proslo'> & {
    materijal_id: string
    poslednji_uvoz: CalendarDate | null
    manjak: Micro
    kurs: Micro | null
    cena_po_jedinici: Micro | null
    /** What was left of the lot; null where nothing remained. */
    ostatak: Micro | null
  }

const input = (table: 'u' | 'p', name: 'uneto' | 'proslo') =>
  sql.join([
    sql`coalesce(${sql.ref(`${table}.kolicina`)}, 0) as ${sql.ref(`${name}_kolicina`)}`,
    sql`coalesce(${sql.ref(`${table}.broj_c4`)}, 0) as ${sql.ref(`${name}_c4`)}`,
    ...INPUT_VALUE.map(
      (column, at) => sql`cast(coalesce(${sql.ref(`${table}.${column}`)}, 0) as text) as ${sql.ref(`${name}_${at}`)}`,
    ),
  ])

const inputIn = (row: Row, name: 'uneto' | 'proslo') =>
  inputOf({
    kolicina: row[`${name}_kolicina`],
    broj_c4: row[`${name}_c4`],
    vrednost_0: row[`${name}_0`],
    vrednost_1: row[`${name}_1`],
    vrednost_2: row[`${name}_2`],
  })

function totalsOf(lots: readonly Row[]): StockAt {
  const [first] = lots as [Row]
  const uneto = inputIn(first, 'uneto')
  const proslo = inputIn(first, 'proslo')
  let remained = 0
  let vrednost = 0n
  for (const { ostatak, cena_po_jedinici, kurs } of lots) {
    if (ostatak === null || cena_po_jedinici === null || kurs === null) continue
    remained += ostatak
    vrednost += multiplyToAtto(ostatak, cena_po_jedinici, kurs)
  }
  if (first.ostatak !== null) {
    remained += uneto.kolicina - proslo.kolicina
    vrednost += uneto.vrednost - proslo.vrednost
  }
  return {
    total_input: uneto.kolicina as Micro,
    total_consumed: (uneto.kolicina + first.manjak - remained) as Micro,
    vrednost: vrednost as Atto,
    broj_c4: uneto.broj_c4,
    poslednji_uvoz: first.poslednji_uvoz,
  }
}
