import { type Kysely, sql } from 'kysely'

/** The open lots of each queue of an authorisation in their order: otherwise they are read from behind those of all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lot_u_redu on c4_stavka(materijal_id, red, datum, c4_id, id) where utrosen is null and red > 0`.execute(
    db,
  )
}
