import { type Kysely, PostgresAdapter, sql } from 'kysely'

// The customs account: authorisations, deadlines, accounts that were handed in, closed periods. All of it may be absent:
// books without it stay as they are. What a column holds is said in server/db/schema.ts.

const TABLES = [
  `create table odobrenje (
    id integer primary key autoincrement,
    broj text not null,
    broj_kljuc text not null unique,
    vrsta_postupka text,
    carinski_organ text,
    nadzorni_organ text,
    vazi_od text not null,
    vazi_do text,
    rok_meseci integer check (rok_meseci > 0),
    rok_do_kraja text not null check (rok_do_kraja in ('dan', 'mesec', 'kvartal', 'polugodiste')),
    rok_obracuna_dana integer not null check (rok_obracuna_dana >= 0),
    napomena text,
    trazi text not null,
    verzija integer not null) strict`,
  `create table odobrenje_stavka (
    odobrenje_id integer not null references odobrenje(id) on delete cascade,
    pozicija integer not null,
    tarifni_broj text,
    opis text,
    najvise_kolicina integer check (najvise_kolicina > 0),
    jedinica_mere text,
    sporedni integer not null check (sporedni in (0, 1)),
    primary key (odobrenje_id, pozicija)) strict, without rowid`,
  `create table produzenje_roka (
    id integer primary key autoincrement,
    c4_id integer not null references c4(id) on delete cascade,
    novi_rok text not null,
    broj_akta text,
    datum_akta text,
    napomena text,
    uneto integer not null,
    korisnik text not null) strict`,
  'create index produzenje_roka_c4 on produzenje_roka(c4_id, novi_rok)',
  `create table obracun (
    id integer primary key autoincrement,
    broj text not null,
    broj_kljuc text not null unique,
    odobrenje_id integer references odobrenje(id),
    c4_ids text,
    datum_od text not null,
    datum_do text not null,
    rok_podnosenja text,
    stanje text not null check (stanje in ('nacrt', 'podnet', 'prihvaćen', 'ispravljen')),
    datum_podnosenja text,
    broj_akta text,
    prethodni_id integer references obracun(id),
    sha256 text,
    napravljen integer not null,
    korisnik text not null,
    verzija integer not null) strict`,
  'create index obracun_datum on obracun(datum_do, id)',
  'create index obracun_odobrenje on obracun(odobrenje_id) where odobrenje_id is not null',
  'create index obracun_prethodni on obracun(prethodni_id) where prethodni_id is not null',
  // Rows and paper as they were handed in, apart from what a list reads.
  `create table obracun_podnet (
    obracun_id integer not null primary key references obracun(id),
    redovi blob not null,
    papir blob not null) strict`,
  `create table zakljucenje (
    id integer primary key autoincrement,
    do_dana text not null,
    razlog text,
    korisnik text not null,
    vreme integer not null,
    otkljucao text,
    otkljucano integer,
    razlog_otkljucavanja text) strict`,
  `create table podesavanja (
    id integer not null primary key check (id = 1),
    upozorenje_roka_dana integer not null default 30 check (upozorenje_roka_dana >= 0),
    verzija integer not null default 1) strict`,
]

/** What a C4 and its lines, and a C1, say to customs; `rok` is the one in force, kept by whatever it follows from. */
const COLUMNS = {
  c4: [
    'odobrenje_id integer references odobrenje(id)',
    ...['broj_jci', 'oznaka_postupka', 'carinski_organ', 'rok_razduzenja', 'rok'].map((name) => `${name} text`),
  ],
  c4_stavka: ['stopa_carine integer', 'carinska_vrednost_rsd integer'],
  c1: [
    'odobrenje_id integer references odobrenje(id)',
    ...['broj_jci', 'oznaka_postupka', 'dokaz_porekla', 'broj_dokaza', 'datum_dokaza'].map((name) => `${name} text`),
  ],
}

const INDEXES = [
  'create index c4_odobrenje on c4(odobrenje_id, datum, id) where odobrenje_id is not null',
  'create index c1_odobrenje on c1(odobrenje_id, datum, id) where odobrenje_id is not null',
  'create index c4_rok on c4(rok, id) where rok is not null',
  // The lots of a country by day, with the day on which they ended: what was left of them at the end of any day.
  'create index lot_poreklo on c4_stavka(zemlja_porekla, datum, c4_id, utrosen)',
]

/** What was handed in never changes: the rows of the paper come and stay. */
const FROZEN = 'Podnet obračun se ne menja'
const FROZEN_SQLITE = ['update', 'delete'].map(
  (verb) => `create trigger obracun_podnet_bez_${verb} before ${verb} on obracun_podnet
    begin select raise(abort, '${FROZEN}'); end`,
)
const FROZEN_POSTGRES = [
  `create function podnet_obracun_se_ne_menja() returns trigger language plpgsql as
    $$ begin raise exception '${FROZEN}'; end $$`,
  `create trigger obracun_podnet_bez_izmene before update or delete on obracun_podnet
    for each row execute function podnet_obracun_se_ne_menja()`,
  `create trigger obracun_podnet_bez_praznjenja before truncate on obracun_podnet
    for each statement execute function podnet_obracun_se_ne_menja()`,
]

const forPostgres = (statement: string) =>
  statement
    .replace(/\binteger primary key( autoincrement)?/, 'bigint generated by default as identity primary key')
    .replace(/\) strict(, without rowid)?$/, ')')
    .replaceAll(/ integer\b/g, ' bigint')
    .replaceAll(/ text\b/g, ' text collate "C"')
    .replaceAll(/ blob\b/g, ' bytea')

/** Adds the tables and columns of the customs account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const added = Object.entries(COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => `alter table ${table} add column ${column}`),
  )
  const statements = [...TABLES, ...added, ...INDEXES].map((one) => (postgres ? forPostgres(one) : one))
  for (const one of [...statements, ...(postgres ? FROZEN_POSTGRES : FROZEN_SQLITE)]) await sql.raw(one).execute(db)
}
