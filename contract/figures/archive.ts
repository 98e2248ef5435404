// The figures of the archive's views, which their sheets and CSV have as columns in this order.
import type { ArchiveDocument, MaterialSummary, ProductSummary, RemainingC4 } from '#contract/archive.ts'
import type { PartnerRow, PartnerZapis } from '#contract/partneri.ts'
import type { RokRed } from '#contract/rokovi.ts'
import type { Parts } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { type Figure, MATERIJAL } from './figure.ts'

type Of<Row> = readonly Figure<Row>[]

const MATERIAL_UNIT = { id: 'jedinica_mere', heading: 'JM materijala', kind: 'unit' } as const
const WORTH = { id: 'vrednost_rsd', heading: 'Vrednost (RSD)', kind: 'money' } as const

/** The draw of one exported line from one lot, or its shortage (`manjak`), which has no lot, no parts and no value. */
export type LedgerRow = {
  broj_c1: string
  c1_datum: CalendarDate
  primalac_naziv: string
  c1_faktura: string
  c1_redni_broj: number
  proizvod_id: string
  proizvod_naziv: string
  hs_code: string
  izvezeno: Micro
  proizvod_jm: string
  materijal_id: string
  materijal_naziv: string
  jedinica_mere: string
  kolicina: Micro
  manjak: Micro | null
  usmereno: boolean
  posle_roka: boolean
  pre_prelaska: boolean
  vrednost_rsd: Para | null
} & { [Part in keyof Parts]: Micro | null } & { [Fact in keyof DrawnLot]: DrawnLot[Fact] | null }

type DrawnLot = {
  broj_c4: string
  c4_datum: CalendarDate
  posiljalac_naziv: string
  broj_fakture: string
  redni_broj: number
  tarifni_broj: string
  zemlja_porekla: string
  dokazuje_poreklo: boolean
  cena_po_jedinici: Micro
  valuta: string
  kurs: Micro
}

const WASTED = ['otpad', 'gubitak'] as const

export const LEDGER: Of<LedgerRow> = [
  { id: 'broj_c1', heading: 'Broj C1', kind: 'code' },
  { id: 'c1_datum', heading: 'Datum C1', kind: 'day' },
  { id: 'primalac_naziv', heading: 'Primalac', kind: 'name' },
  { id: 'c1_faktura', heading: 'Faktura izvoza', kind: 'code' },
  { id: 'c1_redni_broj', heading: 'R. br. u izvozu', kind: 'whole' },
  { id: 'proizvod_id', heading: 'ID proizvoda', kind: 'id' },
  { id: 'proizvod_naziv', heading: 'Proizvod', kind: 'name' },
  { id: 'hs_code', heading: 'HS kod', kind: 'code' },
  { id: 'izvezeno', heading: 'Izvezeno', kind: 'quantity', unit: 'proizvod_jm' },
  { id: 'proizvod_jm', heading: 'JM proizvoda', kind: 'unit' },
  { id: 'materijal_id', heading: 'ID materijala', kind: 'id' },
  { id: 'materijal_naziv', heading: MATERIJAL, kind: 'name' },
  MATERIAL_UNIT,
  { id: 'kolicina', heading: 'Razduženo', kind: 'quantity' },
  { id: 'ugradjeno', heading: 'Ugrađeno', kind: 'quantity', shown: WASTED },
  { id: 'otpad', heading: 'Otpad', kind: 'quantity', shown: WASTED },
  { id: 'gubitak', heading: 'Gubitak', kind: 'quantity', shown: WASTED },
  { id: 'usmereno', heading: 'Usmereno', kind: 'flag', shown: ['usmereno'] },
  { id: 'posle_roka', heading: 'Posle roka', kind: 'flag', shown: ['posle_roka'] },
  { id: 'pre_prelaska', heading: 'Pre dana prelaska', kind: 'flag', shown: ['pre_prelaska'] },
  { id: 'manjak', heading: 'Manjak', kind: 'quantity' },
  { id: 'broj_c4', heading: 'Broj C4', kind: 'code' },
  { id: 'c4_datum', heading: 'Datum C4', kind: 'day' },
  { id: 'posiljalac_naziv', heading: 'Pošiljalac', kind: 'name' },
  { id: 'broj_fakture', heading: 'Faktura uvoza', kind: 'code' },
  { id: 'redni_broj', heading: 'R. br. u uvozu', kind: 'whole' },
  { id: 'tarifni_broj', heading: 'Tarifni broj', kind: 'code' },
  { id: 'zemlja_porekla', heading: 'Zemlja porekla', kind: 'code' },
  { id: 'dokazuje_poreklo', heading: 'Dokazuje poreklo', kind: 'flag' },
  { id: 'cena_po_jedinici', heading: 'Cena po jedinici', kind: 'quantity' },
  { id: 'valuta', heading: 'Valuta', kind: 'unit' },
  { id: 'kurs', heading: 'Kurs', kind: 'quantity' },
  WORTH,
]

export const DOCUMENTS: Of<Omit<ArchiveDocument, 'pdf_fajl'> & { pdf: boolean }> = [
  { id: 'broj', heading: 'Broj dokumenta', kind: 'code' },
  { id: 'tip', heading: 'Tip', kind: 'code' },
  { id: 'tip_dokumenta', heading: 'Vrsta dokumenta', kind: 'code' },
  { id: 'datum', heading: 'Datum', kind: 'day' },
  { id: 'partner', heading: 'Partner', kind: 'name' },
  { id: 'zemlja_otpreme', heading: 'Zemlja otpreme', kind: 'code' },
  { id: 'vrednost_total', heading: 'Ukupna vrednost', kind: 'money' },
  { id: 'valuta', heading: 'Valuta', kind: 'unit' },
  { id: 'kurs', heading: 'Kurs', kind: 'quantity' },
  { id: 'vrednost_rsd', heading: 'Ukupna vrednost (RSD)', kind: 'money' },
  { id: 'kolicina_total', heading: 'Ukupna količina', kind: 'quantity' },
  { id: 'pdf', heading: 'PDF', kind: 'flag' },
  { id: 'ima_manjak', heading: 'Manjak', kind: 'flag' },
]

/** A lot that has something left, with its document. */
export type RemainingLot = RemainingC4['stavke'][number] &
  Pick<RemainingC4, 'c4_broj' | 'c4_datum' | 'posiljalac_naziv'>

export const REMAINING: Of<RemainingLot> = [
  { id: 'c4_broj', heading: 'Broj C4', kind: 'code' },
  { id: 'c4_datum', heading: 'Datum C4', kind: 'day' },
  { id: 'posiljalac_naziv', heading: 'Pošiljalac', kind: 'name' },
  { id: 'materijal_id', heading: 'ID materijala', kind: 'id' },
  { id: 'naziv', heading: MATERIJAL, kind: 'name' },
  { id: 'zemlja_porekla', heading: 'Zemlja porekla', kind: 'code' },
  { id: 'kolicina', heading: 'Uvezeno', kind: 'quantity' },
  { id: 'kolicina_razduzena', heading: 'Razduženo', kind: 'quantity' },
  { id: 'preostalo', heading: 'Preostalo', kind: 'quantity' },
  { id: 'jedinica_mere', heading: 'Jedinica mere', kind: 'unit' },
  WORTH,
]

export const MATERIAL_FIGURES: Of<MaterialSummary> = [
  { id: 'materijal_id', heading: 'ID materijala', kind: 'id' },
  { id: 'naziv', heading: MATERIJAL, kind: 'name' },
  { id: 'jedinica_mere', heading: 'Jedinica mere', kind: 'unit' },
  { id: 'pocetno_stanje', heading: 'Početno stanje', kind: 'quantity' },
  { id: 'totalInput', heading: 'Ulaz', kind: 'quantity' },
  { id: 'totalConsumed', heading: 'Izlaz', kind: 'quantity' },
  { id: 'totalQuantity', heading: 'Stanje', kind: 'quantity' },
  { id: 'manjak', heading: 'Manjak', kind: 'quantity' },
  WORTH,
  { id: 'broj_c4', heading: 'C4 dokumenata', kind: 'whole' },
  { id: 'poslednji_uvoz', heading: 'Poslednji uvoz', kind: 'day' },
]

export const PRODUCT_FIGURES: Of<ProductSummary> = [
  { id: 'proizvod_id', heading: 'ID proizvoda', kind: 'id' },
  { id: 'naziv', heading: 'Proizvod', kind: 'name' },
  { id: 'jedinica_mere', heading: 'Jedinica mere', kind: 'unit' },
  { id: 'kolicina', heading: 'Izvezeno', kind: 'quantity' },
  { id: 'broj_c1', heading: 'C1 dokumenata', kind: 'whole' },
  { id: 'vrednost_eur', heading: 'Vrednost (EUR)', kind: 'money' },
  WORTH,
  { id: 'trosak_rsd', heading: 'Trošak materijala (RSD)', kind: 'money' },
  { id: 'razlika_rsd', heading: 'Razlika (RSD)', kind: 'money' },
  { id: 'ima_manjak', heading: 'Manjak', kind: 'flag' },
]

/** A partner as it stands in documents. */
export const PARTNER_ZAPISI: Of<Pick<PartnerRow, keyof PartnerZapis>> = [
  { id: 'naziv', heading: 'Naziv', kind: 'name' },
  { id: 'grad', heading: 'Grad', kind: 'code' },
  { id: 'drzava', heading: 'Država', kind: 'code' },
  { id: 'pib', heading: 'PIB', kind: 'code' },
  { id: 'mb', heading: 'MB', kind: 'code' },
  { id: 'broj_c4', heading: 'C4', kind: 'whole' },
  { id: 'broj_c1', heading: 'C1', kind: 'whole' },
  { id: 'poslednji_dokument', heading: 'Poslednji dokument', kind: 'day' },
]

export const PARTNER_FIGURES: Of<PartnerRow> = [
  ...PARTNER_ZAPISI,
  { id: 'ne_predlaze', heading: 'Ne predlaže se', kind: 'flag' },
]

/** An import without a deadline says so. */
type Rok = Omit<RokRed, 'stanje_roka'> & { stanje_roka: RokRed['stanje_roka'] | 'bez roka' }

export const ROKOVI: Of<Rok> = [
  { id: 'broj_c4', heading: 'Broj C4', kind: 'code' },
  { id: 'datum', heading: 'Datum C4', kind: 'day' },
  { id: 'posiljalac_naziv', heading: 'Pošiljalac', kind: 'name' },
  { id: 'odobrenje', heading: 'Odobrenje', kind: 'code' },
  { id: 'rok', heading: 'Rok', kind: 'day' },
  { id: 'rok_obracuna', heading: 'Rok za obračun', kind: 'day' },
  { id: 'stanje_roka', heading: 'Stanje roka', kind: 'code' },
  { id: 'broj_stavki', heading: 'Stavki sa ostatkom', kind: 'whole' },
  { id: 'vrednost_rsd', heading: 'Vrednost ostatka (RSD)', kind: 'money' },
]
