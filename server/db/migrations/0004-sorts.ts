import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Indexes of 0003 for one order each. */
const SORTED = [
  'tip_dokumenta',
  'broj_kljuc',
  'partner_red',
  'vrednost_total',
  'vrednost_rsd',
  'kolicina_total',
  'zemlja',
]

/**
 * Fewer indexes for a save to write. No query reads lines by product: only removing a product looks for them, which may
 * pass over all. Papers without a PDF need no entry in the index of PDFs.
 *
 * SQLite: one index by day that holds everything lists are filtered and sorted by. Reading all of it and keeping the
 * first of a hundred thousand takes some 12 ms, and a save no longer writes seven indexes more, each in another place
 * (docs/decisions/aggregates.md). PostgreSQL reads whole rows for that, and keeps an entry of an index below 2704 bytes:
 * it keeps its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index c1_stavka_proizvod`.execute(db)
  for (const table of ['c4', 'c1']) {
    await sql.raw(`drop index ${table}_pdf`).execute(db)
    await sql.raw(`create index ${table}_pdf on ${table}(pdf_fajl) where pdf_fajl is not null`).execute(db)
  }
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  for (const table of ['c4', 'c1']) {
    for (const column of SORTED) await sql.raw(`drop index ${table}_${column}`).execute(db)
    await sql.raw(`drop index ${table}_datum`).execute(db)
    await sql
      .raw(
        `create index ${table}_datum on ${table}(datum, id, vrednost_rsd, broj_trazi, partner_trazi, broj_kljuc,
          partner_red, tip_dokumenta, zemlja_red, zemlja_otpreme, vrednost_total, kolicina_total)`,
      )
      .execute(db)
  }
}
