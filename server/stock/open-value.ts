import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import { valueOfParts } from './exact-sums.ts'

/** The open lots of a country and an age: how many, and the exact value of what remains of them. */
export type OpenGroup = { readonly zemlja_porekla: string; readonly starost: number; lotova: number; vrednost: bigint }

type Whole = { zemlja_porekla: string; starost: number; lotova: number; low: string; middle: string; high: string }
type Begun = { zemlja_porekla: string; starost: number; potroseno: Micro; cena_po_jedinici: Micro; kurs: Micro }

/**
 * What remains, by country of origin and age: the number of days among `olderThan` (descending) on or before which the
 * lot is dated. Read from the totals of whole lots, less what is gone of the begun ones: of each queue there is
 * at most one, because lots are consumed in order (decisions §1).
 */
export async function openValue(db: Db, olderThan: readonly CalendarDate[]): Promise<OpenGroup[]> {
  const age = (datum: RawBuilder<unknown>) =>
    sql.join(
      olderThan.map((day) => sql`case when ${datum} > ${day} then 0 else 1 end`),
      sql` + `,
    )
  const whole = await sql<Whole>`
    select zemlja_porekla, ${age(sql`datum`)} as starost, cast(sum(lotova) as bigint) as lotova,
      cast(sum(vrednost_0) as text) as low, cast(sum(vrednost_1) as text) as middle, cast(sum(vrednost_2) as text) as high
    from otvoreno where lotova > 0 group by 1, 2`.execute(db)
  const begun = await sql<Begun>`
    select l.zemlja_porekla, ${age(sql`l.datum`)} as starost, l.kolicina - l.izuzeto - l.preostalo as potroseno,
      l.cena_po_jedinici, l.kurs
    from c4_stavka l where l.utrosen is null and l.preostalo < l.kolicina - l.izuzeto`.execute(db)
  const groups = new Map<string, OpenGroup>()
  for (const { zemlja_porekla, starost, lotova, low, middle, high } of whole.rows)
    groups.set(`${starost} ${zemlja_porekla}`, {
      zemlja_porekla,
      starost,
      lotova,
      vrednost: valueOfParts(low, middle, high),
    })
  for (const { zemlja_porekla, starost, potroseno, cena_po_jedinici, kurs } of begun.rows) {
    const group = groups.get(`${starost} ${zemlja_porekla}`)
    if (group) group.vrednost -= multiplyToAtto(potroseno, cena_po_jedinici, kurs)
  }
  return [...groups.values()]
}
