import { sql } from 'kysely'
import { namesIn } from '#contract/form-fields.ts'
import { OTPAD, type OtpadQuery, type OtpadRaspored } from '#contract/otpad.ts'
import type { Db } from '#server/db/schema.ts'
import { type Found, pageFrom } from '#server/records/page.ts'

const rowsOf = (db: Db) =>
  db
    .selectFrom('otpad_raspored')
    .innerJoin('materijal', 'materijal.id', 'materijal_id')
    .select(['otpad_raspored.id', 'otpad_raspored.verzija', ...namesIn(OTPAD)])
    .select(['materijal.naziv as materijal_naziv', 'materijal.jedinica_mere'])

/** A page of what became of waste that shows every word of `search`, the newest first, and how many there are in all. */
export const findOtpad = (db: Db, { sort = 'datum', ...query }: OtpadQuery): Promise<Found<OtpadRaspored>> =>
  pageFrom(db, 'otpad_raspored', rowsOf(db), { ...query, by: sql.ref(sort) })

/** One of them; undefined where there is none. */
export const otpadById = (db: Db, id: number): Promise<OtpadRaspored | undefined> =>
  rowsOf(db).where('otpad_raspored.id', '=', id).executeTakeFirst()
