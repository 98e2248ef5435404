import { type Kysely, sql } from 'kysely'

/** Documents are found by the number of one of their invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['c4', 'c1'])
    await sql.raw(`create index ${table}_stavka_faktura on ${table}_stavka(broj_fakture, ${table}_id)`).execute(db)
}
