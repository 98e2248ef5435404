import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * An exported line keeps HS code and unit of its product, so that papers of an old export say what they said then. Lines
 * of before take what the product has now: what it had is nowhere written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const text = db.getExecutor().adapter instanceof PostgresAdapter ? 'text collate "C"' : 'text'
  for (const column of ['hs_code', 'jedinica_mere'])
    await sql.raw(`alter table c1_stavka add column ${column} ${text} not null default ''`).execute(db)
  await sql`update c1_stavka set hs_code = p.hs_code, jedinica_mere = p.jedinica_mere
    from proizvod p where p.id = c1_stavka.proizvod_id`.execute(db)
}
