import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Atto, type Micro, multiplyToAtto } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { INPUT_VALUE, inputOf, lastInput } from './input-sums.ts'
import { isFound, NO_LOT, namedOf } from './no-lot.ts'
import { queues } from './queues.ts'

/**
 * What came in and went out of a material up to a day, what remained at its end, in 10^-18 RSD, on how many C4 it had
 * come in, and the day of the last of them.
 */
export type StockAt = {
  readonly total_input: Micro
  readonly total_consumed: Micro
  /** What exports up to then lack and no lot covers. */
  readonly manjak: Micro
  readonly vrednost: Atto
  readonly broj_c4: number
  readonly poslednji_uvoz: CalendarDate | null
}

/**
 * The totals of these materials at the end of a day. Whatever is dated later changes nothing of it: an export draws from
 * no lot dated after it, and those that come later draw behind it (decisions §1). Lots of a queue are consumed in order, so
 * all that remained of it is the first lot that was not used up by then, less what was drawn from it, and what came in behind it;
 * nothing, where that lot came later. What had come in is known of each C4 (input-sums.ts): only the lots of one C4 are
 * looked at, mostly one, and those of which something is named.
 */
export async function stockAt(db: Db, ids: readonly string[], day: CalendarDate): Promise<Map<string, StockAt>> {
  const engine = engineOf(db)
  const { rows } = await sql<Row>`
    select s.materijal_id, q.red, do_dana.datum as poslednji_uvoz, ${input('do_dana')}, ${input('do_lota')},
      lot.kurs, lot.cena_po_jedinici,
      case when lot.id = prvi.id then ${leftOf('prvi', day)} else lot.kolicina - lot.izuzeto end as ostalo,
      case when q.red = 0 then (select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
        where r.materijal_id = s.materijal_id and r.c4_stavka_id = ${sql.lit(NO_LOT)} and r.datum <= ${day})
        else 0 end as manjak,
      case when exists (select 1 from c4_stavka where izuzeto > 0) then 1 else 0 end as imenovano
    from stanje s cross join ${queues(engine)}
    ${lastInput(engine, 'do_dana', sql`q.red`, sql`b.datum <= ${day}`)}
    left join c4_stavka prvi on prvi.datum <= ${day} and prvi.id = ${firstLeft(day, sql`q.red`)}
    left join ulaz do_lota on do_lota.materijal_id = prvi.materijal_id and do_lota.red = q.red and do_lota.datum = prvi.datum
      and do_lota.c4_id = prvi.c4_id
    left join c4_stavka lot on lot.materijal_id = prvi.materijal_id and lot.datum = prvi.datum
      and lot.c4_id = prvi.c4_id and lot.id >= prvi.id
    where s.materijal_id in ${engine.list(ids)}`.execute(db)
  // Books without such documents ask no more than before.
  const lots = rows[0]?.imenovano ? await namedLots(db, ids, day) : []
  const named = Map.groupBy(lots, ({ materijal_id }) => materijal_id)
  const stock = [...Map.groupBy(rows, ({ materijal_id }) => materijal_id)]
  return new Map(
    stock.map(([id, of]) => {
      const ofQueues = [...Map.groupBy(of, ({ red }) => red).values()]
      return [id, stockOf(ofQueues, named.get(id) ?? [])]
    }),
  )
}

/** A lot of which documents take something that name it: how it changes what the sums of all lots say of a day. */
type NamedLot = { materijal_id: string; cena_po_jedinici: Micro; kurs: Micro; iza: Micro; kasnije: Micro }

/**
 * Of lots of which something is named: what is named of those behind the C4 on which the day ended in their queue (`iza`),
 * of which all that came in is counted as left, and what was named of any after the day (`kasnije`), which was there yet.
 */
async function namedLots(db: Db, ids: readonly string[], day: CalendarDate): Promise<NamedLot[]> {
  const { rows } = await sql<NamedLot>`
    select l.materijal_id, l.cena_po_jedinici, l.kurs,
      case when (l.datum, l.c4_id) > (prvi.datum, prvi.c4_id) then l.izuzeto else 0 end as iza,
      ${namedAfter(day)} as kasnije
    from stanje s join c4_stavka l on l.materijal_id = s.materijal_id and l.izuzeto > 0 and l.datum <= ${day}
    left join c4_stavka prvi on prvi.datum <= ${day} and prvi.id = ${firstLeft(day, sql`l.red`)}
    where s.materijal_id in ${engineOf(db).list(ids)}`.execute(db)
  return rows
}

/**
 * The id of the first lot of the material of `s`, of a queue, that was not used up by the end of a day. Along the order of the lots
 * `utrosen` never falls, so all behind it were not either. It may be dated after that day.
 */
export const firstLeft = (
  day: CalendarDate,
  red: RawBuilder<unknown>,
  materijal_id = sql`s.materijal_id`,
): RawBuilder<number> => sql`coalesce(
  (select f.id from c4_stavka f where f.materijal_id = ${materijal_id} and f.red = ${red} and f.utrosen > ${day}
    order by f.utrosen, f.datum, f.c4_id, f.id limit 1),
  (select f.id from c4_stavka f where f.materijal_id = ${materijal_id} and f.red = ${red} and f.utrosen is null
    order by f.datum, f.c4_id, f.id limit 1))`

/** What FIFO had left of the first such lot: the only one of its queue from which exports drew some, but not all. */
export const leftOf = (lot: string, day: CalendarDate): RawBuilder<Micro> => sql`
  ${sql.ref(`${lot}.kolicina`)} - ${sql.ref(`${lot}.izuzeto`)} - (
  select cast(coalesce(sum(r.kolicina), 0) as bigint) from razduzenje r
  where r.c4_stavka_id = ${sql.ref(`${lot}.id`)} and ${isFound} and r.datum <= ${day})`

/** That exports had left something of a lot `l` at the end of a day; in these words the indexes of lots say it. */
export const openAt = (day: CalendarDate): RawBuilder<SqlBool> => sql`(l.utrosen is null or l.utrosen > ${day})`

/** That anything was left of it: also what a document took later that names it. */
export const leftAt = (day: CalendarDate): RawBuilder<SqlBool> =>
  sql`(l.utrosen is null or l.utrosen > ${day} or l.izuzeto_do > ${day})`

/** That a document names a lot `l` on a later day; these few lots an index holds alone. */
export const namedLeftSince = (day: CalendarDate): RawBuilder<SqlBool> => sql`l.izuzeto > 0 and l.izuzeto_do > ${day}`

/** What documents that name a lot `l` took of it after a day. */
export const namedAfter = (day: CalendarDate): RawBuilder<Micro> => sql`
  case when l.izuzeto_do > ${day} then (
    select cast(coalesce(sum(n.kolicina), 0) as bigint) from ${namedOf(sql`l.id`)} n where n.datum > ${day}) else 0 end`

/** What FIFO had left at the end of a day of a lot `l` that had come in by then. */
export const openQuantityAt = (day: CalendarDate): RawBuilder<Micro> => sql`
  case when not ${openAt(day)} then 0 when l.id = ${firstLeft(day, sql`l.red`, sql`l.materijal_id`)} then ${leftOf('l', day)}
    else l.kolicina - l.izuzeto end`

/** What was left of it in all: also what is named of it on a later day (domain/named-draws.ts). */
export const preostaloAt = (day: CalendarDate): RawBuilder<Micro> => sql`${openQuantityAt(day)} + ${namedAfter(day)}`

/** The last day of a period; null where no document is dated after it, so that its end is now. */
export async function pastEnd(db: Db, { datum_do }: Period): Promise<CalendarDate | null> {
  if (!datum_do) return null
  const { rows } = await sql<{ kasnije: 0 | 1 }>`
    select case when exists (select 1 from c4 where datum > ${datum_do})
      or exists (select 1 from c1 where datum > ${datum_do})
      or exists (select 1 from ostalo_razduzenje where datum > ${datum_do}) then 1 else 0 end as kasnije`.execute(db)
  return rows[0]?.kasnije ? datum_do : null
}

type Sums<Name extends string> = { [K in `${Name}_kolicina`]: Micro } & { [K in `${Name}_c4`]: number } & {
  [K in `${Name}_${0 | 1 | 2}`]: string
}
/**
 * One row per queue and lot of the C4 on which the day ended, from its first lot that was not used up (`prvi`) on. `do_dana`: what
 * had come in by the end of the day; `do_lota`: what had come in up to and with that C4; each 0 where there is none.
 */
type Row = Sums<'do_dana'> &
  Sums<'do_lota'> & {
    materijal_id: string
    red: number
    poslednji_uvoz: CalendarDate | null
    /** Of the whole material, in the row of queue 0. */
    manjak: Micro
    /** Whether documents name any lot. */
    imenovano: 0 | 1
    kurs: Micro | null
    cena_po_jedinici: Micro | null
    /** What was left of the lot; null where nothing remained. */
    ostalo: Micro | null
  }

const input = (name: 'do_dana' | 'do_lota') =>
  sql.join([
    sql`coalesce(${sql.ref(`${name}.kolicina`)}, 0) as ${sql.ref(`${name}_kolicina`)}`,
    sql`coalesce(${sql.ref(`${name}.broj_c4`)}, 0) as ${sql.ref(`${name}_c4`)}`,
    ...INPUT_VALUE.map(
      (column, at) => sql`cast(coalesce(${sql.ref(`${name}.${column}`)}, 0) as text) as ${sql.ref(`${name}_${at}`)}`,
    ),
  ])

const inputIn = (row: Row, name: 'do_dana' | 'do_lota') =>
  inputOf({
    kolicina: row[`${name}_kolicina`],
    broj_c4: row[`${name}_c4`],
    vrednost_0: row[`${name}_0`],
    vrednost_1: row[`${name}_1`],
    vrednost_2: row[`${name}_2`],
  })

function stockOf(ofQueues: readonly (readonly Row[])[], named: readonly NamedLot[]): StockAt {
  let [total_input, remained, manjak, broj_c4] = [0, 0, 0, 0]
  let vrednost = 0n
  let poslednji_uvoz: CalendarDate | null = null
  for (const lots of ofQueues) {
    const [first] = lots as [Row]
    const do_dana = inputIn(first, 'do_dana')
    for (const { ostalo, cena_po_jedinici, kurs } of lots) {
      if (ostalo === null || cena_po_jedinici === null || kurs === null) continue
      remained += ostalo
      vrednost += multiplyToAtto(ostalo, cena_po_jedinici, kurs)
    }
    if (first.ostalo !== null) {
      const do_lota = inputIn(first, 'do_lota')
      remained += do_dana.kolicina - do_lota.kolicina
      vrednost += do_dana.vrednost - do_lota.vrednost
    }
    total_input += do_dana.kolicina
    manjak += first.manjak
    broj_c4 += do_dana.broj_c4
    if ((first.poslednji_uvoz ?? '') > (poslednji_uvoz ?? '')) poslednji_uvoz = first.poslednji_uvoz
  }
  for (const { iza, kasnije, cena_po_jedinici, kurs } of named) {
    remained += kasnije - iza
    vrednost += multiplyToAtto((kasnije - iza) as Micro, cena_po_jedinici, kurs)
  }
  return {
    total_input: total_input as Micro,
    // In this order: what came in and what was lacking may together pass what a number holds exactly.
    total_consumed: (total_input - remained + manjak) as Micro,
    manjak: manjak as Micro,
    vrednost: vrednost as Atto,
    broj_c4,
    poslednji_uvoz,
  }
}
