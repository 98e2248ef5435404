import type { Delovi, ObracunIzvoz, ObracunOtpad, ObracunStavka, ObracunUkupno } from '#contract/obracun.ts'
import { IZUZETO, type Izuzeto, type Uzeto } from '#domain/lot-account.ts'
import { type Figure, MATERIJAL } from './figure.ts'

// The figures of the account for customs (customs §5), a list to each of its parts. Its sheets, its paper, the words for
// what changed and the plain cells of its screens follow from here: a new column is one more row.

type Of<Row> = readonly Figure<Row>[]

const TAKEN: Of<Uzeto> = [
  { id: 'ugradjeno', heading: 'Ugrađeno', kind: 'quantity' },
  { id: 'otpad', heading: 'Otpad', kind: 'quantity', shown: ['otpad'] },
  { id: 'gubitak', heading: 'Gubitak', kind: 'quantity', shown: ['gubitak'] },
]

const NAMED: Record<(typeof IZUZETO)[number], string> = {
  razduzeno_pre_pocetka: 'Razduženo pre početka',
  vraceno: 'Vraćeno neprerađeno',
  slobodan_promet: 'Slobodan promet',
  unisteno: 'Uništeno',
  ostalo: 'Ostalo',
  manjak_popisa: 'Manjak po popisu',
}
const NAMED_FIGURES = IZUZETO.map((id): Figure<Izuzeto> => ({ id, heading: NAMED[id], kind: 'quantity', shown: [id] }))

type Moved = ObracunStavka | ObracunUkupno
const MOVEMENT: Of<Moved> = [
  { id: 'uvezeno', heading: 'Uvezeno ukupno', kind: 'quantity' },
  { id: 'pocetno_stanje', heading: 'Početno stanje', kind: 'quantity' },
  { id: 'ulaz', heading: 'Uvoz u periodu', kind: 'quantity' },
  ...TAKEN,
  ...NAMED_FIGURES,
  { id: 'krajnje_stanje', heading: 'Krajnje stanje', kind: 'quantity' },
  { id: 'vrednost_rsd', heading: 'Vrednost kraja (RSD)', kind: 'money' },
]
/** Duty for the full line, then for its remainder. For information: shown only where a rate is set. */
const LEFT = ['carina_ostatka', 'pdv_ostatka'] as const
const LATE = ['carina_posle_roka', 'pdv_posle_roka'] as const
const DUTY: Of<Moved> = [
  {
    id: 'carinska_vrednost_rsd',
    heading: 'Carinska vrednost (RSD)',
    kind: 'money',
    shown: ['carinska_vrednost_rsd'],
  },
  { id: 'carinska_vrednost_ostatka', heading: 'Carinska vrednost ostatka (RSD)', kind: 'money', shown: LEFT },
  { id: 'carina_ostatka', heading: 'Carina na ostatak (RSD)', kind: 'money', shown: LEFT },
  { id: 'pdv_ostatka', heading: 'PDV na ostatak (RSD)', kind: 'money', shown: LEFT },
  { id: 'carina_posle_roka', heading: 'Od toga carina posle roka (RSD)', kind: 'money', shown: LATE },
  { id: 'pdv_posle_roka', heading: 'Od toga PDV posle roka (RSD)', kind: 'money', shown: LATE },
]

/** The figures of duty and tax, which the paper has in a table of their own. */
export const CARINA: readonly string[] = ['stopa_carine', ...DUTY.map(({ id }) => id)]

const MATERIAL = [
  { id: 'materijal_id', heading: MATERIJAL, kind: 'id' },
  { id: 'materijal_naziv', heading: 'Naziv', kind: 'name' },
] as const
const UNIT = { id: 'jedinica_mere', heading: 'JM', kind: 'unit' } as const

const STAVKE: Of<ObracunStavka> = [
  { id: 'broj_c4', heading: 'C4', kind: 'code' },
  { id: 'datum', heading: 'Datum', kind: 'day' },
  { id: 'oznaka_postupka', heading: 'Oznaka postupka', kind: 'code', shown: ['oznaka_postupka'] },
  { id: 'broj_jci', heading: 'JCI', kind: 'code', shown: ['broj_jci'] },
  { id: 'broj_fakture', heading: 'Faktura', kind: 'code' },
  { id: 'redni_broj', heading: 'St.', kind: 'of' },
  { id: 'tarifni_broj', heading: 'Tarifni broj', kind: 'code' },
  ...MATERIAL,
  UNIT,
  { id: 'zemlja_porekla', heading: 'Zemlja porekla', kind: 'code' },
  { id: 'dokazuje_poreklo', heading: 'Dok. poreklo', kind: 'flag' },
  { id: 'rok', heading: 'Rok', kind: 'day', shown: ['rok'] },
  ...(MOVEMENT as Of<ObracunStavka>),
  { id: 'stopa_carine', heading: 'Stopa carine (%)', kind: 'percent', shown: ['stopa_carine'] },
  ...(DUTY as Of<ObracunStavka>),
]

const IZVOZ: Of<ObracunIzvoz> = [
  { id: 'broj_c1', heading: 'C1', kind: 'code' },
  { id: 'datum', heading: 'Datum', kind: 'day' },
  { id: 'broj_jci', heading: 'JCI', kind: 'code', shown: ['broj_jci'] },
  { id: 'tip_dokumenta', heading: 'Tip', kind: 'code' },
  { id: 'broj_fakture', heading: 'Faktura', kind: 'code' },
  { id: 'redni_broj', heading: 'St.', kind: 'of' },
  { id: 'proizvod_id', heading: 'Proizvod', kind: 'id' },
  { id: 'proizvod_naziv', heading: 'Naziv proizvoda', kind: 'name' },
  { id: 'hs_code', heading: 'HS', kind: 'code' },
  { id: 'izvezeno', heading: 'Izvezeno', kind: 'quantity' },
  { id: 'jedinica_mere', heading: 'JM proizvoda', kind: 'unit' },
  { id: 'broj_c4', heading: 'C4', kind: 'code' },
  { id: 'ulaz_redni_broj', heading: 'St. u uvozu', kind: 'of' },
  ...MATERIAL,
  { id: 'materijal_jm', heading: 'JM', kind: 'unit' },
  { id: 'razduzeno', heading: 'Razduženo', kind: 'quantity', unit: 'materijal_jm' },
  // The built-in part equals the draw where no row has waste or loss.
  { id: 'ugradjeno', heading: 'Ugrađeno', kind: 'quantity', shown: ['otpad', 'gubitak'], unit: 'materijal_jm' },
  { id: 'otpad', heading: 'Otpad', kind: 'quantity', shown: ['otpad'], unit: 'materijal_jm' },
  { id: 'gubitak', heading: 'Gubitak', kind: 'quantity', shown: ['gubitak'], unit: 'materijal_jm' },
  { id: 'posle_roka', heading: 'Posle roka', kind: 'flag', shown: ['posle_roka'] },
  { id: 'pre_prelaska', heading: 'Pre dana prelaska', kind: 'flag', shown: ['pre_prelaska'] },
  { id: 'usmereno', heading: 'Usmereno', kind: 'flag', shown: ['usmereno'] },
]

/** In the account of some imports there is no balance of waste. */
const BALANCE: readonly (keyof ObracunOtpad)[] = ['pocetno', 'rasporedjeno', 'stanje']
const WASTEFUL = ['otpad_procenat', 'gubitak_procenat'] as const

/** The figures of each part of an account, in the order in which they are printed. */
export const OBRACUN_FIGURES: { readonly [Deo in keyof Delovi]: Of<Delovi[Deo][number]> } = {
  ukupno: [
    { id: 'tarifni_broj', heading: 'Tarifni broj', kind: 'code' },
    ...MATERIAL,
    UNIT,
    ...(MOVEMENT as Of<ObracunUkupno>),
    ...(DUTY as Of<ObracunUkupno>),
  ],
  stavke: STAVKE,
  izvoz: IZVOZ,
  normativi: [
    { id: 'proizvod_id', heading: 'Proizvod', kind: 'id' },
    { id: 'proizvod_naziv', heading: 'Naziv proizvoda', kind: 'name' },
    { id: 'proizvod_jm', heading: 'JM proizvoda', kind: 'unit' },
    { id: 'normativ_verzija', heading: 'Verzija', kind: 'code', shown: ['normativ_verzija'] },
    { id: 'broj_akta', heading: 'Broj akta', kind: 'code', shown: ['broj_akta'] },
    ...MATERIAL,
    { id: 'materijal_jm', heading: 'JM', kind: 'unit' },
    { id: 'neto', heading: 'Neto', kind: 'quantity', unit: 'materijal_jm', apiece: true },
    { id: 'otpad_procenat', heading: 'Otpad %', kind: 'percent', shown: ['otpad_procenat'] },
    { id: 'gubitak_procenat', heading: 'Gubitak %', kind: 'percent', shown: ['gubitak_procenat'] },
    { id: 'osnov_otpada', heading: 'Osnov otpada', kind: 'code', shown: WASTEFUL },
    { id: 'bruto', heading: 'Bruto', kind: 'quantity', shown: WASTEFUL, unit: 'materijal_jm', apiece: true },
    { id: 'prinos', heading: 'Prinos', kind: 'quantity', shown: WASTEFUL, unit: 'proizvod_jm', apiece: true },
    { id: 'izvezeno', heading: 'Izvezeno', kind: 'quantity', unit: 'proizvod_jm' },
    { id: 'ukupno', heading: 'Ukupno bruto', kind: 'quantity', unit: 'materijal_jm' },
    {
      ...{ id: 'bez_pokrica', heading: 'Bez pokrića', kind: 'quantity', unit: 'materijal_jm' },
      shown: ['bez_pokrica'],
    },
  ],
  otpad: [
    ...MATERIAL,
    UNIT,
    { id: 'pocetno', heading: 'Početno', kind: 'quantity', shown: BALANCE },
    { id: 'nastalo', heading: 'Nastalo', kind: 'quantity' },
    { id: 'izvezeno', heading: 'Izvezeno', kind: 'quantity', shown: BALANCE },
    { id: 'pusteno', heading: 'Pušteno', kind: 'quantity', shown: BALANCE },
    { id: 'unisteno', heading: 'Uništeno', kind: 'quantity', shown: BALANCE },
    { id: 'reciklirano', heading: 'Reciklirano', kind: 'quantity', shown: BALANCE },
    { id: 'stanje', heading: 'Stanje', kind: 'quantity', shown: BALANCE },
  ],
  bez_pokrica: [
    { id: 'broj_c1', heading: 'C1', kind: 'code' },
    { id: 'datum', heading: 'Datum', kind: 'day' },
    ...MATERIAL,
    { id: 'manjak', heading: 'Manjak', kind: 'quantity' },
    UNIT,
  ],
  ostala_razduzenja: [
    { id: 'broj', heading: 'Broj', kind: 'code' },
    { id: 'datum', heading: 'Datum', kind: 'day' },
    { id: 'vrsta', heading: 'Vrsta', kind: 'code' },
    { id: 'broj_jci', heading: 'JCI', kind: 'code', shown: ['broj_jci'] },
    { id: 'broj_c4', heading: 'C4', kind: 'code' },
    { id: 'redni_broj', heading: 'St. u uvozu', kind: 'of' },
    ...MATERIAL,
    { id: 'kolicina', heading: 'Količina', kind: 'quantity' },
    UNIT,
  ],
  produzenja: [
    { id: 'broj_c4', heading: 'C4', kind: 'code' },
    { id: 'datum', heading: 'Datum', kind: 'day' },
    { id: 'novi_rok', heading: 'Novi rok', kind: 'day' },
    { id: 'broj_akta', heading: 'Broj akta', kind: 'code', shown: ['broj_akta'] },
    { id: 'datum_akta', heading: 'Datum akta', kind: 'day', shown: ['datum_akta'] },
    { id: 'napomena', heading: 'Napomena', kind: 'name', shown: ['napomena'] },
  ],
  objasnjenja: [
    { id: 'broj', heading: 'Broj', kind: 'code' },
    { id: 'stavka', heading: 'Stavka', kind: 'name' },
    { id: 'vrsta', heading: 'Razlika', kind: 'name' },
    { id: 'kod_nas', heading: 'Kod nas', kind: 'name' },
    { id: 'kod_njih', heading: 'Kod špeditera', kind: 'name' },
    { id: 'objasnjenje', heading: 'Objašnjenje', kind: 'name' },
  ],
  provere: [],
}

/** The names of the parts, and their letters in customs §5. */
export const OBRACUN_NAZIVI: { readonly [Deo in keyof Delovi]: { readonly slovo?: string; readonly naziv: string } } = {
  ukupno: { naziv: 'Zbirovi' },
  stavke: { slovo: 'A', naziv: 'Uvozne stavke' },
  izvoz: { slovo: 'B', naziv: 'Izvoz' },
  normativi: { slovo: 'C', naziv: 'Normativi' },
  otpad: { slovo: 'D', naziv: 'Otpad' },
  bez_pokrica: { slovo: 'E', naziv: 'Bez pokrića' },
  ostala_razduzenja: { naziv: 'Ostala razduženja' },
  produzenja: { naziv: 'Produženja roka' },
  objasnjenja: { naziv: 'Objašnjenja' },
  provere: { slovo: 'F', naziv: 'Provere' },
}

/** A check with what it names. */
export type ProveraRed = { readonly tekst: string; readonly broj: string; readonly opis: string }
export const PROVERA_FIGURES: Of<ProveraRed> = [
  { id: 'tekst', heading: 'Provera', kind: 'name' },
  { id: 'broj', heading: 'Broj', kind: 'code' },
  { id: 'opis', heading: 'Opis', kind: 'name' },
]
export const provereRedovi = (provere: Delovi['provere']): ProveraRed[] =>
  provere.flatMap(({ tekst, redovi }) => redovi.map(({ broj, opis }) => ({ tekst, broj, opis })))
