import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Keys of programs, each with an account of its own. What a column holds is said in server/db/schema.ts.

const TABLES = [
  'alter table korisnik add column program integer not null default 0',
  `create table kljuc (
    korisnik_id integer primary key references korisnik(id) on delete cascade,
    token_hash text not null unique,
    napravljen integer not null,
    koriscen integer,
    poslednja_adresa text not null default '') strict`,
]

const forPostgres = (statement: string) =>
  statement
    .replace(/\) strict$/, ')')
    .replaceAll(/ integer\b/g, ' bigint')
    .replaceAll(/ text\b/g, ' text collate "C"')

/** Adds them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const one of TABLES) await sql.raw(postgres ? forPostgres(one) : one).execute(db)
}
