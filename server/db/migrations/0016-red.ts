import { type Kysely, PostgresAdapter, sql } from 'kysely'

// A queue for the documents of each authorisation (customs §4.5). What a column holds is said in server/db/schema.ts.

const COLUMNS = [
  'alter table podesavanja add column red_po_odobrenju integer not null default 0 check (red_po_odobrenju in (0, 1))',
  'alter table c4_stavka add column red integer not null default 0',
  'alter table c4_stavka add column zapoceto integer',
]

/** The lots of a material in the order in which they are consumed, those that are open and those that ended, with their queue. */
const LOTS = [
  'drop index lot_otvoren',
  'create index lot_otvoren on c4_stavka(materijal_id, datum, c4_id, id, red) where utrosen is null',
  'drop index lot_utrosen',
  'create index lot_utrosen on c4_stavka(materijal_id, utrosen, datum, c4_id, id, red) where utrosen is not null',
  'create index lot_zapocet on c4_stavka(materijal_id) where zapoceto is not null',
]

/** What had come in is added up queue by queue. SQLite gives a table another primary key only by making it anew. */
const INPUT_SQLITE = [
  `create table ulaz_po_redu (
    materijal_id text not null,
    red integer not null default 0,
    datum text not null,
    c4_id integer not null,
    kolicina integer not null,
    broj_c4 integer not null,
    vrednost_0 integer not null,
    vrednost_1 integer not null,
    vrednost_2 integer not null,
    primary key (materijal_id, red, datum, c4_id)) strict, without rowid`,
  `insert into ulaz_po_redu
    select materijal_id, 0, datum, c4_id, kolicina, broj_c4, vrednost_0, vrednost_1, vrednost_2 from ulaz`,
  'drop table ulaz',
  'alter table ulaz_po_redu rename to ulaz',
]
const INPUT_POSTGRES = [
  'alter table ulaz add column red integer not null default 0',
  'alter table ulaz drop constraint ulaz_pkey',
  'alter table ulaz add primary key (materijal_id, red, datum, c4_id)',
]

/** Adds the setting, the queue of each lot and what remains of the begun one of a queue of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const statements = [...COLUMNS, ...LOTS, ...(postgres ? INPUT_POSTGRES : INPUT_SQLITE)]
  for (const one of statements) await sql.raw(postgres ? one.replaceAll(/ integer\b/g, ' bigint') : one).execute(db)
}
