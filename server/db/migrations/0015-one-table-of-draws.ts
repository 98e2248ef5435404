import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * One table of draws, and nothing written twice, so that a save of a C1 writes a third fewer rows in half as many
 * places. An exported line keeps the normativ that was copied onto it, from which follows what it needs; what no lot
 * covers is a draw from lot 0, and so is a requirement of nothing. A lot says no more than on which day its last was
 * taken, and the totals of a material what remains of the one lot that is begun.
 *
 * Everything is copied by the database itself, whatever the number of rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const statements = [
    ...copiedNormativi(postgres),
    ...totals(postgres),
    ...draws(postgres),
    ...(postgres ? LOTS_POSTGRES : LOTS_SQLITE),
    'create index c4_stavka_c4 on c4_stavka(c4_id, pozicija)',
    'create index c4_stavka_faktura on c4_stavka(broj_fakture, c4_id)',
    'create index lot_red on c4_stavka(materijal_id, datum, c4_id, id)',
    'create index lot_otvoren on c4_stavka(materijal_id, datum, c4_id, id) where utrosen is null',
    'create index c4_otvoren on c4_stavka(datum, c4_id, id, materijal_id) where utrosen is null',
    'create index lot_utrosen on c4_stavka(materijal_id, utrosen, datum, c4_id, id) where utrosen is not null',
    // PostgreSQL would plan by guesses until it counts by itself what is new here.
    ...(postgres ? ['analyze c1_stavka, c4_stavka, razduzenje'] : []),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const typesOf = (postgres: boolean) =>
  postgres ? { int: 'bigint', text: 'text collate "C"' } : { int: 'integer', text: 'text' }

/**
 * PostgreSQL keeps what an update has replaced beside the new rows until a vacuum, and so does every index that is made
 * meanwhile. An expression for a column, whatever it says, has it write the table anew without that.
 */
const rewritten = (column: string) => `alter column ${column} type text collate "C" using ${column} || ''`

/** JSON pairs, the same text on both engines. */
function copiedNormativi(postgres: boolean): string[] {
  const pairs = postgres
    ? `coalesce('[' || string_agg('[' || to_json(materijal_id)::text || ',' || potrebna_kolicina || ']', ','
        order by materijal_id) || ']', '[]')`
    : 'json_group_array(json_array(materijal_id, potrebna_kolicina) order by materijal_id)'
  return [
    `alter table c1_stavka add column normativ ${typesOf(postgres).text} not null default '[]'`,
    `update c1_stavka set normativ = (select ${pairs} from potreba where c1_stavka_id = c1_stavka.id)`,
    ...(postgres ? [`alter table c1_stavka ${rewritten('normativ')}`] : []),
  ]
}

function totals(postgres: boolean): string[] {
  const { int, text } = typesOf(postgres)
  return [
    `alter table stanje add column poslednji_izvoz ${text}`,
    `alter table stanje add column zapocet_lot ${int}`,
    `alter table stanje add column zapocet_preostalo ${int}`,
    `update stanje set poslednji_izvoz =
      (select max(datum) from potreba where potreba.materijal_id = stanje.materijal_id)`,
    `update stanje set zapocet_lot = l.id, zapocet_preostalo = l.preostalo
      from c4_stavka l where l.materijal_id = stanje.materijal_id and l.otvoren = 1 and l.preostalo < l.kolicina`,
  ]
}

function draws(postgres: boolean): string[] {
  const { int, text } = typesOf(postgres)
  const rules = [
    'primary key (c1_stavka_id, materijal_id, c4_stavka_id)',
    'foreign key (c1_stavka_id) references c1_stavka(id)',
    'check (kolicina > 0 or (kolicina = 0 and c4_stavka_id = 0))',
  ]
  return [
    `create table razduzenje_novo (
      c1_stavka_id ${int} not null,
      materijal_id ${text} not null,
      c4_stavka_id ${int} not null,
      c1_id ${int} not null,
      datum ${text} not null,
      kolicina ${int} not null${postgres ? ')' : `, ${rules.join(', ')}) strict, without rowid`}`,
    `insert into razduzenje_novo (c1_stavka_id, materijal_id, c4_stavka_id, c1_id, datum, kolicina)
      select r.c1_stavka_id, r.materijal_id, r.c4_stavka_id, p.c1_id, p.datum, r.kolicina
      from razduzenje r join potreba p on p.c1_stavka_id = r.c1_stavka_id and p.materijal_id = r.materijal_id
      union all
      select c1_stavka_id, materijal_id, 0, c1_id, datum, manjak from potreba where manjak > 0 or kolicina = 0
      order by 1, 2, 3`,
    'drop table razduzenje',
    'drop table potreba',
    'alter table razduzenje_novo rename to razduzenje',
    // Behind the rows, all at once, and named after the table as it is called now.
    ...(postgres ? rules.map((rule) => `alter table razduzenje add ${rule}`) : []),
    'create index razduzenje_lot on razduzenje(c4_stavka_id)',
    'create index razduzenje_manjak on razduzenje(materijal_id, datum, c1_id, c1_stavka_id) where c4_stavka_id = 0',
    'create index razduzenje_c1_manjak on razduzenje(c1_id) where c4_stavka_id = 0',
  ]
}

const INDEXES_OF_LOTS = ['c4_stavka_c4', 'c4_stavka_faktura', 'lot_red', 'lot_otvoren', 'c4_otvoren']

/** Its rules go with the columns of which they speak. */
const LOTS_POSTGRES = [
  ...INDEXES_OF_LOTS.map((index) => `drop index ${index}`),
  'alter table c4_stavka add column utrosen text collate "C"',
  `update c4_stavka set utrosen = r.datum
    from (select c4_stavka_id, max(datum) as datum from razduzenje group by c4_stavka_id) r
    where r.c4_stavka_id = c4_stavka.id and c4_stavka.preostalo = 0`,
  `alter table c4_stavka drop column preostalo, drop column otvoren, ${rewritten('utrosen')}`,
]

const LOT = `id, c4_id, pozicija, redni_broj, kolicina, cena_po_jedinici, iznos, dokazuje_poreklo, kurs, datum,
  materijal_id, broj_fakture, tarifni_broj, zemlja_porekla`

/**
 * SQLite removes no column of which a rule of the table speaks: the table is made anew, and goes on counting where it
 * stood.
 */
const LOTS_SQLITE = [
  `create table c4_stavka_novo (
    id integer primary key autoincrement,
    c4_id integer not null references c4(id) on delete cascade,
    pozicija integer not null,
    redni_broj integer not null,
    kolicina integer not null check (kolicina > 0),
    cena_po_jedinici integer not null check (cena_po_jedinici > 0),
    iznos integer not null,
    dokazuje_poreklo integer not null check (dokazuje_poreklo in (0, 1)),
    kurs integer not null,
    datum text not null,
    materijal_id text not null references materijal(id),
    broj_fakture text not null,
    tarifni_broj text not null,
    zemlja_porekla text not null,
    utrosen text) strict`,
  `insert into c4_stavka_novo (${LOT}, utrosen)
    select ${LOT}, case when preostalo = 0 then
      (select max(r.datum) from razduzenje r where r.c4_stavka_id = c4_stavka.id) end
    from c4_stavka order by id`,
  `delete from sqlite_sequence where name = 'c4_stavka_novo'`,
  `insert into sqlite_sequence (name, seq) select 'c4_stavka_novo', seq from sqlite_sequence where name = 'c4_stavka'`,
  'drop table c4_stavka',
  'alter table c4_stavka_novo rename to c4_stavka',
]
