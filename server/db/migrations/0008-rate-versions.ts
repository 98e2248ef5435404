import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** A rate has a version like every other record, so that nobody removes what somebody else has just changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const int = db.getExecutor().adapter instanceof PostgresAdapter ? 'bigint' : 'integer'
  await sql.raw(`alter table kurs add column verzija ${int} not null default 1`).execute(db)
}
