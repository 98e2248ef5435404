import { type Kysely, PostgresAdapter, sql } from 'kysely'

// A random name of these books, by which entries that leave them (of a calendar) are told from those of others. It is in
// every copy of them.

const TABLE = 'create table instalacija (id integer not null primary key check (id = 1), ime text not null) strict'

/** Adds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const table = TABLE.replace(' strict', '').replace(' integer', ' bigint').replace(' text', ' text collate "C"')
  await sql.raw(postgres ? table : TABLE).execute(db)
  const random = postgres ? "replace(gen_random_uuid()::text, '-', '')" : 'lower(hex(randomblob(16)))'
  await sql.raw(`insert into instalacija (id, ime) values (1, ${random})`).execute(db)
}
