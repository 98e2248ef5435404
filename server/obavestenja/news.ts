import { sql } from 'kysely'
import type { RokRed } from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import { upozorenjeDana } from '#server/documents/carina.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'
import { rokovi } from '#server/stock/rokovi.ts'

/** The number of named rows of each kind; the rest is counted. */
const NAMED = 30

type Listed<T> = { readonly rows: readonly T[]; readonly total: number }

/** An export and its missing quantities. */
export type Lacking = {
  readonly id: number
  readonly broj_c1: string
  readonly datum: CalendarDate
  readonly manjak: readonly { materijal_id: string; jedinica_mere: string; kolicina: Micro }[]
}

/** The content of a day's mail. */
export type News = {
  readonly dan: CalendarDate
  readonly upozorenje: number
  readonly isteklo: Listed<RokRed>
  readonly istice: Listed<RokRed>
  readonly manjak: Listed<Lacking>
}

/** The deadlines that are over or end soon, as the screen Rokovi has them, and the exports that lack material. */
export async function newsOf(db: Db, dan: CalendarDate): Promise<News> {
  const upozorenje = await upozorenjeDana(db)
  const asked = { dan, upozorenje, odobrenje_id: undefined, page: 1, limit: NAMED }
  return {
    dan,
    upozorenje,
    isteklo: await rokovi(db, { ...asked, stanje: 'isteklo' }),
    istice: await rokovi(db, { ...asked, stanje: 'ističe' }),
    manjak: await lacking(db),
  }
}

/** The exports that lack material, oldest first. Shortages are few, and an index holds only them. */
async function lacking(db: Db): Promise<Listed<Lacking>> {
  const counted = await sql<{ total: number }>`
    select count(*) as total from (select r.c1_id from razduzenje r where ${isShortage} group by r.c1_id) m`.execute(db)
  const { rows } = await sql<Omit<Lacking, 'manjak'> & Lacking['manjak'][number]>`
    select c.id, c.broj_c1, c.datum, r.materijal_id, m.jedinica_mere, cast(sum(r.kolicina) as bigint) as kolicina
    from (select id, broj_c1, datum from c1 where id in (select r.c1_id from razduzenje r where ${isShortage})
      order by datum, id limit ${sql.lit(NAMED)}) c
    join razduzenje r on r.c1_id = c.id and ${isShortage}
    join materijal m on m.id = r.materijal_id
    group by c.id, c.broj_c1, c.datum, r.materijal_id, m.jedinica_mere
    order by c.datum, c.id, r.materijal_id`.execute(db)
  const exports = [...Map.groupBy(rows, ({ id }) => id).values()]
  return {
    total: counted.rows[0]?.total ?? 0,
    rows: exports.map((manjak) => {
      const { id, broj_c1, datum } = manjak[0] as (typeof rows)[number]
      return { id, broj_c1, datum, manjak }
    }),
  }
}
