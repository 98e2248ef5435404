import { z } from 'zod'
import { OSNOVI_OTPADA } from '#domain/bom.ts'
import { counted } from '#domain/count-words.ts'
import { formatWhole, NO_QUANTITY } from '#domain/decimal.ts'
import { drawMarkFields } from './carina.ts'
import { paperFile } from './documents.ts'
import { endpoints, LINES_TYPE, type QueryOf, type ReplyOf, XLSX_TYPE } from './endpoint.ts'
import { dayReply, filters, micro, pageQuery, pageReply, para, queryDay, queryId, whole } from './fields.ts'
import { otpadStanje } from './otpad.ts'

/** Most imported lines of one account: all are added up and sent at once. */
export const MAX_OBRACUN_LOTS = 10_000

export const obracunTexts = {
  tooMany: `Obračun ima više od ${formatWhole(MAX_OBRACUN_LOTS)} uvoznih stavki. Izaberite jedan C4, odobrenje ili kraći period.`,
} as const

/** The uses of the drawn quantity (domain/lot-account.ts). */
const uzeto = { ugradjeno: micro, otpad: micro, gubitak: micro }
/** Quantities of documents that name the lot, by their kind (domain/named-draws.ts). */
const izuzeto = {
  razduzeno_pre_pocetka: micro,
  vraceno: micro,
  slobodan_promet: micro,
  unisteno: micro,
  ostalo: micro,
  manjak_popisa: micro,
}

/** The movement of a lot, or of the lots of a tariff number: at the beginning, in, out and at the end. */
const kretanje = {
  uvezeno: micro,
  pocetno_stanje: micro,
  ulaz: micro,
  ...uzeto,
  ...izuzeto,
  krajnje_stanje: micro,
  vrednost_rsd: para,
}

/**
 * The customs value of a full imported line, as typed from its JCI; the share of its remainder at the end, with duty
 * and tax on it, and the part past its deadline. For information; all null unless a rate of tax is set.
 */
const carina = {
  carinska_vrednost_rsd: para.nullable(),
  carinska_vrednost_ostatka: para.nullable().default(null),
  carina_ostatka: para.nullable().default(null),
  pdv_ostatka: para.nullable().default(null),
  carina_posle_roka: para.nullable().default(null),
  pdv_posle_roka: para.nullable().default(null),
}

/** Part A of the account: a line of an import (customs §5). */
const obracunStavka = z
  .object({
    ulaz_stavka_id: whole,
    c4_id: whole,
    broj_c4: z.string(),
    datum: dayReply,
    broj_fakture: z.string(),
    redni_broj: whole,
    tarifni_broj: z.string(),
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    zemlja_porekla: z.string(),
    dokazuje_poreklo: z.boolean(),
    oznaka_postupka: z.string().nullable(),
    broj_jci: z.string().nullable(),
    rok: dayReply.nullable(),
    ...kretanje,
    stopa_carine: micro.nullable(),
    ...carina,
  })
  .meta({ id: 'ObracunStavka' })
export type ObracunStavka = z.output<typeof obracunStavka>

/** Part B: what a line of an export took from a line of an import within the period. */
const obracunIzvoz = z
  .object({
    c1_id: whole,
    broj_c1: z.string(),
    datum: dayReply,
    tip_dokumenta: z.string(),
    c1_stavka_id: whole,
    broj_fakture: z.string(),
    redni_broj: whole,
    proizvod_id: z.string(),
    proizvod_naziv: z.string(),
    hs_code: z.string(),
    izvezeno: micro,
    /** The unit of the product; `materijal_jm` is the unit of the material. */
    jedinica_mere: z.string(),
    ulaz_stavka_id: whole,
    c4_id: whole,
    broj_c4: z.string(),
    ulaz_redni_broj: whole,
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    materijal_jm: z.string(),
    razduzeno: micro,
    ...uzeto,
    broj_jci: z.string().nullable(),
    ...drawMarkFields,
  })
  .meta({ id: 'ObracunIzvoz' })
export type ObracunIzvoz = z.output<typeof obracunIzvoz>

/**
 * Part C: the need of one piece of a product for a material, and the quantity that its exports took of the account's
 * lots. The account of all imports adds the shortage.
 */
const obracunNormativ = z
  .object({
    proizvod_id: z.string(),
    proizvod_naziv: z.string(),
    proizvod_jm: z.string(),
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    materijal_jm: z.string(),
    /** The version of the normativ, where it has one with a day, and the act that it is of. */
    normativ_verzija: whole.nullable(),
    broj_akta: z.string().nullable(),
    neto: micro,
    otpad_procenat: micro,
    gubitak_procenat: micro,
    osnov_otpada: z.enum(OSNOVI_OTPADA),
    /** The gross need of one piece, and the number of pieces from one unit of the material. */
    bruto: micro,
    prinos: micro,
    izvezeno: micro,
    ukupno: micro,
    /** The part of `ukupno` that no import covers. */
    bez_pokrica: micro.default(NO_QUANTITY),
  })
  .meta({ id: 'ObracunNormativ' })
export type ObracunNormativ = z.output<typeof obracunNormativ>

/**
 * Part D: the balance of waste. An account of some imports has only the waste made from their lots: its uses belong to
 * no import.
 */
const { materijal_id, materijal_naziv, jedinica_mere, nastalo, ...bilans } = otpadStanje.shape
const obracunOtpad = z
  .object({
    ...{ materijal_id, materijal_naziv, jedinica_mere, nastalo },
    pocetno: bilans.pocetno.nullable(),
    izvezeno: bilans.izvezeno.nullable(),
    pusteno: bilans.pusteno.nullable(),
    unisteno: bilans.unisteno.nullable(),
    reciklirano: bilans.reciklirano.nullable(),
    rasporedjeno: bilans.rasporedjeno.nullable(),
    stanje: bilans.stanje.nullable(),
  })
  .meta({ id: 'ObracunOtpad' })
export type ObracunOtpad = z.output<typeof obracunOtpad>

/** Part E: what no import covers. */
const obracunManjak = z
  .object({
    c1_id: whole,
    broj_c1: z.string(),
    datum: dayReply,
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    manjak: micro,
  })
  .meta({ id: 'ObracunManjak' })
export type ObracunManjak = z.output<typeof obracunManjak>

const ukupno = z
  .object({
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    tarifni_broj: z.string(),
    ...kretanje,
    ...carina,
  })
  .meta({ id: 'ObracunUkupno' })
export type ObracunUkupno = z.output<typeof ukupno>

/** A line of a document that named a lot of the account and took from it within the period. */
const ostalo = z
  .object({
    ostalo_razduzenje_id: whole,
    broj: z.string(),
    datum: dayReply,
    vrsta: z.string(),
    broj_jci: z.string().nullable(),
    ulaz_stavka_id: whole,
    c4_id: whole,
    broj_c4: z.string(),
    redni_broj: whole,
    materijal_id: z.string(),
    materijal_naziv: z.string(),
    jedinica_mere: z.string(),
    kolicina: micro,
  })
  .meta({ id: 'ObracunOstalo' })
export type ObracunOstalo = z.output<typeof ostalo>

/** A prolonged deadline of an import of the account, whenever it was prolonged. */
const produzenje = z
  .object({
    c4_id: whole,
    broj_c4: z.string(),
    datum: dayReply,
    novi_rok: dayReply,
    broj_akta: z.string().nullable(),
    datum_akta: dayReply.nullable(),
    napomena: z.string().nullable(),
  })
  .meta({ id: 'ObracunProduzenje' })
export type ObracunProduzenje = z.output<typeof produzenje>

/** Part F: the checks to look at before the account is handed in, each with its documents. */
const provera = z
  .object({
    vrsta: z.enum([
      'identitet',
      'manjak',
      'dva normativa',
      'tarifni broj',
      'vrednost 0',
      'rok',
      'posle roka',
      'pre prelaska',
      'bez odobrenja',
      'van odobrenja',
      'preko odobrenja',
      'otpad preko odobrenja',
      'promenjeno',
      'špediter',
    ]),
    tekst: z.string(),
    redovi: z.array(
      z.object({
        vrsta: z.enum(['c4', 'c1', 'proizvod', 'odobrenje', 'obracun', 'usaglasavanje']),
        id: z.string(),
        broj: z.string(),
        opis: z.string(),
        /** The lots or the material whose rows the check means; all rows of this document in its part without them. */
        ulaz_stavka_ids: z.array(whole).optional(),
        materijal_id: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'ObracunProvera' })
export type ObracunProvera = z.output<typeof provera>

/** After F: a difference to the forwarder or customs that is explained (customs §4.11). */
const obracunObjasnjenje = z
  .object({
    usaglasavanje_id: whole,
    c4_id: whole.nullable(),
    broj: z.string(),
    stavka: z.string().describe('Faktura i stavka kod nas, ili R. br. kod špeditera.'),
    vrsta: z.string().describe('Šta se razlikuje.'),
    kod_nas: z.string(),
    kod_njih: z.string(),
    objasnjenje: z.string(),
  })
  .meta({ id: 'ObracunObjasnjenje' })
export type ObracunObjasnjenje = z.output<typeof obracunObjasnjenje>

/** The parts of an account, as they are reckoned and as they are frozen. */
export const OBRACUN_DELOVI = {
  stavke: z.array(obracunStavka),
  izvoz: z.array(obracunIzvoz),
  normativi: z.array(obracunNormativ),
  otpad: z.array(obracunOtpad),
  bez_pokrica: z.array(obracunManjak),
  ukupno: z.array(ukupno),
  ostala_razduzenja: z.array(ostalo),
  produzenja: z.array(produzenje),
  provere: z.array(provera),
  objasnjenja: z.array(obracunObjasnjenje),
}

export type Delovi = { [Deo in keyof typeof OBRACUN_DELOVI]: z.output<(typeof OBRACUN_DELOVI)[Deo]> }

/** How many shortages there are, the same wherever they are counted: `14 redova u 9 izvoza`; empty for none. */
export function shortagesText(rows: readonly Pick<ObracunManjak, 'c1_id'>[]): string {
  if (rows.length === 0) return ''
  const exports = new Set(rows.map(({ c1_id }) => c1_id)).size
  return `${rows.length} ${counted(rows.length, 'red', 'reda', 'redova')} u ${exports} ${counted(exports, 'izvozu', 'izvoza', 'izvoza')}`
}

/** An account with more rows than this shows its progress while it is drawn; a smaller one is there at once. */
export const LONG_OBRACUN_ROWS = 2_000

const nacrtan = z.object({ files: z.array(paperFile), broj_strana: whole.describe('Koliko strana ima papir.') })

/** The progress of a paper; at last the paper, or the reason why there is none. */
const tokPapira = z
  .union([z.object({ procenat: z.number().int().min(0).max(100) }), nacrtan, z.object({ message: z.string() })])
  .meta({ id: 'TokPapira' })

/** Rows of a page of part A or B, unless more or fewer are asked for. */
const PAGE_ROWS = 50

/** The imports and days of the account that is asked for. */
export const obracunScope = {
  c4_id: queryId('C4'),
  odobrenje_id: queryId('Odobrenje'),
  datum_od: queryDay('Datum od'),
  datum_do: queryDay('Datum do'),
}

/** Whether the checks are printed too, behind the account. */
const provere = z
  .stringbool({ truthy: ['true'], falsy: ['false'], error: 'Provere: očekuje se true ili false.' })
  .optional()
  .describe('Da li se štampaju i provere, kao prilog.')

export const obracunEndpoints = endpoints({
  getObracun: {
    method: 'GET',
    path: '/obracun',
    summary:
      'Daje obračun jednog ulaznog dokumenta ili svih, za period: stanja uvoznih stavki, izvoz, normative, manjak i provere.',
    query: filters(obracunScope),
    reply: z
      .object({ datum_od: dayReply.nullable(), datum_do: dayReply.nullable(), ...OBRACUN_DELOVI })
      .meta({ id: 'Obracun' }),
  },
  obracunStavke: {
    method: 'GET',
    path: '/obracun/stavke',
    summary: 'Daje stranu uvoznih stavki obračuna; obračun sme da ima koliko god stavki.',
    query: filters({ ...obracunScope, ...pageQuery(PAGE_ROWS) }),
    reply: pageReply(obracunStavka),
  },
  obracunIzvoz: {
    method: 'GET',
    path: '/obracun/izvoz',
    summary: 'Daje stranu onoga što su izvozi perioda uzeli iz uvoznih stavki obračuna, ili iz jedne od njih.',
    query: filters({ ...obracunScope, ulaz_stavka_id: queryId('Uvozna stavka'), ...pageQuery(PAGE_ROWS) }),
    reply: pageReply(obracunIzvoz),
  },
  obracunFiles: {
    method: 'GET',
    path: '/obracun/files',
    summary: 'Daje obračun kao PDF, položeno, sa potpisima i brojevima strana.',
    query: filters({ ...obracunScope, provere }),
    reply: nacrtan,
  },
  obracunTok: {
    method: 'GET',
    path: '/obracun/files/tok',
    summary:
      'Daje isto u redovima, svaki je JSON: { procenat } dok se papir pravi, na kraju { files }, ili { message } kad ga nema. Ko prekine, prekida pravljenje.',
    query: filters({ ...obracunScope, provere }),
    reply: 'file',
    fileType: LINES_TYPE,
    line: tokPapira,
    // A proxy that collects an answer before it passes it on would keep the progress back.
    headers: { 'x-accel-buffering': 'no' },
  },
  obracunSheet: {
    method: 'GET',
    path: '/archive/sheets/obracun',
    summary: 'Daje obračun kao Excel fajl: list za svaki deo, zbirovi kao formule.',
    query: filters(obracunScope),
    reply: 'file',
    fileType: XLSX_TYPE,
  },
})
export type ObracunQuery = QueryOf<(typeof obracunEndpoints)['getObracun']>
export type Obracun = ReplyOf<(typeof obracunEndpoints)['getObracun']>
