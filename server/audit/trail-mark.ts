import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/**
 * PostgreSQL gives an entry its id before its transaction commits, so one may come up behind another that was already
 * told. This many of the newest entries are watched for that; SQLite has one writer, whose ids come in order.
 */
export const WATCHED_ENTRIES = 1_000

/** The sum of the watched ids: it grows with any entry that comes up among them. */
export const markUpTo = (id: number): RawBuilder<number> =>
  sql`(select coalesce(sum(id), 0) from
    (select id from dnevnik where id <= ${id} order by id desc limit ${sql.lit(WATCHED_ENTRIES)}) watched)`

/** What two moments of the books have alike exactly where nothing was changed between them: every change is an entry. */
export async function trailMark(db: Db): Promise<number> {
  const { mark } = await db.selectNoFrom(markUpTo(Number.MAX_SAFE_INTEGER).as('mark')).executeTakeFirstOrThrow()
  return mark
}
