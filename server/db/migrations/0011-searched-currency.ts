import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * SQLite: the index by day holds the currency too, so that who searches `eur` reads it alone and not every row.
 * PostgreSQL reads the rows whatever is searched.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  for (const table of ['c4', 'c1']) {
    await sql.raw(`drop index ${table}_datum`).execute(db)
    await sql
      .raw(
        `create index ${table}_datum on ${table}(datum, id, vrednost_rsd, broj_trazi, partner_trazi, broj_kljuc,
          partner_red, tip_dokumenta, zemlja_red, zemlja_otpreme, vrednost_total, kolicina_total, valuta)`,
      )
      .execute(db)
  }
}
