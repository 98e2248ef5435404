import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The PDFs that no document has, and since when: an upload looks through these alone, not through all that were ever
 * stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const [int, end] = db.getExecutor().adapter instanceof PostgresAdapter ? ['bigint', ''] : ['integer', ' strict']
  await sql
    .raw(`create table pdf_bez_dokumenta (putanja text primary key references pdf(putanja), od ${int} not null)${end}`)
    .execute(db)
  await sql`
    insert into pdf_bez_dokumenta (putanja, od) select putanja, dodat from pdf
    where putanja not in (select pdf_fajl from c4 where pdf_fajl is not null)
      and putanja not in (select pdf_fajl from c1 where pdf_fajl is not null)`.execute(db)
}
