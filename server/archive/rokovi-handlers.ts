import { sql } from 'kysely'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import type { RokoviQuery, rokoviEndpoints } from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { imaOstatak, upozorenjeDana } from '#server/documents/carina.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { pageOf } from '#server/records/page.ts'
import { rokovi } from '#server/stock/rokovi.ts'
import { makeSheet } from './make-sheet.ts'
import { icsOf, type Razduzen } from './rokovi-ics.ts'

type Filters = Pick<RokoviQuery, 'stanje' | 'odobrenje_id' | 'datum'>

/** The deadlines of the imports of which something is left. */
export const rokoviHandlers = ({ readLong, place }: Store): Handlers<typeof rokoviEndpoints> => {
  const read = (query: Filters & { page: number; limit: number }, now: number) =>
    readLong(async (db: Db) =>
      rokovi(db, { ...query, dan: query.datum ?? dayOf(now), upozorenje: await upozorenjeDana(db) }),
    )
  return {
    async listRokovi({ query, now }) {
      const found = await read(query, now)
      return { ...pageOf(found, query), stanja: found.stanja }
    },

    async rokoviIcs({ query, now }) {
      const { rows } = await read({ ...query, page: 1, limit: MAX_PAGE_ROWS }, now)
      const open = rows.filter(({ broj_stavki }) => broj_stavki > 0)
      const text = icsOf(open, now, await readLong((db: Db) => booksOf(db, dayOf(now))))
      return { name: 'rokovi.ics', type: 'text/calendar; charset=utf-8', bytes: new TextEncoder().encode(text) }
    },

    rokoviSheet: ({ query, now }) =>
      makeSheet(place, { sheet: 'rokovi', query: { ...query, datum: query.datum ?? dayOf(now) } }),
  }
}

/** The name of these books, and the imports of which nothing is left before their deadline. */
async function booksOf(db: Db, dan: CalendarDate) {
  const { ime } = await db.selectFrom('instalacija').select('ime').executeTakeFirstOrThrow()
  const { rows } = await sql<Razduzen>`
    select c4.id as c4_id, c4.broj_c4, c4.rok from c4
    where c4.rok >= ${dan} and not ${imaOstatak}
    order by c4.rok, c4.id limit ${MAX_PAGE_ROWS}`.execute(db)
  return { instalacija: ime, razduzeni: rows }
}
