import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The company that keeps these books: one row, and none until somebody fills it in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const [integer, text, end] = postgres ? ['bigint', 'text collate "C"', ''] : ['integer', 'text', ' strict']
  const table = `create table nasa_firma (
    id ${integer} not null primary key check (id = 1),
    naziv ${text} not null,
    pib ${text} not null,
    mb ${text} not null,
    grad ${text} not null,
    drzava ${text} not null,
    verzija ${integer} not null default 1)${end}`
  await sql.raw(table).execute(db)
}
