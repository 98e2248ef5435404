import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Draws from a lot that an export names (customs §4.4). What a column holds is said in server/db/schema.ts.

/** SQLite gives a table another primary key only by making it anew. */
const LEDGER_SQLITE = [
  `create table razduzenje_sa_usmerenim (
    c1_stavka_id integer not null references c1_stavka(id),
    materijal_id text not null,
    c4_stavka_id integer not null,
    c1_id integer not null,
    datum text not null,
    kolicina integer not null,
    usmereno integer not null default 0,
    primary key (c1_stavka_id, materijal_id, c4_stavka_id, usmereno),
    check (kolicina > 0 or (kolicina = 0 and c4_stavka_id = 0)),
    check (usmereno = 0 or (usmereno = 1 and c4_stavka_id > 0))) strict, without rowid`,
  `insert into razduzenje_sa_usmerenim
    select c1_stavka_id, materijal_id, c4_stavka_id, c1_id, datum, kolicina, 0 from razduzenje`,
  'drop table razduzenje',
  'alter table razduzenje_sa_usmerenim rename to razduzenje',
  'create index razduzenje_lot on razduzenje(c4_stavka_id)',
  'create index razduzenje_manjak on razduzenje(materijal_id, datum, c1_id, c1_stavka_id) where c4_stavka_id = 0',
  'create index razduzenje_c1_manjak on razduzenje(c1_id) where c4_stavka_id = 0',
]
const LEDGER_POSTGRES = [
  'alter table razduzenje add column usmereno bigint not null default 0',
  'alter table razduzenje drop constraint razduzenje_pkey',
  'alter table razduzenje add primary key (c1_stavka_id, materijal_id, c4_stavka_id, usmereno)',
  'alter table razduzenje add check (usmereno = 0 or (usmereno = 1 and c4_stavka_id > 0))',
]

const DIRECTED = [
  // What exports took of lots that they name, by lot and day.
  'create index razduzenje_usmereno on razduzenje(c4_stavka_id, datum, kolicina) where usmereno = 1',
  "alter table c1_stavka add column usmerenja text not null default ''",
]

/** Adds to draws whether the export named the lot, and to lines of exports what they name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const directed = DIRECTED.map((one) => (postgres ? one.replaceAll(/ text\b/g, ' text collate "C"') : one))
  for (const one of [...(postgres ? LEDGER_POSTGRES : LEDGER_SQLITE), ...directed]) await sql.raw(one).execute(db)
}
