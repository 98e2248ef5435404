// Figures of goods that leave an import unprocessed, of an origin sheet, of a count and of a comparison with other books,
// as their sheets or papers have them.
import type { OstaloRazduzenjeHead, RazduzenjeStavka } from '#contract/ostala-razduzenja.ts'
import type { PopisStavka } from '#contract/popisi.ts'
import type { Poreklo } from '#contract/poreklo.ts'
import type { UsaglasenRed } from '#contract/usaglasavanje.ts'
import type { Para } from '#domain/decimal.ts'
import { type Figure, MATERIJAL } from './figure.ts'

type Of<Row> = readonly Figure<Row>[]

/** A line of a document that takes from named lots, with its document. */
export type OstaloRazduzenjeRow = RazduzenjeStavka &
  Pick<OstaloRazduzenjeHead, 'broj' | 'datum' | 'vrsta' | 'broj_jci' | 'carinski_organ' | 'razlog'>

const RAZDUZENJE = [
  { id: 'broj', heading: 'Broj razduženja', kind: 'code' },
  { id: 'datum', heading: 'Datum', kind: 'day' },
  { id: 'vrsta', heading: 'Vrsta', kind: 'name' },
  { id: 'broj_jci', heading: 'Broj JCI', kind: 'code' },
  { id: 'carinski_organ', heading: 'Carinski organ', kind: 'name' },
  { id: 'razlog', heading: 'Razlog', kind: 'name' },
] as const

/** The documents that take from named lots. */
export const RAZDUZENJA: Of<OstaloRazduzenjeHead> = [
  ...RAZDUZENJE,
  { id: 'broj_stavki', heading: 'Stavki', kind: 'whole' },
]

export const OSTALA_RAZDUZENJA: Of<OstaloRazduzenjeRow> = [
  ...RAZDUZENJE,
  { id: 'broj_c4', heading: 'Broj C4', kind: 'code' },
  { id: 'c4_datum', heading: 'Datum C4', kind: 'day' },
  { id: 'broj_fakture', heading: 'Faktura uvoza', kind: 'code' },
  { id: 'redni_broj', heading: 'R. br. u uvozu', kind: 'whole' },
  { id: 'materijal_id', heading: 'ID materijala', kind: 'id' },
  { id: 'materijal_naziv', heading: MATERIJAL, kind: 'name' },
  { id: 'tarifni_broj', heading: 'Tarifni broj', kind: 'code' },
  { id: 'zemlja_porekla', heading: 'Zemlja porekla', kind: 'code' },
  { id: 'kolicina', heading: 'Količina', kind: 'quantity' },
  { id: 'jedinica_mere', heading: 'JM', kind: 'unit' },
  { id: 'vrednost_rsd', heading: 'Vrednost (RSD)', kind: 'money' },
  { id: 'stopa_carine', heading: 'Stopa carine (%)', kind: 'percent' },
  { id: 'carinska_vrednost_rsd', heading: 'Carinska vrednost (RSD)', kind: 'money' },
]

/** The lines of one such document on its paper; rate, duty and tax where there are any. */
export const RAZDUZENJE_STAVKE: Of<RazduzenjeStavka> = [
  { id: 'broj_c4', heading: 'C4', kind: 'code' },
  { id: 'c4_datum', heading: 'Datum', kind: 'day' },
  { id: 'broj_fakture', heading: 'Faktura', kind: 'code' },
  { id: 'redni_broj', heading: 'St.', kind: 'of' },
  { id: 'tarifni_broj', heading: 'Tarifni broj', kind: 'code' },
  { id: 'materijal_id', heading: MATERIJAL, kind: 'id' },
  { id: 'materijal_naziv', heading: 'Naziv', kind: 'name' },
  { id: 'zemlja_porekla', heading: 'Zemlja porekla', kind: 'code' },
  { id: 'jedinica_mere', heading: 'JM', kind: 'unit' },
  { id: 'kolicina', heading: 'Količina', kind: 'quantity' },
  { id: 'vrednost_rsd', heading: 'Vrednost (RSD)', kind: 'money' },
  { id: 'stopa_carine', heading: 'Stopa carine (%)', kind: 'percent', shown: ['stopa_carine'] },
  {
    id: 'carinska_vrednost_rsd',
    heading: 'Carinska vrednost (RSD)',
    kind: 'money',
    shown: ['carinska_vrednost_rsd'],
  },
  { id: 'iznos_carine', heading: 'Carina (RSD, informativno)', kind: 'money', shown: ['iznos_carine'] },
  { id: 'iznos_pdv', heading: 'PDV (RSD, informativno)', kind: 'money', shown: ['iznos_carine'] },
]

/** A draw of an exported line from a lot, and its value as far as the rule of origin counts it. */
export type PorekloRow = Omit<Poreklo['stavke'][number], 'uracunato'> & {
  readonly uracunato_rsd: Para | null
}

export const POREKLO_STAVKE: Of<PorekloRow> = [
  { id: 'broj_c4', heading: 'C4', kind: 'code' },
  { id: 'redni_broj', heading: 'St.', kind: 'of' },
  { id: 'tarifni_broj', heading: 'Tarifni broj', kind: 'code' },
  { id: 'materijal_id', heading: MATERIJAL, kind: 'id' },
  { id: 'materijal_naziv', heading: 'Naziv', kind: 'name' },
  { id: 'zemlja_porekla', heading: 'Zemlja porekla', kind: 'code' },
  { id: 'dokazuje_poreklo', heading: 'Dok. poreklo', kind: 'flag' },
  { id: 'jedinica_mere', heading: 'JM', kind: 'unit' },
  { id: 'kolicina', heading: 'Količina', kind: 'quantity' },
  { id: 'cena_po_jedinici', heading: 'Cena po jedinici', kind: 'quantity', unit: 'valuta', apiece: true },
  { id: 'valuta', heading: 'Valuta', kind: 'code' },
  { id: 'kurs', heading: 'Kurs', kind: 'quantity', unit: 'valuta', apiece: true },
  { id: 'vrednost_rsd', heading: 'Vrednost (RSD)', kind: 'money' },
  { id: 'uracunato_rsd', heading: 'Uračunato (RSD)', kind: 'money' },
]

type Nas = NonNullable<UsaglasenRed['razlika']['nas']>
type Njihov = NonNullable<UsaglasenRed['razlika']['njihov']>

/** Both sides of a difference, where it has them, and its explanation. */
export type RazlikaRow = Partial<Omit<Nas, 'vrsta'>> & {
  readonly vrsta: string
  readonly red: Njihov['red'] | undefined
  readonly njihov_broj: Njihov['broj'] | undefined
  readonly njihov_datum: Njihov['datum'] | undefined
  readonly njihov_redni_broj: Njihov['redni_broj'] | undefined
  readonly njihov_tarifni_broj: Njihov['tarifni_broj'] | undefined
  readonly njihova_kolicina: Njihov['kolicina'] | undefined
  readonly njihova_jedinica_mere: Njihov['jedinica_mere'] | undefined
  readonly njihova_vrednost: Njihov['vrednost'] | undefined
  readonly objasnjenje: string | null
}

export const RAZLIKE: Of<RazlikaRow> = [
  { id: 'vrsta', heading: 'Razlika', kind: 'code' },
  { id: 'broj', heading: 'Broj C4', kind: 'code' },
  { id: 'broj_jci', heading: 'JCI', kind: 'code' },
  { id: 'datum', heading: 'Datum', kind: 'day' },
  { id: 'broj_fakture', heading: 'Faktura', kind: 'code' },
  { id: 'redni_broj', heading: 'St.', kind: 'whole' },
  { id: 'materijal_id', heading: 'ID materijala', kind: 'id' },
  { id: 'materijal_naziv', heading: MATERIJAL, kind: 'name' },
  { id: 'tarifni_broj', heading: 'Tarifni broj', kind: 'code' },
  { id: 'kolicina', heading: 'Količina', kind: 'quantity' },
  { id: 'jedinica_mere', heading: 'JM', kind: 'unit' },
  { id: 'vrednost', heading: 'Vrednost', kind: 'money' },
  { id: 'valuta', heading: 'Valuta', kind: 'unit' },
  { id: 'vrednost_rsd', heading: 'Vrednost (RSD)', kind: 'money' },
  { id: 'red', heading: 'Red u fajlu', kind: 'whole' },
  { id: 'njihov_broj', heading: 'Broj kod špeditera', kind: 'code' },
  { id: 'njihov_datum', heading: 'Datum kod špeditera', kind: 'day' },
  { id: 'njihov_redni_broj', heading: 'R. br. kod špeditera', kind: 'whole' },
  { id: 'njihov_tarifni_broj', heading: 'Tarifni broj kod špeditera', kind: 'code' },
  { id: 'njihova_kolicina', heading: 'Količina kod špeditera', kind: 'quantity' },
  { id: 'njihova_jedinica_mere', heading: 'JM kod špeditera', kind: 'unit' },
  { id: 'njihova_vrednost', heading: 'Vrednost kod špeditera', kind: 'money' },
  { id: 'objasnjenje', heading: 'Objašnjenje', kind: 'name' },
]

export const POPIS_STAVKE: Of<PopisStavka> = [
  { id: 'materijal_id', heading: MATERIJAL, kind: 'id' },
  { id: 'materijal_naziv', heading: 'Naziv', kind: 'name' },
  { id: 'jedinica_mere', heading: 'JM', kind: 'unit' },
  { id: 'knjigovodstveno', heading: 'Knjigovodstveno', kind: 'quantity' },
  { id: 'izbrojano', heading: 'Izbrojano', kind: 'quantity' },
  { id: 'razlika', heading: 'Razlika', kind: 'quantity' },
]
