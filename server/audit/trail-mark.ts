import { type RawBuilder, sql } from 'kysely'
import type { Vrsta } from '#contract/audit.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * PostgreSQL gives an entry its id before its transaction commits, so it may appear behind one that is reported
 * already. This many of the newest entries are watched for that; SQLite has one writer, whose ids come in order.
 */
export const WATCHED_ENTRIES = 1_000

/**
 * Kinds beside the books: no figure of an account or a paper follows from them, and readers may change some of them.
 */
const BESIDE_THE_BOOKS: readonly Vrsta[] = ['nalog', 'beleska', 'prilog', 'pdf']

const sumOf = (entries: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select coalesce(sum(id), 0) from
    (select id from dnevnik where ${entries} order by id desc limit ${sql.lit(WATCHED_ENTRIES)}) watched)`

/** The sum of the watched ids: it grows with any entry that comes up among them. */
export const markUpTo = (id: number): RawBuilder<number> => sumOf(sql`id <= ${id}`)

/**
 * A mark of the books. Two moments have the same mark exactly where the books did not change between them, since every
 * change is an entry.
 */
export async function trailMark(db: Db): Promise<number> {
  const ofBooks = sumOf(sql`vrsta not in (${sql.join(BESIDE_THE_BOOKS.map((vrsta) => sql.lit(vrsta)))})`)
  const { mark } = await db.selectNoFrom(ofBooks.as('mark')).executeTakeFirstOrThrow()
  return mark
}
