import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Version 1.0.0. The tables are written as SQLite takes them; `forPostgres` says what PostgreSQL calls the same. What a
// column holds is said in server/db/schema.ts.

const ACCOUNTS = [
  `create table korisnik (
    id integer primary key autoincrement,
    email text not null,
    email_kljuc text not null unique,
    lozinka text not null,
    lozinka_vazi_do integer,
    iskljucen integer not null default 0 check (iskljucen in (0, 1)),
    ceka_odobrenje integer not null default 0 check (ceka_odobrenje in (0, 1)),
    napravljen integer not null) strict`,
  // Rows that are only ever found by their whole key need no rowid beside it.
  `create table sesija (
    token_hash text primary key,
    id text not null unique,
    korisnik_id integer not null references korisnik(id) on delete cascade,
    adresa text not null,
    uredjaj text not null,
    napravljena integer not null,
    koriscena integer not null,
    poslednja_adresa text not null,
    istice integer not null) strict, without rowid`,
  'create index sesija_korisnik on sesija(korisnik_id)',
  `create table uredjaj (
    korisnik_id integer not null references korisnik(id) on delete cascade,
    token_hash text not null,
    istice integer not null,
    primary key (korisnik_id, token_hash)) strict, without rowid`,
  `create table pokusaj (
    kljuc text primary key,
    broj integer not null,
    istice integer not null) strict, without rowid`,
  // Removes what has expired.
  'create index pokusaj_istice on pokusaj(istice)',
  `create table idempotencija (
    korisnik_id integer not null references korisnik(id) on delete cascade,
    kljuc text not null,
    zahtev_hash text not null,
    odgovor text not null,
    napravljen integer not null,
    primary key (korisnik_id, kljuc)) strict, without rowid`,
  // Removes what has expired.
  'create index idempotencija_napravljen on idempotencija(napravljen)',
]

const FILES = [
  `create table pdf (
    putanja text primary key,
    naziv text not null,
    velicina integer not null,
    sha256 text not null,
    sadrzaj blob not null,
    dodat integer not null,
    korisnik_id integer not null) strict`,
  // How much all of them have together (PDF_TOTAL_MB).
  'create index pdf_velicina on pdf(velicina)',
  // An upload looks through these for the expired ones, not through every PDF that was ever stored.
  `create table pdf_bez_dokumenta (
    putanja text primary key references pdf(putanja),
    od integer not null) strict`,
]

const CATALOGUE = [
  `create table kurs (
    valuta text not null,
    vazi_od text not null,
    kurs integer not null check (kurs > 0),
    verzija integer not null default 1,
    primary key (valuta, vazi_od)) strict`,
  `insert into kurs (valuta, vazi_od, kurs)
    values ('RSD', '1990-01-01', 1000000), ('EUR', '1990-01-01', 117500000), ('USD', '1990-01-01', 107200000)`,
  `create table materijal (
    id text primary key,
    naziv text not null,
    zemlja_porekla text not null,
    jedinica_mere text not null,
    tarifni_broj text not null,
    trazi text not null,
    naziv_red text not null,
    verzija integer not null) strict`,
  'create index materijal_naziv on materijal(naziv_red, id)',
  `create table proizvod (
    id text primary key,
    naziv text not null,
    hs_code text not null,
    jedinica_mere text not null,
    normativ_count integer not null,
    trazi text not null,
    naziv_red text not null,
    verzija integer not null) strict`,
  'create index proizvod_naziv on proizvod(naziv_red, id)',
  `create table normativ (
    proizvod_id text not null references proizvod(id) on delete cascade,
    materijal_id text not null references materijal(id),
    pozicija integer not null,
    potrebna_kolicina integer not null check (potrebna_kolicina > 0),
    primary key (proizvod_id, materijal_id)) strict, without rowid`,
  // Which products need a material: it can't be removed then.
  'create index normativ_materijal on normativ(materijal_id)',
]

const DOCUMENT = `
    id integer primary key autoincrement,
    tip_dokumenta text not null,
    datum text not null,
    godina integer not null,
    broj_kljuc text not null,
    broj_trazi text not null,
    partner_trazi text not null,
    partner_red text not null,
    zemlja_red text not null,
    posiljalac_naziv text not null,
    posiljalac_grad text not null,
    posiljalac_drzava text not null,
    primalac_naziv text not null,
    primalac_pib text,
    primalac_mb text,
    primalac_grad text not null,
    zemlja_otpreme text not null,
    pdf_fajl text references pdf(putanja),
    valuta text not null,
    kurs integer not null check (kurs > 0),
    vrednost_total integer not null check (vrednost_total >= 0),
    vrednost_rsd integer not null check (vrednost_rsd >= 0),
    kolicina_total integer not null check (kolicina_total > 0),
    broj_stavki integer not null,
    verzija integer not null`

const DOCUMENTS = [
  `create table c4 (${DOCUMENT},
    broj_terminala text not null,
    broj_c4 text not null,
    paritet text not null) strict`,
  `create table c4_stavka (
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
    faktura_kljuc text not null,
    tarifni_broj text not null,
    zemlja_porekla text not null,
    utrosen text) strict`,
  'create index c4_stavka_c4 on c4_stavka(c4_id, pozicija)',
  // The lots of a material in the order in which they are consumed: all, those that are open, those that were at a past day.
  'create index lot_red on c4_stavka(materijal_id, datum, c4_id, id)',
  'create index lot_otvoren on c4_stavka(materijal_id, datum, c4_id, id) where utrosen is null',
  'create index lot_utrosen on c4_stavka(materijal_id, utrosen, datum, c4_id, id) where utrosen is not null',
  // The lots of all materials by day, with the day on which they ended, so that what was left at the end of a past day is
  // found like what is left now; with the material, so that a search for it reads the index alone.
  'create index c4_lot on c4_stavka(datum, c4_id, utrosen, materijal_id)',

  `create table c1 (${DOCUMENT},
    broj_c1 text not null,
    papiri_verzija integer,
    papiri_dnevnik integer) strict`,
  `create table c1_stavka (
    id integer primary key autoincrement,
    c1_id integer not null references c1(id) on delete cascade,
    pozicija integer not null,
    redni_broj integer not null,
    kolicina integer not null check (kolicina > 0),
    cena integer not null check (cena > 0),
    iznos integer not null,
    proizvod_id text not null references proizvod(id),
    broj_fakture text not null,
    faktura_kljuc text not null,
    hs_code text not null default '',
    jedinica_mere text not null default '',
    normativ text not null default '[]',
    trosak_0 integer not null default 0,
    trosak_1 integer not null default 0,
    trosak_2 integer not null default 0) strict`,
  'create index c1_stavka_c1 on c1_stavka(c1_id, pozicija)',

  ...['c4', 'c1'].flatMap((table) => [
    `create unique index ${table}_broj on ${table}(godina, broj_kljuc)`,
    // Whether a document has a PDF; those without need no entry.
    `create index ${table}_pdf on ${table}(pdf_fajl) where pdf_fajl is not null`,
    // Documents are found by the number of one of their invoices.
    `create index ${table}_stavka_faktura on ${table}_stavka(faktura_kljuc, ${table}_id)`,
  ]),
]

/**
 * SQLite reads one index by day for every order and search of the documents: it holds all that they are filtered and
 * sorted by. Keeping the first of a hundred thousand takes some 12 ms, and a save writes one index instead of eight, each
 * in another place (docs/decisions/aggregates.md).
 */
const LISTS_SQLITE = ['c4', 'c1'].map(
  (table) =>
    `create index ${table}_datum on ${table}(datum, id, vrednost_rsd, broj_trazi, partner_trazi, broj_kljuc,
      partner_red, tip_dokumenta, zemlja_red, zemlja_otpreme, vrednost_total, kolicina_total, valuta)`,
)

/**
 * PostgreSQL would read whole rows for that, and keeps an entry of an index below 2704 bytes: it has an index for each
 * order, with what decides between equals. The one by day holds what sums and searches read.
 */
const SORTED = ['tip_dokumenta', 'broj_kljuc', 'partner_red', 'vrednost_total', 'vrednost_rsd', 'kolicina_total']
const LISTS_POSTGRES = ['c4', 'c1'].flatMap((table) => [
  `create index ${table}_datum on ${table}(datum, id, vrednost_rsd, broj_trazi, partner_trazi)`,
  `create index ${table}_zemlja on ${table}(zemlja_red, datum desc, id desc, zemlja_otpreme)`,
  ...SORTED.map((column) => `create index ${table}_${column} on ${table}(${column}, datum desc, id desc)`),
])

const LEDGER = [
  `create table razduzenje (
    c1_stavka_id integer not null references c1_stavka(id),
    materijal_id text not null,
    c4_stavka_id integer not null,
    c1_id integer not null,
    datum text not null,
    kolicina integer not null,
    primary key (c1_stavka_id, materijal_id, c4_stavka_id),
    check (kolicina > 0 or (kolicina = 0 and c4_stavka_id = 0))) strict, without rowid`,
  // Which exports drew from a lot.
  'create index razduzenje_lot on razduzenje(c4_stavka_id)',
  // What no lot covers (lot 0): of a material in the order of the exports, and of an export.
  'create index razduzenje_manjak on razduzenje(materijal_id, datum, c1_id, c1_stavka_id) where c4_stavka_id = 0',
  'create index razduzenje_c1_manjak on razduzenje(c1_id) where c4_stavka_id = 0',
]

/** What follows from the ledger and is kept, so that no page adds up history. */
const TOTALS = [
  `create table stanje (
    materijal_id text primary key references materijal(id) on delete cascade,
    total_input integer not null default 0 check (total_input >= 0),
    total_consumed integer not null default 0 check (total_consumed >= 0),
    manjak integer not null default 0 check (manjak >= 0),
    vrednost text not null default '0',
    broj_c4 integer not null default 0,
    poslednji_uvoz text,
    poslednji_izvoz text,
    zapocet_lot integer,
    zapocet_preostalo integer) strict, without rowid`,
  `create table ulaz (
    materijal_id text not null,
    datum text not null,
    c4_id integer not null,
    kolicina integer not null,
    broj_c4 integer not null,
    vrednost_0 integer not null,
    vrednost_1 integer not null,
    vrednost_2 integer not null,
    primary key (materijal_id, datum, c4_id)) strict, without rowid`,
  `create table otvoreno (
    datum text not null,
    zemlja_porekla text not null,
    lotova integer not null,
    vrednost_0 integer not null,
    vrednost_1 integer not null,
    vrednost_2 integer not null,
    primary key (datum, zemlja_porekla)) strict, without rowid`,
  `create table proizvod_mesec (
    proizvod_id text not null,
    mesec text not null,
    kolicina integer not null,
    iznos integer not null,
    broj_c1 integer not null,
    rsd_0 integer not null,
    rsd_1 integer not null,
    trosak_0 integer not null,
    trosak_1 integer not null,
    trosak_2 integer not null,
    primary key (proizvod_id, mesec)) strict, without rowid`,
]

const TRAIL = [
  // Rows never go, so no id is given twice: SQLite need not keep count.
  `create table dnevnik (
    id integer primary key,
    vreme integer not null,
    korisnik_id integer,
    korisnik text not null,
    radnja text not null,
    vrsta text not null,
    predmet text not null,
    opis text not null,
    sazetak text not null,
    trazi text not null,
    pre text,
    posle text) strict`,
  // Filters and search of the whole trail read this index alone; it only ever grows at its end.
  'create index dnevnik_vreme on dnevnik(vreme, id, vrsta, radnja, korisnik_id, trazi)',
  // What happened to one record.
  'create index dnevnik_predmet on dnevnik(vrsta, predmet, vreme, id)',
  `create table pomereno (
    grupa integer not null,
    dnevnik_id integer not null,
    izvozi integer not null,
    primary key (grupa, dnevnik_id)) strict, without rowid`,
  `create table pecat (
    redni integer not null primary key,
    dnevnik_id integer not null unique,
    otisak text not null) strict`,
]

const APPEND_ONLY = 'Dnevnik se samo dopunjuje'
/** The tables of the trail, and when a new row would take the place of one that is there. */
const GUARDED = {
  dnevnik: 'id = new.id',
  pomereno: 'grupa = new.grupa and dnevnik_id = new.dnevnik_id',
  pecat: 'redni = new.redni or dnevnik_id = new.dnevnik_id',
}

/** The last one: `insert or replace` removes the old row without asking the trigger for deletions. */
const APPEND_ONLY_SQLITE = Object.entries(GUARDED).flatMap(([table, same]) => [
  `create trigger ${table}_bez_izmene before update on ${table} begin select raise(abort, '${APPEND_ONLY}'); end`,
  `create trigger ${table}_bez_brisanja before delete on ${table} begin select raise(abort, '${APPEND_ONLY}'); end`,
  `create trigger ${table}_bez_zamene before insert on ${table} when exists (select 1 from ${table} where ${same})
    begin select raise(abort, '${APPEND_ONLY}'); end`,
])

const APPEND_ONLY_POSTGRES = [
  `create function dnevnik_se_samo_dopunjuje() returns trigger language plpgsql as
    $$ begin raise exception '${APPEND_ONLY}'; end $$`,
  ...Object.keys(GUARDED).map(
    (table) => `create trigger ${table}_bez_izmene before update or delete or truncate on ${table}
      for each statement execute function dnevnik_se_samo_dopunjuje()`,
  ),
]

/** Bytes decide the order of text, as on SQLite, whatever the locale of the server. */
const forPostgres = (statement: string) =>
  statement
    .replace(/\binteger primary key( autoincrement)?/, 'bigint generated by default as identity primary key')
    .replace(/\) strict(, without rowid)?$/, ')')
    .replaceAll(/ integer\b/g, ' bigint')
    .replaceAll(/ text\b/g, ' text collate "C"')
    .replaceAll(/ blob\b/g, ' bytea')

/** Makes every table of an empty database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const tables = [...ACCOUNTS, ...FILES, ...CATALOGUE, ...DOCUMENTS, ...LEDGER, ...TOTALS, ...TRAIL]
  const statements = postgres
    ? [...tables.map(forPostgres), ...LISTS_POSTGRES, ...APPEND_ONLY_POSTGRES]
    : [...tables, ...LISTS_SQLITE, ...APPEND_ONLY_SQLITE]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
