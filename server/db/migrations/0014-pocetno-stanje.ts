import { type Kysely, PostgresAdapter, sql } from 'kysely'

// What had left imports before a firm began these books. What a column holds is said in server/db/schema.ts.

const STATEMENTS = [
  'alter table c4 add column dan_prelaska text',
  'alter table c4_stavka add column vec_razduzeno integer',
  'alter table ostalo_razduzenje add column c4_id integer references c4(id)',
  'create unique index ostalo_razduzenje_c4 on ostalo_razduzenje(c4_id) where c4_id is not null',
]

const forPostgres = (statement: string) =>
  statement.replaceAll(/ integer\b/g, ' bigint').replaceAll(/ text\b/g, ' text collate "C"')

/** Adds to imports what of their lines had left before, and to other discharges of which import they say that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const one of STATEMENTS) await sql.raw(postgres ? forPostgres(one) : one).execute(db)
}
