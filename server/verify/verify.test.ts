import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { MAX_ENTERED } from '#domain/decimal.ts'
import { freshDatabase, onServer } from '#reliability/fresh-database.ts'
import { openStore } from '#server/db/open.ts'
import { schemaFault, wantedAt } from '#server/db/schema-check.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'
import { eachEngine, type TestEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, stored } from '#server/testing-documents.ts'
import { verdictAfter } from './testing-verify.ts'
import { type Verdict, verify, verifyPlace } from './verify.ts'

const pdf = (text: string) => ({
  name: 'carina.pdf',
  bytes: new TextEncoder().encode(`%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF ${text}`),
})

/** The small firm of the tests with two PDFs: C4-1 and C1-1 each have one. */
async function firm(engine: TestEngine) {
  const api = await testApi(engine)
  const { c4, c1 } = await addDocuments(api)
  for (const [path, document] of [
    ['/c4', c4[0]],
    ['/c1', c1[0]],
  ] as const) {
    const { filePath } = (await api.upload(`${path}/upload`, pdf(path), { documentId: 'X' })).body
    const changed = await api.put(`${path}/${document.id}`, { ...document, pdf_fajl: filePath })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
  }
  return api
}

type Wrong = Extract<Verdict, { ok: false }>

class Undo extends Error {}

const first = (table: string) => `id = (select min(id) from ${table})`
const lot = (broj: string, materijal: string) =>
  `c4_id = (select id from c4 where broj_c4 = '${broj}') and materijal_id = '${materijal}'`
const item = (broj: string) =>
  `c1_stavka_id = (select s.id from c1_stavka s join c1 on c1.id = s.c1_id where broj_c1 = '${broj}')`

const of = (broj: string, materijal: string) =>
  `c4_stavka_id = (select id from c4_stavka where ${lot(broj, materijal)})`

/** Each kind of row, damaged in each column that the books hold twice or derive: the damage and what is said of it. */
const DAMAGES: readonly (readonly [string, RegExp])[] = [
  [`update materijal set trazi = 'x' where id = 'KABL1'`, /^Materijal KABL1: tekst za pretragu u bazi je x, a treba/],
  [`update materijal set naziv = 'Žica' where id = 'KABL1'`, /^Materijal KABL1: tekst za pretragu/],
  [`update materijal set naziv_red = 'x' where id = 'KON8'`, /^Materijal KON8: ključ za sortiranje/],
  [`update proizvod set trazi = 'x' where id = 'SNOP1'`, /^Proizvod SNOP1: tekst za pretragu/],
  [`update proizvod set naziv_red = 'x' where id = 'SNOP1'`, /^Proizvod SNOP1: ključ za sortiranje/],
  [`update proizvod set normativ_count = 3 where id = 'SNOP1'`, /SNOP1: broj stavki normativa u bazi je 3, .* 2\.$/],
  [`delete from normativ where materijal_id = 'KON8'`, /SNOP1: broj stavki normativa u bazi je 2, .* 1\.$/],

  [`update partner set kljuc = 'x' where naziv = 'Beta Auto'`, /^Partner Beta Auto: ključ u bazi je x, a treba/],
  [`update partner set naziv_red = 'x' where naziv = 'Beta Auto'`, /^Partner Beta Auto: ključ za sortiranje/],
  [`update partner set trazi = 'x' where naziv = 'Beta Auto'`, /^Partner Beta Auto: tekst za pretragu/],
  [`update partner_zapis set kljuc = 'x' where naziv = 'Beta Auto'`, /^Partner Beta Auto: ključ zapisa u bazi je x/],
  ...['posiljalac_grad', 'posiljalac_drzava', 'primalac_naziv', 'primalac_grad', 'primalac_pib', 'primalac_mb'].map(
    (column) =>
      [
        `update c4 set ${column} = 'x' where broj_c4 = 'C4-1'`,
        /^C4 C4-1 od .*: firma iz dokumenta nije vezana za svoj zapis/,
      ] as const,
  ),
  [`update c1 set posiljalac_naziv = 'x' where broj_c1 = 'C1-1'`, /^C1 C1-1 od .*: firma iz dokumenta nije vezana/],

  [`update c4 set datum = '2025-01-10' where broj_c4 = 'C4-1'`, /^C4 C4-1 od 10\.01\.2025\.: godina/],
  [`update c4 set datum = '2026-01-11' where broj_c4 = 'C4-1'`, /stavka 1: datum u bazi je 2026-01-10, a treba/],
  [
    `update c4 set rok = '2026-12-31' where broj_c4 = 'C4-1'`,
    /^C4 C4-1 .*: rok razduženja u bazi je 31\.12\.2026\., a.* prazan\.$/,
  ],
  [
    `update c4 set rok_razduzenja = '2026-12-31' where broj_c4 = 'C4-1'`,
    /: rok razduženja u bazi je prazan, .* 31\.12\.2026\.\.$/,
  ],
  [`update c4 set godina = 2025 where broj_c4 = 'C4-1'`, /^C4 C4-1 od 10\.01\.2026\.: godina/],
  [`update c4_stavka set faktura_kljuc = 'x' where ${lot('C4-1', 'KABL1')}`, /C4-1 .*, stavka 1: ključ fakture/],
  [`update c4 set broj_kljuc = 'x' where broj_c4 = 'C4-1'`, /C4-1 .*: ključ broja/],
  [`update c4 set broj_trazi = 'x' where broj_c4 = 'C4-1'`, /C4-1 .*: broj za pretragu/],
  [
    `update c4 set partner_trazi = 'x' where broj_c4 = 'C4-1'`,
    /: partner za pretragu u bazi je x, .* muller kabel gmbh\.$/,
  ],
  [`update c4 set posiljalac_naziv = 'x' where broj_c4 = 'C4-1'`, /: partner za pretragu/],
  [`update c4 set partner_red = 'x' where broj_c4 = 'C4-1'`, /: ključ za sortiranje partnera/],
  [
    `update c4 set zemlja_red = 'x' where broj_c4 = 'C4-1'`,
    /: ključ za sortiranje zemlje u bazi je x, .* nemac\{ka\.$/,
  ],
  [`update c4 set broj_stavki = 3 where broj_c4 = 'C4-1'`, /: broj stavki/],
  [`update c4 set kolicina_total = 1 where broj_c4 = 'C4-1'`, /: ukupna količina u bazi je 0,000001, .* 110\.$/],
  [`update c4 set vrednost_total = 1 where broj_c4 = 'C4-1'`, /: ukupna vrednost u bazi je 0,01, .* 205,00\.$/],
  [`update c4 set vrednost_rsd = 1 where broj_c4 = 'C4-1'`, /: vrednost u RSD u bazi je 0,01, .* 24\.087,50\.$/],
  [`update c4 set kurs = 1 where broj_c4 = 'C4-1'`, /: vrednost u RSD/],

  [`update c4_stavka set iznos = 1 where ${lot('C4-1', 'KABL1')}`, /^C4 C4-1 .*, stavka 1: iznos u bazi je 0,01/],
  [`update c4_stavka set kolicina = 101000000 where ${lot('C4-1', 'KABL1')}`, /, stavka 1: iznos/],
  [`update c4_stavka set cena_po_jedinici = 1 where ${lot('C4-1', 'KABL1')}`, /, stavka 1: iznos/],
  [
    `update c4_stavka set pozicija = 7 where ${lot('C4-1', 'KON8')}`,
    /, stavka 2: pozicija u bazi je 7, a treba da bude 1\.$/,
  ],
  [`update c4_stavka set redni_broj = 1 where ${lot('C4-1', 'KON8')}`, /stavka 2: redni broj se ponavlja/],
  [`update c4_stavka set datum = '2026-01-09' where ${lot('C4-1', 'KABL1')}`, /, stavka 1: datum/],
  [`update c4_stavka set kurs = 1 where ${lot('C4-1', 'KABL1')}`, /, stavka 1: kurs u bazi je 0,000001, .* 117,5\.$/],
  [
    `update c4_stavka set utrosen = '2026-02-05' where ${lot('C4-2', 'KABL1')}`,
    /^C4 C4-2 .*, stavka 1, materijal KABL1: dan kada je razduženo u celosti u bazi je 2026-02-05, a treba da bude nijedan\.$/,
  ],
  [
    `update c4_stavka set utrosen = null where ${lot('C4-1', 'KABL1')}`,
    /materijal KABL1: dan kada je razduženo u celosti u bazi je nijedan, a treba da bude 2026-02-05\.$/,
  ],
  [
    `update c4_stavka set utrosen = '2026-02-01' where ${lot('C4-1', 'KABL1')}`,
    /^C4 C4-1 .*: dan kada je razduženo u celosti u bazi je 2026-02-01, a treba da bude 2026-02-05\.$/,
  ],
  [
    `update c4_stavka set materijal_id = 'KABL1' where ${lot('C4-1', 'KON8')}`,
    /^C1 C1-1 .*, stavka 1: razduženje materijala KON8 je iz C4 C4-1 od 10\.01\.2026\., stavka 2, a to je lot materijala KABL1\.$/,
  ],
  [`delete from c4_stavka where ${lot('C4-2', 'KABL1')}`, /^C4 C4-2 .*: dokument nema nijednu stavku\.$/],

  [`update c1 set godina = 2025 where broj_c1 = 'C1-1'`, /^C1 C1-1 od 01\.02\.2026\.: godina/],
  [`update c1 set broj_kljuc = 'x' where broj_c1 = 'C1-1'`, /: ključ broja/],
  [`update c1 set broj_trazi = 'x' where broj_c1 = 'C1-1'`, /: broj za pretragu/],
  [`update c1 set partner_trazi = 'x' where broj_c1 = 'C1-1'`, /: partner za pretragu/],
  [`update c1 set partner_red = 'x' where broj_c1 = 'C1-1'`, /: ključ za sortiranje partnera/],
  [`update c1 set zemlja_otpreme = 'x' where broj_c1 = 'C1-1'`, /: ključ za sortiranje zemlje/],
  [`update c1 set broj_stavki = 2 where broj_c1 = 'C1-1'`, /: broj stavki/],
  [`update c1 set kolicina_total = 1 where broj_c1 = 'C1-1'`, /: ukupna količina/],
  [`update c1 set vrednost_total = 1 where broj_c1 = 'C1-1'`, /: ukupna vrednost/],
  [`update c1 set vrednost_rsd = 1 where broj_c1 = 'C1-1'`, /: vrednost u RSD/],
  [`update c1 set datum = '2026-02-02' where broj_c1 = 'C1-1'`, /potreba materijala KABL1: datum u bazi je 2026-02-01/],
  [`update c1_stavka set iznos = 1 where ${first('c1_stavka')}`, /^C1 C1-1 .*, stavka 1: iznos/],
  [`update c1_stavka set kolicina = 1 where ${first('c1_stavka')}`, /^C1 C1-1 .*, stavka 1: iznos/],
  [`update c1_stavka set cena = 1 where ${first('c1_stavka')}`, /^C1 C1-1 .*, stavka 1: iznos/],
  [`update c1_stavka set pozicija = 1 where ${first('c1_stavka')}`, /^C1 C1-1 .*, stavka 1: pozicija/],
  [
    `update c1_stavka set proizvod_id = 'NEMA' where ${first('c1_stavka')}`,
    /^Tabela c1_stavka: .* tabele proizvod koji/,
  ],
  [
    `delete from razduzenje where ${item('C1-1')};delete from c1_stavka where ${first('c1_stavka')}`,
    /^C1 C1-1 .*: dokument nema nijednu stavku\.$/,
  ],

  [
    `update c1_stavka set normativ = '[["KABL1",3000000],["KON8",1000000]]' where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: razduženje materijala KABL1 iz C4 C4-1 .* u bazi je 50, a treba da bude 60\.$/,
  ],
  [
    // The most that a norm may be.
    `update c1_stavka set normativ = '[["KABL1",2500000],["KON8",${MAX_ENTERED}]]' where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: potreba materijala KON8 je izvan dozvoljenog opsega\.$/,
  ],
  ...['', '[', '{}', '["KABL1"]', '[[1,2500000]]', '[["KABL1","2"]]', '[["KABL1",2.5],["KON8",1000000]]'].map(
    (text): [string, RegExp] => [
      `update c1_stavka set normativ = '${text}' where ${first('c1_stavka')}`,
      /^C1 C1-1 od 01\.02\.2026\., stavka 1: normativ nije ispravno zapisan\.$/,
    ],
  ),
  ...['[["KON8",1000000],["KABL1",2500000]]', '[["KABL1", 2500000], ["KON8", 1000000]]'].map(
    (text): [string, RegExp] => [
      `update c1_stavka set normativ = '${text}' where ${first('c1_stavka')}`,
      /^C1 C1-1 .*, stavka 1: normativ u bazi je .*, a treba da bude \[\["KABL1",2500000\],\["KON8",1000000\]\]\.$/,
    ],
  ),
  [
    `update c1_stavka set normativ = '[["KABL1",2500000],["KABL1",2500000],["KON8",1000000]]' where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: materijal KABL1 se ponavlja u normativu\.$/,
  ],
  ...['0', '-1', '1000000000000001'].map((potrebna_kolicina): [string, RegExp] => [
    `update c1_stavka set normativ = '[["KABL1",2500000],["KON8",${potrebna_kolicina}]]' where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: potrebna količina materijala KON8 je izvan dozvoljenog opsega\.$/,
  ]),
  [
    `update c1_stavka set normativ = '[["KABL1",2500000]]' where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: razduženje materijala KON8 nema svoju potrebu u normativu stavke\.$/,
  ],
  [
    `update c1_stavka set normativ = '[]' where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: razduženje materijala KABL1 nema svoju potrebu u normativu stavke\.$/,
  ],
  [
    `update c1_stavka set normativ = '[["KABL1",2500000],["KON8",1000000],["NEMA",1]]' where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: potreba materijala NEMA nema svoje razduženje\.$/,
  ],
  [
    `update c1_stavka set normativ = '[["KABL1",2500000],["KON8",1000000],["NEMA",1]]' where ${first('c1_stavka')};insert into razduzenje (c1_stavka_id, materijal_id, c4_stavka_id, c1_id, datum, kolicina) select id, 'NEMA', 0, c1_id, '2026-02-01', 20 from c1_stavka where ${first('c1_stavka')}`,
    /^C1 C1-1 .*, stavka 1: materijal NEMA iz normativa ne postoji\.$/,
  ],

  [
    `insert into razduzenje (c1_stavka_id, materijal_id, c4_stavka_id, c1_id, datum, kolicina) select id, 'KABL1', 0, c1_id, '2026-02-01', 1 from c1_stavka where ${first('c1_stavka')}`,
    /^C1 C1-1 .*: manjak materijala KABL1 u bazi je 0,000001, a treba da bude 0\.$/,
  ],
  [
    `insert into razduzenje (c1_stavka_id, materijal_id, c4_stavka_id, c1_id, datum, kolicina) select id, 'KABL1', 0, c1_id, '2026-02-01', 0 from c1_stavka where ${first('c1_stavka')}`,
    /^C1 C1-1 .*: manjak materijala KABL1 ima red u bazi, a ništa ne nedostaje\.$/,
  ],
  [
    `update razduzenje set kolicina = 0 where ${item('C1-2')} and c4_stavka_id = 0`,
    /^C1 C1-2 .*: manjak materijala KON8 u bazi je 0, a treba da bude 24\.$/,
  ],
  [
    `update razduzenje set c1_id = 77 where ${item('C1-1')} and materijal_id = 'KABL1'`,
    /potreba materijala KABL1: dokument u bazi je 77, a treba da bude 1\.$/,
  ],
  [
    `update razduzenje set datum = '2026-02-02' where ${item('C1-1')} and materijal_id = 'KABL1'`,
    /potreba materijala KABL1: datum u bazi je 2026-02-02, a treba da bude 2026-02-01\.$/,
  ],
  [
    `update razduzenje set c1_id = 77 where ${item('C1-2')} and c4_stavka_id = 0`,
    /^C1 C1-2 .*: potreba materijala KON8: dokument/,
  ],
  [
    `update razduzenje set datum = '2026-02-06' where ${item('C1-2')} and c4_stavka_id = 0`,
    /^C1 C1-2 .*: potreba materijala KON8: datum/,
  ],
  [
    `delete from razduzenje where ${item('C1-1')} and materijal_id = 'KON8'`,
    /^C1 C1-1 .*, stavka 1: potreba materijala KON8 nema svoje razduženje\.$/,
  ],

  [
    `update razduzenje set kolicina = 49000000 where ${item('C1-1')} and materijal_id = 'KABL1'`,
    /^C1 C1-1 .*, stavka 1: razduženje materijala KABL1 iz C4 C4-1 od 10\.01\.2026\., stavka 1 u bazi je 49, a treba da bude 50\.$/,
  ],
  [
    `delete from razduzenje where ${item('C1-2')} and ${of('C4-2', 'KABL1')}`,
    /^C1 C1-2 .*: razduženje materijala KABL1 iz C4 C4-2 .* u bazi je 0, a treba da bude 10\.$/,
  ],
  [
    `update razduzenje set ${of('C4-2', 'KABL1')} where ${item('C1-1')} and materijal_id = 'KABL1'`,
    /iz C4 C4-1 .* u bazi je 0, a treba da bude 50\.$/,
  ],
  [
    `insert into razduzenje (c1_stavka_id, materijal_id, c4_stavka_id, c1_id, datum, kolicina) select id, 'KABL1', (select id from c4_stavka where ${lot('C4-2', 'KABL1')}), c1_id, '2026-02-01', 1 from c1_stavka where ${first('c1_stavka')}`,
    /iz C4 C4-2 .* u bazi je 0,000001, a treba da bude 0\.$/,
  ],
  [
    `update razduzenje set ${of('C4-1', 'KON8')} where ${item('C1-1')} and materijal_id = 'KABL1'`,
    /^C1 C1-1 .*: razduženje materijala KABL1 je iz C4 C4-1 .*, stavka 2, a to je lot materijala KON8\.$/,
  ],
  [
    `update razduzenje set c4_stavka_id = 999 where ${item('C1-1')} and materijal_id = 'KABL1'`,
    /^C1 C1-1 .*: razduženje materijala KABL1 je iz stavke C4 999, koja ne postoji\.$/,
  ],
  [
    `update razduzenje set c1_stavka_id = 999 where ${item('C1-1')}`,
    /^Tabela razduzenje: .* tabele c1_stavka koji ne postoji\.$/,
  ],

  [
    `update stanje set total_input = 1 where materijal_id = 'KABL1'`,
    /^Stanje materijala KABL1: ukupan ulaz u bazi je 0,000001, a treba da bude 150\.$/,
  ],
  [
    `update stanje set total_consumed = 1 where materijal_id = 'KABL1'`,
    /ukupan izlaz u bazi je 0,000001, a treba da bude 110\.$/,
  ],
  [
    `update stanje set vrednost = '1' where materijal_id = 'KABL1'`,
    /vrednost u RSD u bazi je 0,01, a treba da bude 12\.000,00\.$/,
  ],
  [
    `update stanje set poslednji_izvoz = '2026-02-01' where materijal_id = 'KABL1'`,
    /^Stanje materijala KABL1: poslednji izvoz u bazi je 2026-02-01, a treba da bude 2026-02-05\.$/,
  ],
  [
    `update stanje set poslednji_izvoz = null where materijal_id = 'KON8'`,
    /^Stanje materijala KON8: poslednji izvoz u bazi je nijedan, a treba da bude 2026-02-05\.$/,
  ],
  [
    `update stanje set manjak = 1 where materijal_id = 'KABL1'`,
    /^Stanje materijala KABL1: manjak u bazi je 0,000001, a treba da bude 0\.$/,
  ],
  [`delete from stanje where materijal_id = 'KABL1'`, /^Materijal KABL1 nema svoje stanje\.$/],
  [
    `update stanje set broj_c4 = 7 where materijal_id = 'KABL1'`,
    /^Stanje materijala KABL1: broj C4 u bazi je 7, a treba da bude 2\.$/,
  ],
  [
    `update stanje set poslednji_uvoz = '2026-01-01' where materijal_id = 'KABL1'`,
    /^Stanje materijala KABL1: poslednji uvoz u bazi je 2026-01-01, a treba da bude /,
  ],

  [
    `update c4_stavka set red = 1 where ${lot('C4-1', 'KABL1')}`,
    /, materijal KABL1: red u bazi je 1, a treba da bude 0\.$/,
  ],
  [
    `update c4_stavka set preostalo = 39000000 where ${lot('C4-2', 'KABL1')}`,
    /^C4 C4-2 .*, stavka 1, materijal KABL1: preostalo u bazi je 39, a treba da bude 40\.$/,
  ],
  [`update proizvod_mesec set kolicina = 1`, /^Izvoz proizvoda SNOP1 u mesecu 2026-02: količina u bazi je 0,000001/],
  [`update proizvod_mesec set iznos = 1`, /^Izvoz proizvoda SNOP1 u mesecu 2026-02: iznos u bazi je 0,01/],
  [`update proizvod_mesec set broj_c1 = 3`, /^Izvoz proizvoda SNOP1 .*: broj C1 u bazi je 3, a treba da bude 2\.$/],
  [`update proizvod_mesec set rsd_0 = rsd_0 + 1`, /^Izvoz proizvoda SNOP1 .*: vrednost \(u 10⁻⁸ RSD\)/],
  [`update proizvod_mesec set rsd_1 = rsd_1 + 1`, /^Izvoz proizvoda SNOP1 .*: vrednost \(u 10⁻⁸ RSD\)/],
  [`update proizvod_mesec set trosak_0 = trosak_0 + 1`, /^Izvoz proizvoda SNOP1 .*: trošak \(u 10⁻¹⁸ RSD\)/],
  [`update proizvod_mesec set trosak_1 = trosak_1 + 1`, /^Izvoz proizvoda SNOP1 .*: trošak \(u 10⁻¹⁸ RSD\)/],
  [`update proizvod_mesec set trosak_2 = trosak_2 + 1`, /^Izvoz proizvoda SNOP1 .*: trošak \(u 10⁻¹⁸ RSD\)/],
  [`delete from proizvod_mesec`, /^Izvoz proizvoda SNOP1 u mesecu 2026-02: broj C1 u bazi je 0, a treba da bude 2\.$/],

  [`update pdf set velicina = 1`, /^PDF carina\.pdf \(pdf\/.*\): veličina u bazi je 1, a treba/],
  [`update pdf set sha256 = 'x'`, /^PDF carina\.pdf .*: kontrolni zbir SHA-256 u bazi je x/],
  [`update pdf set sadrzaj = (select b.sadrzaj from pdf b where b.putanja <> pdf.putanja)`, /: kontrolni zbir SHA-256/],
  [
    `update c1 set pdf_fajl = (select pdf_fajl from c4 where pdf_fajl is not null) where broj_c1 = 'C1-2'`,
    /^PDF pdf\/.* pripada dvama dokumentima\.$/,
  ],
  [
    `insert into pdf_bez_dokumenta (putanja, od) select pdf_fajl, 0 from c4 where pdf_fajl is not null`,
    /^PDF pdf\/.* ima dokument, a vodi se kao da ga nema\.$/,
  ],
  [`update c4 set pdf_fajl = null`, /^PDF pdf\/.* nema dokument, a ne vodi se kao takav\.$/],
  [`delete from pdf`, /^Tabela c[14]: .* tabele pdf koji ne postoji\.$/],
]

class Found extends Error {
  readonly sentence: string | null

  constructor(sentence: string | null) {
    super(sentence ?? '')
    this.sentence = sentence
  }
}

eachEngine('verify', (engine) => {
  test('books that are right: everything is counted', async () => {
    const { store } = await firm(engine)
    const verdict = await verify(store.read)
    assert.ok(verdict.ok, JSON.stringify(verdict))
    assert.equal(
      verdict.summary,
      'C4 2 (stavki 3), C1 2 (stavki 2), razduženja 4, materijala 2, proizvoda 2, PDF 2, podnetih obračuna 0',
    )
  })

  test('an empty database is right too', async () => {
    const { read } = await engine.open()
    assert.ok((await verify(read)).ok)
  })

  test(`${DAMAGES.length} damages are each found and named`, async () => {
    const api = await firm(engine)
    for (const [damage, sentence] of DAMAGES) {
      const verdict = await verdictAfter(api, damage)
      assert.ok(!verdict.ok, `nobody noticed: ${damage}`)
      assert.match(verdict.difference, sentence, damage)
    }
    assert.ok((await verify(api.store.read)).ok, 'and nothing of them stayed')
  })

  test('a requirement that rounds to nothing has a row, and one of nothing', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const normativi = [{ materijal_id: 'KON8', potrebna_kolicina: 0.000001 }]
    const product = { id: 'MRVA', naziv: 'Mrva', hs_code: '8544', jedinica_mere: 'kom', normativi }
    await stored(api, '/proizvodi', product)
    await stored(api, '/c1', c1Body('C1-1', '2026-02-01', [{ proizvod_id: 'MRVA', kolicina: 0.4, cena: 1 }]))
    const verdict = await verify(api.store.read)
    assert.ok(verdict.ok, JSON.stringify(verdict))
    for (const [damage, sentence] of [
      ['delete from razduzenje', /^C1 C1-1 .*, stavka 1: potreba materijala KON8 nema svoje razduženje\.$/],
      ['update razduzenje set kolicina = 1', /^C1 C1-1 .*: manjak materijala KON8 u bazi je 0,000001, .* 0\.$/],
    ] as const)
      assert.match(((await verdictAfter(api, damage)) as Wrong).difference, sentence, damage)
  })

  test('what the program has not made, or made otherwise, is named', async () => {
    const { store } = await firm(engine)
    const fault = async (...statements: string[]) => {
      const wanted = await wantedAt(store.place)
      assert.ok(wanted)
      assert.equal(await schemaFault(store.read, wanted), null)
      return store
        .transact(async (tx) => {
          for (const statement of statements) await sql.raw(statement).execute(tx)
          throw new Found(await schemaFault(tx, wanted))
        })
        .catch((found: Found) => found.sentence)
    }
    const [drop, create, kind] =
      engine.name === 'sqlite'
        ? [
            'drop trigger dnevnik_bez_izmene',
            'create trigger dnevnik_bez_izmene before update on dnevnik when new.id < 0 begin select 1; end',
            'trigger dnevnik_bez_izmene',
          ]
        : [
            'select 1',
            'create or replace function dnevnik_se_samo_dopunjuje() returns trigger language plpgsql as $$ begin return null; end $$',
            'function dnevnik_se_samo_dopunjuje',
          ]
    assert.match((await fault(drop, create)) ?? '', new RegExp(`^U bazi je izmenjen ${kind}: `))
    assert.match((await fault('drop index c4_datum')) ?? '', /^U bazi nedostaje index c4_datum\.$/)
    assert.match(
      (await fault('create table tudja (id integer)')) ?? '',
      /postoji (table tudja|column tudja\.id), koji program/,
    )
    assert.match(
      (await fault('alter table c4 add column jos integer')) ?? '',
      /^U bazi (je izmenjen table c4|postoji column c4\.jos)/,
    )
  })

  if (engine.name === 'sqlite')
    test('SQLite: a row that breaks a rule of its table, of which no check knows, is named', async () => {
      const verdict = await verdictAfter(await firm(engine), `update c4_stavka set dokazuje_poreklo = 2`)
      const difference = 'Baza sadrži red koji krši njena pravila: CHECK constraint failed in c4_stavka.'
      assert.deepEqual(verdict, { ok: false, difference })
    })

  test('an audit trail without one of its guards', async () => {
    const api = await firm(engine)
    for (const table of ['dnevnik', 'pomereno', 'pecat']) {
      const name = `${table}_bez_izmene`
      const off = engine.name === 'sqlite' ? `drop trigger ${name}` : `alter table ${table} disable trigger ${name}`
      const unguarded = await verdictAfter(api, off)
      assert.equal((unguarded as Wrong).difference, 'Dnevnik nije zaštićen od izmena: nedostaje okidač koji ih odbija.')
    }
  })

  if (engine.name === 'postgres') {
    test('PostgreSQL: indexes are compared with their tables where amcheck is installed', async () => {
      const { store } = await firm(engine)
      const without = await verify(store.read)
      assert.match((without.ok && without.leftOut) || '', /amcheck/)
      await assert.rejects(
        store.transact(async (tx) => {
          await sql`create extension amcheck`.execute(tx)
          assert.deepEqual({ ...(await verify(tx)) }, { ...without, leftOut: null })
          throw new Undo()
        }),
        Undo,
      )
    })

    test('PostgreSQL: an index that misses a row of its table is named', async () => {
      // A row that is written while its index is switched off: the index is whole in itself, and damaged.
      const damage = `create extension amcheck;
        update pg_index set indisready = false where indexrelid = 'kurs_pkey'::regclass;
        insert into kurs (valuta, vazi_od, kurs) values ('EUR', '2031-01-01', 1);
        update pg_index set indisready = true where indexrelid = 'kurs_pkey'::regclass`
      const verdict = await verdictAfter(await firm(engine), damage)
      const { difference } = verdict as Wrong
      assert.match(difference, /^Indeks kurs_pkey je oštećen: heap tuple .* lacks matching index tuple .*\.$/)
    })

    test('PostgreSQL: whoever may not run amcheck is told what was left out, and the rest is verified', async () => {
      const database = await freshDatabase()
      const role = `${database.name}_role`
      await database.execute(`create role ${role} login password 'p'`)
      await database.execute(`alter database ${database.name} owner to ${role}`)
      // Where nobody looks for it by itself.
      await database.execute('create schema provera; create extension amcheck schema provera')
      const own = new URL(database.url)
      own.username = role
      own.password = 'p'
      const place = { databaseUrl: own.href, dataDir: '' }
      try {
        const leftOut = 'indeksi PostgreSQL-a (korisnik nema pravo na bt_index_check iz proširenja amcheck)'
        const { transact, close } = await openStore(place)
        // As `move` does, in the transaction in which it has copied everything.
        const moved = await transact((tx) => verify(tx))
        assert.equal(moved.ok && moved.leftOut, leftOut)
        await close()
        for (const grant of ['execute on all functions in schema provera', 'usage on schema provera']) {
          const verdict = await verifyPlace(place)
          assert.equal(verdict.ok && verdict.leftOut, leftOut)
          await database.execute(`grant ${grant} to ${role}`)
        }
        const verdict = await verifyPlace(place)
        assert.ok(verdict.ok && verdict.leftOut === null)
      } finally {
        await database.drop()
        await onServer(`drop role ${role}`)
      }
    })

    test('PostgreSQL: a counter that stands behind its table is found', async () => {
      for (const table of ['c4', 'dnevnik']) {
        const api = await firm(engine)
        const verdict = await verdictAfter(api, `select setval(pg_get_serial_sequence('${table}', 'id'), 1)`)
        const found = new RegExp(`^Brojač tabele ${table} stoji na 1, a postoji red \\d+\\.$`)
        assert.match(verdict.ok ? '' : verdict.difference, found)
      }
    })
  }
})

describe('verify of a file', () => {
  let dataDir = ''
  before(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'verify-'))
  })
  after(() => rmSync(dataDir, { recursive: true, force: true }))

  test('it reads beside an open server, and names a damaged page and a file that is no database', async () => {
    const store = await openStore({ dataDir })
    const api = await testApi({ name: 'sqlite', open: async () => store })
    await addDocuments(api)
    assert.ok((await verifyPlace({ dataDir })).ok, 'beside an open store')
    await store.close()
    assert.ok((await verifyPlace({ dataDir })).ok, 'and without one')

    const file = databaseFile(dataDir)
    const good = readFileSync(file)
    // The last page of the file, whatever it holds. How long one is stands in its head (sqlite.org/fileformat.html).
    const bad = Buffer.from(good)
    bad.fill(0x55, bad.length - bad.readUInt16BE(16))
    writeFileSync(file, bad)
    const damaged = await verifyPlace({ dataDir })
    assert.match((!damaged.ok && damaged.difference) || '', /^Fajl baze je oštećen: /)

    writeFileSync(file, Buffer.alloc(good.length, 'x'))
    const foreign = await verifyPlace({ dataDir })
    assert.match((!foreign.ok && foreign.difference) || '', /^Fajl baze je oštećen: /)
  })

  test('a folder without a database is refused with a sentence, and nothing is made there', async () => {
    const empty = mkdtempSync(join(dataDir, 'prazan-'))
    await assert.rejects(verifyPlace({ dataDir: empty }), /^Error: U folderu .* nema baze\.$/)
    assert.deepEqual(readdirSync(empty), [])
  })
})
