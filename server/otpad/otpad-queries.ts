import { namesIn } from '#contract/form-fields.ts'
import { OTPAD, type OtpadQuery, type OtpadRaspored } from '#contract/otpad.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

const rowsOf = (db: Db) =>
  db
    .selectFrom('otpad_raspored')
    .innerJoin('materijal', 'materijal.id', 'materijal_id')
    .select(['otpad_raspored.id', 'otpad_raspored.verzija', ...namesIn(OTPAD)])
    .select(['materijal.naziv as materijal_naziv', 'materijal.jedinica_mere'])

/** A page of what became of waste that shows every word of `search`, the newest first, and how many there are in all. */
export async function findOtpad(
  db: Db,
  { search = '', page, limit, sort = 'datum', order = 'desc' }: OtpadQuery,
): Promise<{ rows: OtpadRaspored[]; total: number }> {
  const words = containsWords(engineOf(db), 'otpad_raspored.trazi', search)
  const rows = await rowsOf(db)
    .where(({ and }) => and(words))
    .orderBy(sort, order)
    .orderBy('otpad_raspored.id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('otpad_raspored')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(({ and }) => and(words))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** One of them; undefined where there is none. */
export const otpadById = (db: Db, id: number): Promise<OtpadRaspored | undefined> =>
  rowsOf(db).where('otpad_raspored.id', '=', id).executeTakeFirst()
