import { type Kysely, PostgresAdapter, sql } from 'kysely'

// The second factor of an account and its recovery codes. What a column holds is said in server/db/schema.ts.

const TABLES = [
  'alter table korisnik add column totp_tajna text',
  'alter table korisnik add column totp_od integer',
  'alter table korisnik add column totp_korak integer not null default 0',
  `create table rezervni_kod (
    korisnik_id integer not null references korisnik(id) on delete cascade,
    hash text not null,
    primary key (korisnik_id, hash)) strict, without rowid`,
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
