// Every kind of paper with long names, six figures before the comma and six behind it: no figure, day, number of a document or
// word of a heading is broken, and what customs ask for stands on it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getDocumentProxy } from 'unpdf'
import { POPIS_STAVKE, POREKLO_STAVKE, RAZDUZENJE_STAVKE } from '#contract/figures/carina.ts'
import { type Figure, figuresIn, figureText } from '#contract/figures/figure.ts'
import { CARINA, OBRACUN_FIGURES, PROVERA_FIGURES, provereRedovi } from '#contract/figures/obracun.ts'
import type { Delovi } from '#contract/obracun.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { formatMicro, formatPara, type Para } from '#domain/decimal.ts'
import type { Glava } from './obracun-glava.ts'
import {
  type PrintedFile,
  printC1,
  printC4,
  printObracun,
  printOstaloRazduzenje,
  printPopis,
  printPoreklo,
  printUsaglasavanje,
} from './print-papers.ts'
import { c1, line, lot, material, micro } from './testing-paper.ts'
import { assertApart, readPdf } from './testing-pdf.ts'

const most = micro('999999,999999')
const money = 9_999_999_999 as Para
const day = (text: string) => text as CalendarDate
const PRODUCT = 'Komplet kablova motornog prostora za vozila sa automatskim menjačem, leva strana, izvedba 2'
const MATERIAL = 'Provodnik FLRY-B 0,35 mm² crni u zaštitnom crevu, otporan na ulje i temperaturu'
const PARTNER = 'Österreichische Kabelkonfektionsgesellschaft für Fahrzeugtechnik GmbH & Co. KG'
const FIRMA = {
  ...{ naziv: 'Šumadijska fabrika kablovskih snopova i elektroopreme za motorna vozila d.o.o.', pib: '104052135' },
  ...{ mb: '20084693', adresa: 'Bulevar vojvode Stepe Stepanovića 118a', grad: 'Kragujevac', drzava: 'Srbija' },
}
const ODOBRENJE = '148-07-61/2-2026/IV'
const carina = {
  ...{ odobrenje_broj: ODOBRENJE, oznaka_postupka: '51 00 UV 5', broj_jci: 'RS-013056-U-12345' },
  ...{ carinski_organ: 'Carinska ispostava Kragujevac, Carinarnica Kragujevac', rok: day('2026-09-14') },
}
const parties = { primalac_naziv: PARTNER, posiljalac_naziv: FIRMA.naziv }
const stampano = c1().stampano
/** The line of an import that everything here is about. */
const LOT = {
  ...{ ulaz_stavka_id: 123_456, c4_id: 1, broj_c4: 'UVZ-2026/000123-A', broj_fakture: 'ŠK-2026/0106-1/IV' },
  ...{ redni_broj: 127, tarifni_broj: '8544.49.95.00', zemlja_porekla: 'Bosna i Hercegovina' },
  ...{ materijal_id: 'PRV035CRN', materijal_naziv: MATERIAL, jedinica_mere: 'komad' },
}
const EXPORT = { broj_c1: 'IZV-2026/000123-A', broj_fakture: 'FA-2026/000127-IV', hs_code: '8544.30.00.80' }
const said = (...texts: (string | null)[]) => texts.filter((text) => text !== null)
const numbersOf = (row: typeof LOT) => said(row.broj_c4, row.broj_fakture, String(row.redni_broj), row.tarifni_broj)

/** The figures of these rows as they are printed, and the words of their headings; names wrap at words. */
function ofTable<Row>(figures: readonly Figure<Row>[], rows: readonly Row[]) {
  const shown = figuresIn(figures, rows)
  const whole = rows.flatMap((row) =>
    shown.flatMap(({ id, kind }) => (kind === 'name' ? [] : [figureText(kind, row[id])])),
  )
  const words = rows.flatMap((row) =>
    shown.flatMap(({ id, kind }) => (kind === 'name' ? wordsOf(String(row[id])) : [])),
  )
  // The heading of an id stands for its name too; of a product above its materials, and of a check above what it
  // names, nothing but itself is said.
  const headed = shown.filter(({ id, kind }, at) => {
    return !['proizvod_id', 'tekst'].includes(id) && (kind !== 'name' || shown[at - 1]?.kind !== 'id')
  })
  return { whole, words: [...words, ...headed.flatMap(({ heading }) => wordsOf(heading))] }
}
const wordsOf = (text: string) => text.split(' ').filter(Boolean)

type Case = { readonly files: () => Promise<PrintedFile[]>; readonly whole: string[]; readonly words: string[] }

const exported = line({
  ...{ ...EXPORT, redni_broj: 31, proizvod_id: 'SNOPMP02', naziv: PRODUCT },
  ...{ jedinica_mere: 'komad', kolicina: most, cena: most, iznos: money },
  materijali: [
    material({
      ...{ materijal_id: LOT.materijal_id, naziv: MATERIAL, jedinica_mere: 'komad', potrebna_kolicina: most },
      lotovi: [
        lot({ ...LOT, c4_broj: LOT.broj_c4, c4_datum: day('2026-01-15'), kolicina: most, preostalo: most }),
        lot({ ...LOT, c4_broj: 'UVZ-2026/000124-B', c4_datum: day('2026-02-16'), kolicina: most, preostalo: most }),
      ],
    }),
  ],
})
const c1Facts = said('IZV-2026/000123-A', '14.03.2026.', ODOBRENJE, carina.oznaka_postupka, carina.broj_jci)

const c4Row = {
  ...{ ...LOT, dokazuje_poreklo: true, kolicina: most, kolicina_razduzena: most, preostalo: most },
  izvoz: {
    ...{ ...EXPORT, c1_id: 1, c1_datum: day('2026-03-15'), c1_stavka_id: 7, primalac_naziv: PARTNER, redni_broj: 31 },
    ...{ proizvod_id: 'SNOPMP02', proizvod_naziv: PRODUCT, usmereno: true, posle_roka: true },
    ...{ kolicina: most, ugradjeno: micro('999.000,5'), otpad: micro('900,25'), gubitak: micro('99,249999') },
  },
  ostalo_razduzenje: null,
}
const c4Other = {
  ...c4Row,
  ostalo_razduzenje: {
    ...{ broj: 'OR-2026/000017-A', datum: day('2026-04-16'), vrsta: 'Stavljanje u slobodan promet', id: 3 },
    kolicina: most,
  },
  izvoz: null,
} as unknown as typeof c4Row

const otherLine = {
  ...{ ...LOT, c4_datum: day('2026-01-15'), kolicina: most, vrednost_rsd: money, stopa_carine: micro('12,5') },
  ...{ carinska_vrednost_rsd: money, iznos_carine: money, iznos_pdv: money },
}
const counted = { ...LOT, izbrojano: most, knjigovodstveno: micro('888.888,888888'), razlika: micro('111.111,111111') }
const originLine = {
  ...{ ...LOT, datum_c4: day('2026-01-15'), dokazuje_poreklo: false, kolicina: most, usmereno: true },
  ...{ cena_po_jedinici: most, valuta: 'EUR', kurs: micro('117,123456'), vrednost_rsd: money, uracunato: true },
}
const difference = {
  ...{ usaglasavanje_id: 1, c4_id: 1, broj: LOT.broj_c4, stavka: 'faktura ŠK-2026/0106-1/IV, stavka 127' },
  ...{ vrsta: 'Tarifni broj, druga glava', kod_nas: '8544.49.95.00, 999.999,999999 komad' },
  ...{ kod_njih: '8544.42.90.10, 999.999,999999 kom', objasnjenje: MATERIAL },
}

const taken = { ugradjeno: most, otpad: most, gubitak: most }
const sums = {
  ...{ ...LOT, uvezeno: most, pocetno_stanje: most, ulaz: most, ...taken, razduzeno_pre_pocetka: most, vraceno: most },
  ...{ slobodan_promet: most, unisteno: most, ostalo: most, manjak_popisa: most, krajnje_stanje: most },
  ...{ vrednost_rsd: money, carinska_vrednost_rsd: money, carinska_vrednost_ostatka: money },
  ...{ carina_ostatka: money, pdv_ostatka: money, carina_posle_roka: money, pdv_posle_roka: money },
}
const { oznaka_postupka, broj_jci, rok } = carina
const lotOf = { ...sums, datum: day('2026-01-15'), dokazuje_poreklo: true, stopa_carine: micro('12,5') }
const account: Delovi = {
  ukupno: [sums],
  stavke: [{ ...lotOf, oznaka_postupka, broj_jci, rok }],
  izvoz: [
    {
      ...{ ...LOT, ...EXPORT, ...taken, c1_id: 1, datum: day('2026-03-15'), tip_dokumenta: 'Izvozna deklaracija' },
      ...{ c1_stavka_id: 1, redni_broj: 31, proizvod_id: 'SNOPMP02', proizvod_naziv: PRODUCT, izvezeno: most },
      ...{ ulaz_redni_broj: 127, materijal_jm: 'komad', razduzeno: most, broj_jci: 'RS-013056-I-99887' },
      ...{ posle_roka: true, pre_prelaska: true, usmereno: true },
    },
  ],
  normativi: [
    {
      ...{ ...LOT, proizvod_id: 'SNOPMP02', proizvod_naziv: PRODUCT, proizvod_jm: 'komad', materijal_jm: 'komad' },
      ...{ normativ_verzija: 12, broj_akta: '148-5/2026-IV', neto: most, otpad_procenat: micro('12,345678') },
      ...{ gubitak_procenat: micro('1,234567'), osnov_otpada: 'bruto', bruto: most, prinos: most },
      ...{ izvezeno: most, ukupno: most, bez_pokrica: most },
    },
  ],
  otpad: [
    {
      ...{ ...LOT, pocetno: most, nastalo: most, izvezeno: most, pusteno: most, unisteno: most, reciklirano: most },
      ...{ rasporedjeno: most, stanje: most },
    },
  ],
  bez_pokrica: [{ ...LOT, c1_id: 1, broj_c1: EXPORT.broj_c1, datum: day('2026-03-15'), manjak: most }],
  ostala_razduzenja: [
    {
      ...{ ...LOT, ostalo_razduzenje_id: 1, broj: 'OR-2026/000017-A', datum: day('2026-04-16') },
      ...{ vrsta: 'Stavljanje u slobodan promet', broj_jci, kolicina: most },
    },
  ],
  produzenja: [
    {
      ...{ ...LOT, id: 1, datum: day('2026-01-15'), novi_rok: day('2026-12-31'), broj_akta: '148-9/2026-IV' },
      ...{ datum_akta: day('2026-08-30'), napomena: MATERIAL },
    },
  ],
  objasnjenja: [difference],
  provere: [
    { vrsta: 'posle roka', tekst: PRODUCT, redovi: [{ vrsta: 'c4', id: '1', broj: LOT.broj_c4, opis: MATERIAL }] },
  ],
}
const glava: Glava = {
  ...{ firma: FIRMA, obim: `odobrenja ${ODOBRENJE}`, oznaka: ODOBRENJE, datum_od: day('2026-07-01') },
  ...{ datum_do: day('2026-09-30'), period: 'od 01.07.2026. do 30.09.2026.' },
  odobrenja: [
    {
      ...{
        broj: ODOBRENJE,
        vrsta_postupka: 'Aktivno oplemenjivanje – odlaganje',
        carinski_organ: 'Carinarnica Kragujevac',
      },
      ...{ nadzorni_organ: 'Carinska ispostava Batočina', vazi_od: day('2026-01-01'), vazi_do: day('2027-12-31') },
    },
  ],
  podnet: {
    ...{ broj: 'O-2026/000003-IV', rok_podnosenja: day('2026-10-30'), ispravlja: 'O-2026/000002-IV' },
    ...{ datum_podnosenja: day('2026-10-14'), sha256: 'a1'.repeat(32) },
  },
}
/** The sums have no duty, and the unit of a product stands behind its quantity. */
const ELSEWHERE: Partial<Record<keyof Delovi, readonly string[]>> = { ukupno: CARINA, izvoz: ['jedinica_mere'] }
/** Each part as it stands on a paper of its own, and all of them. */
const parts = (Object.keys(OBRACUN_FIGURES) as (keyof Delovi)[])
  .filter((part) => part !== 'provere')
  .map((part) => {
    const figures = (OBRACUN_FIGURES[part] as readonly Figure<object>[]).filter(
      ({ id }) => !ELSEWHERE[part]?.includes(id),
    )
    return { part, ...ofTable(figures, account[part] as object[]) }
  })
const nothing = Object.fromEntries(Object.keys(account).map((part) => [part, []])) as unknown as Delovi
const checks = ofTable(PROVERA_FIGURES, provereRedovi(account.provere))

const PAPERS: Record<string, Case> = {
  'C1, specifikacija and razduženje': {
    files: () => printC1(c1({ ...carina, ...parties, broj_c1: EXPORT.broj_c1, stavke: [exported] })),
    whole: [
      ...[...c1Facts, ...numbersOf(LOT), 'UVZ-2026/000124-B', '15.01.2026.', '16.02.2026.', String(LOT.ulaz_stavka_id)],
      ...[EXPORT.broj_fakture, EXPORT.hs_code, formatMicro(most), formatPara(money)],
    ],
    words: [
      ...['Specifikacija robe', 'Naziv proizvoda', 'HS kod', 'Količina', 'Cena (EUR)', 'Iznos (EUR)', 'Materijal'],
      ...['C4 broj', 'C4 datum', 'Faktura uvoza', 'R. br.', 'ID uvozne stavke', 'Tarifni broj', 'Zemlja porekla'],
      ...['Dokazuje poreklo', 'Razduženo', 'Preostalo', 'Sastavio', PRODUCT, MATERIAL, PARTNER, FIRMA.naziv],
    ],
  },
  'C4, razduženje with exports and other discharges': {
    files: () => printC4({ ...c1(), ...carina, ...parties, broj_c4: LOT.broj_c4, stavke: [c4Row, c4Other] }),
    whole: [
      ...[...numbersOf(LOT), ODOBRENJE, carina.oznaka_postupka, carina.broj_jci, '14.09.2026.', EXPORT.broj_c1],
      ...['15.03.2026.', EXPORT.broj_fakture, formatMicro(most), 'OR-2026/000017-A', '16.04.2026.', '999.000,5'],
    ],
    words: [
      ...['Carinski organ:', carina.carinski_organ, 'C1 broj', 'C1 datum', 'Primalac', 'Faktura izvoza', 'R. br.'],
      ...['Proizvod', 'Razduženo', 'Preostalo', 'Sastavio', PRODUCT, MATERIAL, PARTNER],
    ],
  },
  'ostalo razduženje': {
    files: () =>
      printOstaloRazduzenje({
        razduzenje: {
          ...{ id: 1, verzija: 1, broj: 'OR-2026/000017-A', datum: day('2026-04-16'), c4_id: null, pdf_fajl: null },
          ...{ vrsta: 'Stavljanje u slobodan promet', broj_jci, carinski_organ: carina.carinski_organ },
          ...{ razlog: MATERIAL, broj_stavki: 1, stavke: [otherLine] },
        },
        ...{ firma: FIRMA, stampano },
      }),
    whole: [...ofTable(RAZDUZENJE_STAVKE, [otherLine]).whole, 'OR-2026/000017-A', '16.04.2026.', broj_jci, FIRMA.pib],
    words: [...ofTable(RAZDUZENJE_STAVKE, [otherLine]).words, FIRMA.naziv, carina.carinski_organ, 'Sastavio'],
  },
  popis: {
    files: () =>
      printPopis({
        popis: {
          ...{ id: 1, verzija: 1, datum: day('2026-03-31'), komisija: PARTNER, napomena: MATERIAL, uneto: 0 },
          ...{ korisnik: 'ana@firma.rs', broj_materijala: 1, manjkova: 0, viskova: 1, stavke: [counted] },
        },
        ...{ firma: FIRMA, stampano },
      }),
    whole: [...ofTable(POPIS_STAVKE, [counted]).whole, '31.03.2026.', FIRMA.pib, FIRMA.mb],
    words: [...ofTable(POPIS_STAVKE, [counted]).words, FIRMA.naziv, 'Predsednik komisije'],
  },
  'radni list porekla': {
    files: () =>
      printPoreklo({
        poreklo: {
          ...{ ...EXPORT, c1_id: 1, datum: day('2026-03-15'), c1_stavka_id: 1, redni_broj: 31, jedinica_mere: 'komad' },
          ...{ proizvod_id: 'SNOPMP02', proizvod_naziv: PRODUCT, kolicina: most, cena_ex_works: most },
          ...{ kurs: micro('117,123456'), vrednost_rsd: money, pravilo: 'udeo vrednosti', dozvoljeno: micro('40') },
          ...{ uracunato_rsd: money, udeo: micro('38'), u_granici: true, odgovor: 'udeo 38,00 % – u granici 40,00 %' },
          stavke: [originLine],
        },
        ...{ firma: FIRMA, stampano },
      }),
    whole: [
      ...ofTable(POREKLO_STAVKE, [{ ...originLine, uracunato_rsd: money }]).whole,
      ...[EXPORT.broj_c1, '15.03.2026.', EXPORT.hs_code, EXPORT.broj_fakture, FIRMA.pib, 'udeo 38,00 %'],
    ],
    words: [...wordsOf('C4 Tarifni broj Materijal Zemlja porekla Količina Kurs Uračunato (RSD)'), PRODUCT, FIRMA.naziv],
  },
  usaglašavanje: {
    files: () =>
      printUsaglasavanje({
        usaglasavanje: {
          ...{ id: 1, fajl: 'spediter-2026-03.xlsx', datum_od: day('2026-01-01'), datum_do: day('2026-03-31') },
          ...{ odobrenje_id: 1, odobrenje_broj: ODOBRENJE, nasih: 127, njihovih: 126, istih: 125, broj_razlika: 2 },
          ...{ objasnjenih: 1, tolerancija_vrednosti: 1, decimale_kolicine: 2, vreme: stampano.vreme },
          korisnik: 'ana@firma.rs',
        },
        ...{ redovi: [difference, { ...difference, objasnjenje: '' }], firma: FIRMA, stampano },
      }),
    whole: [LOT.broj_c4, LOT.tarifni_broj, '01.01.2026.', '31.03.2026.', '15.03.2026.', ODOBRENJE, FIRMA.pib, FIRMA.mb],
    words: [...ofTable(OBRACUN_FIGURES.objasnjenja, [difference]).words, FIRMA.naziv, 'bez objašnjenja: 1', 'Špediter'],
  },
  'the account with its checks': {
    files: () => printObracun({ obracun: account, glava, provere: true, stampano }),
    whole: [
      ...parts.flatMap(({ whole }) => whole),
      ...[...checks.whole, 'O-2026/000003-IV', 'O-2026/000002-IV', '14.10.2026.', '30.10.2026.', '31.12.2027.'],
      ...[ODOBRENJE, FIRMA.pib, FIRMA.mb, 'a1'.repeat(32)],
    ],
    words: [...[...parts, checks].flatMap(({ words }) => words), FIRMA.naziv, 'Držalac', 'Sastavio', 'Batočina'],
  },
}

const isPart = (sign: string | undefined) => sign !== undefined && /[\p{L}\d]/u.test(sign)
/** Whether the text stands in the piece and is no part of a longer word or figure there. */
function standsIn(piece: string, text: string): boolean {
  for (let at = piece.indexOf(text); at >= 0; at = piece.indexOf(text, at + 1))
    if (!isPart(piece[at - 1]) && !isPart(piece[at + text.length])) return true
  return false
}

for (const { part, whole, words } of parts)
  PAPERS[`the account, ${part}`] = {
    files: () =>
      printObracun({
        obracun: { ...nothing, [part]: account[part] },
        glava: { ...glava, podnet: undefined },
        stampano,
      }),
    ...{ whole, words },
  }

for (const [name, { files, whole, words }] of Object.entries(PAPERS)) {
  test(`nothing is broken on paper: ${name}`, async () => {
    const printed = await files()
    const read = await Promise.all(printed.map(async ({ bytes }) => readPdf(await getDocumentProxy(bytes.slice()))))
    for (const { pages } of read) assertApart(pages)
    const pieces = read.flatMap(({ pages }) => pages.flatMap((page) => page.pieces.map(({ text }) => text)))
    for (const text of [...whole.filter(Boolean), ...words.flatMap(wordsOf)])
      assert.ok(
        pieces.some((piece) => standsIn(piece, text)),
        `${text} in ${pieces.join(' | ')}`,
      )
    for (const { pages } of read) assert.ok(pages.at(-1)?.rows.at(-1)?.startsWith('Odštampano'))
  })
}
