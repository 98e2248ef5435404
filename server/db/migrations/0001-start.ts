import { type Kysely, PostgresAdapter, sql } from 'kysely'

// Version 1.0.0. The tables are written as SQLite takes them; `forPostgres` says what PostgreSQL calls the same. What a
// column holds is said in server/db/schema.ts and customs-schema.ts. A table stands behind those that it refers to.

/** A random name tells entries that leave these books (of a calendar) from those of others; every copy of the books has it. */
const BOOKS = [
  'create table instalacija (id integer not null primary key check (id = 1), ime text not null) strict',
  `create table nasa_firma (
    id integer not null primary key check (id = 1),
    naziv text not null,
    pib text not null,
    mb text not null,
    grad text not null,
    drzava text not null,
    verzija integer not null default 1) strict`,
  `create table podesavanja (
    id integer not null primary key check (id = 1),
    upozorenje_roka_dana integer not null default 30 check (upozorenje_roka_dana >= 0),
    osnov_otpada text not null default 'neto' check (osnov_otpada in ('neto', 'bruto')),
    stopa_pdv integer check (stopa_pdv >= 0),
    red_po_odobrenju integer not null default 0 check (red_po_odobrenju in (0, 1)),
    verzija integer not null default 1) strict`,
  `create table zakljucenje (
    id integer primary key autoincrement,
    do_dana text not null,
    razlog text,
    korisnik text not null,
    vreme integer not null,
    otkljucao text,
    otkljucano integer,
    razlog_otkljucavanja text) strict`,
]

const ACCOUNTS = [
  `create table korisnik (
    id integer primary key autoincrement,
    email text not null,
    email_kljuc text not null unique,
    ime text not null default '',
    uloga text not null default 'Pun pristup',
    lozinka text not null,
    lozinka_vazi_do integer,
    iskljucen integer not null default 0 check (iskljucen in (0, 1)),
    ceka_odobrenje integer not null default 0 check (ceka_odobrenje in (0, 1)),
    pozvan integer not null default 0,
    program integer not null default 0,
    totp_tajna text,
    totp_od integer,
    totp_korak integer not null default 0,
    dnevni_mejl integer not null default 0 check (dnevni_mejl in (0, 1)),
    dnevni_mejl_dana text,
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
  // One-time links by which somebody sets a password.
  `create table veza (
    token_hash text primary key,
    vrsta text not null,
    korisnik_id integer not null references korisnik(id) on delete cascade,
    istice integer not null) strict, without rowid`,
  'create index veza_korisnik on veza(korisnik_id)',
  // Keys of programs, each with an account of its own.
  `create table kljuc (
    korisnik_id integer not null primary key references korisnik(id) on delete cascade,
    token_hash text not null unique,
    napravljen integer not null,
    koriscen integer,
    poslednja_adresa text not null default '') strict`,
  // Recovery codes of the second factor.
  `create table rezervni_kod (
    korisnik_id integer not null references korisnik(id) on delete cascade,
    hash text not null,
    primary key (korisnik_id, hash)) strict, without rowid`,
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
  // Attachments of documents.
  `create table prilog (
    id integer primary key autoincrement,
    uz text not null,
    predmet integer not null,
    vrsta text not null,
    broj text,
    datum text,
    putanja text not null unique references pdf(putanja) on delete cascade,
    format text not null,
    uneto integer not null,
    korisnik text not null) strict`,
  'create index prilog_predmet on prilog(uz, predmet, id)',
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
  // Version 1 is the normativ without a day.
  `create table normativ (
    proizvod_id text not null references proizvod(id) on delete cascade,
    verzija integer not null default 1,
    materijal_id text not null references materijal(id),
    pozicija integer not null,
    potrebna_kolicina integer not null check (potrebna_kolicina > 0),
    otpad_procenat integer not null default 0 check (otpad_procenat >= 0),
    gubitak_procenat integer not null default 0 check (gubitak_procenat >= 0),
    primary key (proizvod_id, verzija, materijal_id)) strict, without rowid`,
  // Which products need a material: it can't be removed then.
  'create index normativ_materijal on normativ(materijal_id)',
  `create table normativ_verzija (
    proizvod_id text not null references proizvod(id) on delete cascade,
    verzija integer not null check (verzija > 1),
    vazi_od text not null,
    broj_akta text,
    primary key (proizvod_id, verzija),
    unique (proizvod_id, vazi_od)) strict, without rowid`,
]

/** How documents name firms (`partner_zapis`), and which of these are one. */
const PARTNERS = [
  `create table partner (
    id integer primary key autoincrement,
    naziv text not null,
    grad text not null,
    drzava text,
    pib text,
    mb text,
    napomena text,
    ne_predlaze integer not null default 0 check (ne_predlaze in (0, 1)),
    kljuc text not null,
    trazi text not null,
    naziv_red text not null,
    verzija integer not null) strict`,
  'create index partner_kljuc on partner(kljuc)',
  'create index partner_pib on partner(pib)',
  `create table partner_zapis (
    id integer primary key autoincrement,
    partner_id integer not null references partner(id),
    naziv text not null,
    grad text not null,
    drzava text not null,
    pib text not null,
    mb text not null,
    kljuc text not null) strict`,
  'create unique index partner_zapis_tekst on partner_zapis(naziv, grad, drzava, pib, mb)',
  'create index partner_zapis_kljuc on partner_zapis(kljuc)',
  'create index partner_zapis_pib on partner_zapis(pib)',
  'create index partner_zapis_partner on partner_zapis(partner_id)',
  `create table sifra_dobavljaca (
    partner_id integer not null references partner(id) on delete cascade,
    kljuc text not null,
    sifra text not null,
    naziv text,
    cinilac integer not null check (cinilac > 0),
    materijal_id text not null references materijal(id) on delete cascade,
    primary key (partner_id, kljuc)) strict, without rowid`,
  'create index sifra_materijal on sifra_dobavljaca(materijal_id)',
  `create table zapamcene_kolone (
    vrsta text not null,
    otisak text not null,
    partner_id integer not null,
    kolone text not null,
    vrednosti text not null,
    primary key (vrsta, otisak, partner_id)) strict, without rowid`,
]

const AUTHORISATIONS = [
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
    posiljalac_zapis integer,
    primalac_zapis integer,
    odobrenje_id integer references odobrenje(id),
    broj_jci text,
    oznaka_postupka text,
    verzija integer not null`

const DOCUMENTS = [
  `create table c4 (${DOCUMENT},
    broj_terminala text not null,
    broj_c4 text not null,
    paritet text not null,
    carinski_organ text,
    rok_razduzenja text,
    rok text,
    dan_prelaska text) strict`,
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
    preostalo integer not null check (preostalo >= 0),
    utrosen text,
    stopa_carine integer,
    carinska_vrednost_rsd integer,
    izuzeto integer not null default 0,
    izuzeto_do text not null default '',
    vec_razduzeno integer,
    red integer not null default 0) strict`,
  'create index c4_stavka_c4 on c4_stavka(c4_id, pozicija)',
  // The lots of a material in the order in which they are consumed: all, those that are open, those that were at a past day.
  'create index lot_red on c4_stavka(materijal_id, datum, c4_id, id)',
  'create index lot_otvoren on c4_stavka(materijal_id, red, datum, c4_id, id) where utrosen is null',
  'create index lot_utrosen on c4_stavka(materijal_id, utrosen, datum, c4_id, id, red) where utrosen is not null',
  // The few lots of which anything is named, by material.
  'create index lot_izuzet on c4_stavka(materijal_id, datum, c4_id, id) where izuzeto > 0',
  // The lots of all materials by day, with the days on which they ended and until which something of them was held: what
  // was left at the end of a past day is found like what is left now. With the material, so that a search for it reads
  // the index alone.
  'create index c4_lot on c4_stavka(datum, c4_id, utrosen, izuzeto_do, materijal_id)',
  'create index c4_rok on c4(rok, id) where rok is not null',
  // Prolonged deadlines.
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

  `create table c1 (${DOCUMENT},
    broj_c1 text not null,
    dokaz_porekla text,
    broj_dokaza text,
    datum_dokaza text,
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
    normativ_verzija integer,
    sa_otpadom integer not null default 0,
    usmerenja text not null default '') strict`,
  'create index c1_stavka_c1 on c1_stavka(c1_id, pozicija)',
  // Lines without a dated version, and lines without waste, cost nothing here.
  `create index c1_stavka_verzija on c1_stavka(proizvod_id, normativ_verzija, c1_id)
    where normativ_verzija is not null`,
  'create index c1_stavka_otpad on c1_stavka(id) where sa_otpadom = 1',

  ...['c4', 'c1'].flatMap((table) => [
    `create unique index ${table}_broj on ${table}(godina, broj_kljuc)`,
    // Whether a document has a PDF; those without need no entry.
    `create index ${table}_pdf on ${table}(pdf_fajl) where pdf_fajl is not null`,
    // Documents are found by the number of one of their invoices.
    `create index ${table}_stavka_faktura on ${table}_stavka(faktura_kljuc, ${table}_id)`,
    `create index ${table}_odobrenje on ${table}(odobrenje_id, datum, id) where odobrenje_id is not null`,
    // The documents of a firm, newest first; that of receivers tells too which of them it also sent.
    `create index ${table}_posiljalac on ${table}(posiljalac_zapis, datum, id)`,
    `create index ${table}_primalac on ${table}(primalac_zapis, datum, id, posiljalac_zapis)`,
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
    usmereno integer not null default 0,
    primary key (c1_stavka_id, materijal_id, c4_stavka_id, usmereno),
    check (kolicina > 0 or (kolicina = 0 and c4_stavka_id = 0)),
    check (usmereno = 0 or (usmereno = 1 and c4_stavka_id > 0))) strict, without rowid`,
  // Which exports drew from a lot.
  'create index razduzenje_lot on razduzenje(c4_stavka_id, datum)',
  // What no lot covers (lot 0): of a material in the order of the exports, and of an export.
  'create index razduzenje_manjak on razduzenje(materijal_id, datum, c1_id, c1_stavka_id) where c4_stavka_id = 0',
  'create index razduzenje_c1_manjak on razduzenje(c1_id) where c4_stavka_id = 0',
  // What exports took of lots that they name, by lot and day.
  'create index razduzenje_usmereno on razduzenje(c4_stavka_id, datum, kolicina) where usmereno = 1',
  // Documents that take from lots which they name.
  `create table ostalo_razduzenje (
    id integer primary key autoincrement,
    godina integer not null,
    broj_kljuc text not null,
    trazi text not null,
    broj text not null,
    datum text not null,
    vrsta text not null,
    broj_jci text,
    carinski_organ text,
    razlog text not null,
    pdf_fajl text references pdf(putanja),
    broj_stavki integer not null,
    c4_id integer references c4(id),
    verzija integer not null,
    unique (godina, broj_kljuc)) strict`,
  'create index ostalo_razduzenje_datum on ostalo_razduzenje(datum, id)',
  'create index ostalo_razduzenje_pdf on ostalo_razduzenje(pdf_fajl) where pdf_fajl is not null',
  // What had left an import before these books began.
  'create unique index ostalo_razduzenje_c4 on ostalo_razduzenje(c4_id) where c4_id is not null',
  `create table ostalo_razduzenje_stavka (
    ostalo_razduzenje_id integer not null references ostalo_razduzenje(id) on delete cascade,
    pozicija integer not null,
    ulaz_stavka_id integer not null references c4_stavka(id),
    datum text not null,
    vrsta text not null,
    kolicina integer not null check (kolicina > 0),
    stopa_carine integer,
    carinska_vrednost_rsd integer,
    iznos_carine integer,
    iznos_pdv integer,
    primary key (ostalo_razduzenje_id, ulaz_stavka_id)) strict, without rowid`,
  'create index ostalo_razduzenje_lot on ostalo_razduzenje_stavka(ulaz_stavka_id, datum, kolicina)',
  // What became of waste.
  `create table otpad_raspored (
    id integer primary key autoincrement,
    datum text not null,
    vrsta text not null check (vrsta in ('Izvoz', 'Slobodan promet', 'Uništenje', 'Reciklaža')),
    broj_jci text,
    materijal_id text not null references materijal(id),
    kolicina integer not null check (kolicina > 0),
    napomena text,
    trazi text not null,
    verzija integer not null) strict`,
  'create index otpad_raspored_datum on otpad_raspored(datum, id)',
  'create index otpad_raspored_materijal on otpad_raspored(materijal_id, datum)',
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
    poslednji_izvoz text) strict, without rowid`,
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

const CUSTOMS_ACCOUNTS = [
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

/** Counts of the warehouse, and notes beside documents and goods. */
const BESIDE = [
  `create table popis (
    id integer primary key autoincrement,
    datum text not null,
    komisija text,
    napomena text,
    uneto integer not null,
    korisnik text not null,
    verzija integer not null) strict`,
  'create index popis_datum on popis(datum, id)',
  `create table popis_stavka (
    popis_id integer not null references popis(id) on delete cascade,
    materijal_id text not null references materijal(id),
    izbrojano integer not null check (izbrojano >= 0),
    knjigovodstveno integer not null check (knjigovodstveno >= 0),
    primary key (popis_id, materijal_id)) strict, without rowid`,
  'create index popis_stavka_materijal on popis_stavka(materijal_id, popis_id)',
  `create table beleska (
    id integer primary key autoincrement,
    vrsta text not null,
    predmet text not null,
    tekst text not null,
    trazi text not null,
    uneto integer not null,
    korisnik text not null) strict`,
  'create index beleska_predmet on beleska(vrsta, predmet, id)',
]

/** Comparisons with the forwarder or customs: what differed, why, which headings were which column, what counts as the same. */
const RECONCILIATION = [
  `create table usaglasavanje (
    id integer primary key autoincrement,
    fajl text not null,
    datum_od text not null,
    datum_do text not null,
    odobrenje_id integer references odobrenje(id) on delete cascade,
    nasih integer not null,
    njihovih integer not null,
    istih integer not null,
    tolerancija_vrednosti integer not null default 0,
    decimale_kolicine integer not null default 6,
    vreme integer not null,
    korisnik text not null) strict`,
  'create index usaglasavanje_period on usaglasavanje(datum_od, datum_do)',
  'create index usaglasavanje_odobrenje on usaglasavanje(odobrenje_id)',
  // The import that a row is about may be gone later: the comparison stays what it was.
  `create table usaglasavanje_razlika (
    usaglasavanje_id integer not null references usaglasavanje(id) on delete cascade,
    kljuc text not null,
    pozicija integer not null,
    vrsta text not null,
    datum text not null,
    c4_id integer,
    podaci text not null,
    primary key (usaglasavanje_id, kljuc)) strict, without rowid`,
  'create index usaglasavanje_razlika_datum on usaglasavanje_razlika(datum)',
  'create index usaglasavanje_razlika_kljuc on usaglasavanje_razlika(kljuc)',
  `create table usaglasavanje_objasnjenje (
    kljuc text not null primary key,
    objasnjenje text not null,
    vreme integer not null,
    korisnik text not null) strict, without rowid`,
  `create table usaglasavanje_kolona (
    zaglavlje text not null primary key,
    polje text) strict, without rowid`,
  `create table usaglasavanje_tolerancija (
    posiljalac text not null primary key,
    tolerancija_vrednosti integer not null,
    decimale_kolicine integer not null) strict, without rowid`,
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
export const forPostgres = (statement: string) =>
  statement
    .replace(/\binteger primary key( autoincrement)?/, 'bigint generated by default as identity primary key')
    .replace(/\) strict(, without rowid)?$/, ')')
    .replaceAll(/ integer\b/g, ' bigint')
    .replaceAll(/ text\b/g, ' text collate "C"')
    .replaceAll(/ blob\b/g, ' bytea')

const TABLES = [
  ...[...BOOKS, ...ACCOUNTS, ...FILES, ...CATALOGUE, ...PARTNERS, ...AUTHORISATIONS, ...DOCUMENTS, ...LEDGER],
  ...[...TOTALS, ...CUSTOMS_ACCOUNTS, ...BESIDE, ...RECONCILIATION, ...TRAIL],
]

/** Makes every table of an empty database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  const random = postgres ? "replace(gen_random_uuid()::text, '-', '')" : 'lower(hex(randomblob(16)))'
  const statements = postgres
    ? [...TABLES.map(forPostgres), ...LISTS_POSTGRES, ...FROZEN_POSTGRES, ...APPEND_ONLY_POSTGRES]
    : [...TABLES, ...LISTS_SQLITE, ...FROZEN_SQLITE, ...APPEND_ONLY_SQLITE]
  const name = `insert into instalacija (id, ime) values (1, ${random})`
  for (const statement of [...statements, name]) await sql.raw(statement).execute(db)
}
