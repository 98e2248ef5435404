import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Names and roles of accounts. What a column holds is said in server/db/schema.ts.

const COLUMNS = [
  "alter table korisnik add column ime text not null default ''",
  "alter table korisnik add column uloga text not null default 'Pun pristup'",
]

/** Adds them. The first account that may log in becomes the administrator, the others keep changing the books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const one of COLUMNS) await sql.raw(postgres ? one.replaceAll(/ text\b/g, ' text collate "C"') : one).execute(db)
  await sql`update korisnik set uloga = 'Administrator'
    where id = (select id from korisnik order by iskljucen, ceka_odobrenje, id limit 1)`.execute(db)
}
