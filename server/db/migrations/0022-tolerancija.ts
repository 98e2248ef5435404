import { type Kysely, PostgresAdapter, sql } from 'kysely'

// What counts as the same in a reconciliation: of each comparison, and what was chosen last for the tables of a sender.
// What a column holds is said in server/db/customs-schema.ts.

const STATEMENTS = [
  'alter table usaglasavanje add column tolerancija_vrednosti integer not null default 0',
  'alter table usaglasavanje add column decimale_kolicine integer not null default 6',
  `create table usaglasavanje_tolerancija (
    posiljalac text not null primary key,
    tolerancija_vrednosti integer not null,
    decimale_kolicine integer not null) strict, without rowid`,
]

const forPostgres = (statement: string) =>
  statement
    .replace(/\) strict, without rowid$/, ')')
    .replaceAll(/ integer\b/g, ' bigint')
    .replaceAll(/ text\b/g, ' text collate "C"')

/** Adds both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const one of STATEMENTS) await sql.raw(postgres ? forPostgres(one) : one).execute(db)
}
