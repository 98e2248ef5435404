import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Who wants the daily mail, and when he last got it. What a column holds is said in server/db/schema.ts.

const COLUMNS = [
  'alter table korisnik add column dnevni_mejl integer not null default 0 check (dnevni_mejl in (0, 1))',
  'alter table korisnik add column dnevni_mejl_dana text',
]

const forPostgres = (statement: string) =>
  statement.replaceAll(/ integer\b/g, ' bigint').replaceAll(/ text\b/g, ' text collate "C"')

/** Adds both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const one of COLUMNS) await sql.raw(postgres ? forPostgres(one) : one).execute(db)
}
