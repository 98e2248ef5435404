import { type Kysely, PostgresAdapter, sql } from 'kysely'

// One-time links by which somebody sets a password, and accounts that were invited. What a column holds is said in
// server/db/schema.ts.

const TABLES = [
  'alter table korisnik add column pozvan integer not null default 0',
  `create table veza (
    token_hash text primary key,
    vrsta text not null,
    korisnik_id integer not null references korisnik(id) on delete cascade,
    istice integer not null) strict, without rowid`,
  'create index veza_korisnik on veza(korisnik_id)',
]

const forPostgres = (statement: string) =>
  statement
    .replace(/\) strict(, without rowid)?$/, ')')
    .replaceAll(/ integer\b/g, ' bigint')
    .replaceAll(/ text\b/g, ' text collate "C"')

/** Adds them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const one of TABLES) await sql.raw(postgres ? forPostgres(one) : one).execute(db)
}
