// The rows of every table for those books, in the order of their ids.

import { NO_WASTE } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { firmKey } from '#domain/partneri.ts'
import { searchText } from '#domain/search-text.ts'
import { dateOf } from '#scripts/demo-days.ts'
import { type Random, seeded } from '#scripts/demo-random.ts'
import { type Entry, otisakOf } from '#server/audit/seal.ts'
import type { Columns } from '#server/db/engine.ts'
import { derivedColumns } from '#server/documents/document-columns.ts'
import { type NamedFirms, partnerColumns, textsOf, zapisiOf } from '#server/documents/partners.ts'
import { materialColumns } from '#server/materials/material-queries.ts'
import { productColumns } from '#server/products/product-queries.ts'
import { normativText } from '#server/stock/c1-line-texts.ts'
import {
  amountOf,
  at,
  type Booked,
  type Books,
  COUNTRIES,
  DAYS,
  dayOf,
  type LargeSize,
  lineDay,
  materialId,
  originOf,
  productId,
  rateOn,
} from './large-books.ts'
import { costsOf, monthsOf, stockOf } from './large-totals.ts'

const CURRENCIES = ['EUR', 'RSD', 'USD'] as const
const C4_TYPES = ['Uvozna deklaracija', 'Carinska deklaracija', 'Privremeni uvoz'] as const
const C1_TYPES = ['Izvozna deklaracija', 'Privremeni izvoz', 'Reeksport'] as const
const NAMES = ['Kabl', 'Konektor', 'Žica', 'Čaura', 'Ćelija', 'Šraf', 'Nosač', 'Đubrivo', 'Ljuska', 'Džak'] as const
const TOWNS = ['München', 'Niš', 'Čačak', 'Stuttgart', 'İzmir', 'Łódź'] as const

const MATERIAL = (material: number) => ({
  id: materialId(material),
  naziv: `${NAMES[material % NAMES.length]} ${String.fromCharCode(97 + (material % 26))}-${material}`,
  zemlja_porekla: COUNTRIES[material % COUNTRIES.length] as string,
  jedinica_mere: 'kg' as const,
  tarifni_broj: `8544.${10 + (material % 90)}`,
})
const PRODUCT = (product: number) => ({
  id: productId(product),
  naziv: `Snop ${NAMES[(product * 3) % NAMES.length]} ${product}`,
  hs_code: `8544${10 + (product % 90)}`,
  jedinica_mere: 'kom' as const,
})
const columnsOf = (row: object): Columns =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? 'int' : 'text']))

function* ratesOf(today: string) {
  const months = new Set(Array.from({ length: DAYS }, (_, day) => dateOf(today, -day).slice(0, 7)))
  for (const month of months)
    for (const valuta of ['EUR', 'USD']) yield { valuta, vazi_od: `${month}-01`, kurs: rateOn(valuta, `${month}-01`) }
}

function* materialsOf({ materials }: LargeSize) {
  for (let material = 0; material < materials; material++) yield { ...materialColumns(MATERIAL(material)), verzija: 1 }
}

function* productsOf({ boms }: Books) {
  for (const [product, bom] of boms.entries())
    yield { ...productColumns(PRODUCT(product)), normativ_count: bom.length, verzija: 1 }
}

function* normativiOf({ boms }: Books) {
  for (const [product, bom] of boms.entries())
    for (const [pozicija, [material, potrebna_kolicina]] of bom.entries())
      yield { proizvod_id: productId(product), materijal_id: materialId(material), pozicija, potrebna_kolicina }
}

function documentOf(broj: string, datum: CalendarDate, partner: string, zemlja_otpreme: string, kurs: Micro) {
  return {
    common: { datum, zemlja_otpreme, kurs, verzija: 1 },
    derived: (lines: { kolicina: Micro; iznos: Para }[]) =>
      derivedColumns({ broj, broj_jci: null, partner, zemlja_otpreme, datum, kurs }, lines),
  }
}

function* c4Of({ size, lotQuantity, lotPrice }: Books, today: string, random: Random) {
  for (let document = 0; document < size.c4; document++) {
    const datum = dayOf(today, document, size.c4)
    const broj = `U-${document + 1}/${random.whole(100, 999)}`
    const partner = `${random.pick(NAMES)} Handel ${random.whole(1, 40)} GmbH`
    const valuta = CURRENCIES[document % CURRENCIES.length] as string
    const { common, derived } = documentOf(broj, datum, partner, random.pick(COUNTRIES), rateOn(valuta, datum))
    const lines = Array.from({ length: size.lotsPerC4 }, (_, k) => {
      const lot = document * size.lotsPerC4 + k
      return { kolicina: lotQuantity[lot] as Micro, iznos: amountOf(at(lotQuantity, lot), at(lotPrice, lot)) }
    })
    yield {
      id: document + 1,
      ...common,
      ...derived(lines),
      tip_dokumenta: C4_TYPES[document % 3] as string,
      broj_terminala: 'T-1',
      broj_c4: broj,
      posiljalac_naziv: partner,
      posiljalac_grad: random.pick(TOWNS),
      posiljalac_drzava: 'Nemačka',
      primalac_naziv: 'Šumadija Kabl d.o.o.',
      primalac_grad: 'Kragujevac',
      valuta,
      paritet: 'EXW',
    }
  }
}

function* c1Of({ size, linePieces, linePrice }: Books, today: string, random: Random) {
  for (let document = 0; document < size.c1; document++) {
    const datum = dayOf(today, document, size.c1)
    const broj = `I-${document + 1}/${random.whole(100, 999)}`
    const partner = `${random.pick(NAMES)} Auto ${random.whole(1, 40)} AG`
    const { common, derived } = documentOf(broj, datum, partner, random.pick(COUNTRIES), rateOn('EUR', datum))
    const lines = Array.from({ length: size.linesPerC1 }, (_, k) => {
      const line = document * size.linesPerC1 + k
      return { kolicina: linePieces[line] as Micro, iznos: amountOf(at(linePieces, line), at(linePrice, line)) }
    })
    yield {
      id: document + 1,
      ...common,
      ...derived(lines),
      tip_dokumenta: C1_TYPES[document % 3] as string,
      broj_c1: broj,
      posiljalac_naziv: 'Šumadija Kabl d.o.o.',
      posiljalac_grad: 'Kragujevac',
      posiljalac_drzava: 'Srbija',
      primalac_naziv: partner,
      primalac_grad: random.pick(TOWNS),
      valuta: 'EUR',
    }
  }
}

/** Ties documents to the register, in which each spelling of theirs is a partner: none is of the same name and city. */
function registerOf() {
  const partners: object[] = []
  const zapisi: object[] = []
  const ids = new Map<string, number>()
  const idOf = (zapis: ReturnType<typeof zapisiOf>['primalac_zapis']) => {
    const key = JSON.stringify(textsOf(zapis))
    const known = ids.get(key)
    if (known) return known
    const id = ids.size + 1
    ids.set(key, id)
    const { naziv, grad } = zapis
    const fields = { naziv, grad, drzava: zapis.drzava || null, pib: null, mb: null, napomena: null }
    partners.push({ id, ...fields, ne_predlaze: 0, ...partnerColumns(fields, [zapis]), verzija: 1 })
    zapisi.push({ id, partner_id: id, ...zapis, kljuc: firmKey(zapis) })
    return id
  }
  const tied = <T extends Omit<NamedFirms, 'primalac_pib' | 'primalac_mb'>>(document: T) => {
    const named = zapisiOf({ primalac_pib: null, primalac_mb: null, ...document })
    return {
      ...document,
      posiljalac_zapis: idOf(named.posiljalac_zapis),
      primalac_zapis: idOf(named.primalac_zapis),
    }
  }
  return { partners, zapisi, tied }
}

export type C4 = { id: number; datum: CalendarDate; kurs: Micro; broj_c4: string; posiljalac_naziv: string }
export type C1 = { id: number; datum: CalendarDate; kurs: Micro; broj_c1: string; primalac_naziv: string }

function* lotsOf(
  { size, lots, lotMaterial, lotQuantity, lotPrice }: Books,
  booked: Booked,
  c4: readonly C4[],
  today: string,
) {
  for (let lot = 0; lot < lots; lot++) {
    const { id: c4_id, datum, kurs } = c4[Math.floor(lot / size.lotsPerC4)] as C4
    const pozicija = lot % size.lotsPerC4
    const material = at(lotMaterial, lot)
    yield {
      id: lot + 1,
      c4_id,
      pozicija,
      redni_broj: pozicija + 1,
      kolicina: lotQuantity[lot],
      cena_po_jedinici: lotPrice[lot],
      iznos: amountOf(at(lotQuantity, lot), at(lotPrice, lot)),
      dokazuje_poreklo: lot % 2,
      kurs,
      datum,
      materijal_id: materialId(material),
      broj_fakture: `F-${c4_id}`,
      faktura_kljuc: `f-${c4_id}`,
      tarifni_broj: '8544.49',
      zemlja_porekla: originOf(lot, material),
      preostalo: at(booked.left, lot),
      utrosen: at(booked.left, lot) > 0 ? null : lineDay(size, today, at(booked.lastLine, lot)),
    }
  }
}

function* linesOf({ size, lines, boms, lineProduct, linePieces, linePrice }: Books) {
  const normativi = boms.map((bom) =>
    normativText(
      bom.map(([material, norm]) => ({ materijal_id: materialId(material), potrebna_kolicina: norm, ...NO_WASTE })),
    ),
  )
  for (let line = 0; line < lines; line++) {
    const pozicija = line % size.linesPerC1
    const product = at(lineProduct, line)
    const { hs_code, jedinica_mere } = PRODUCT(product)
    yield {
      id: line + 1,
      c1_id: Math.floor(line / size.linesPerC1) + 1,
      pozicija,
      redni_broj: pozicija + 1,
      kolicina: linePieces[line],
      cena: linePrice[line],
      iznos: amountOf(at(linePieces, line), at(linePrice, line)),
      proizvod_id: productId(product),
      broj_fakture: `F-${Math.floor(line / size.linesPerC1) + 1}`,
      faktura_kljuc: `f-${Math.floor(line / size.linesPerC1) + 1}`,
      hs_code,
      jedinica_mere,
      normativ: normativi[product],
    }
  }
}

function* drawsOf({ size }: Books, { drawn }: Booked, today: string) {
  for (const draw of drawn) {
    const line = draw.c1_stavka_id - 1
    yield { ...draw, c1_id: Math.floor(line / size.linesPerC1) + 1, datum: lineDay(size, today, line) }
  }
}

const ACCOUNTS = 5
const emailOf = (account: number) => `radnik${account}@firma.rs`

function* accountsOf() {
  for (let account = 0; account < ACCOUNTS; account++) {
    const email = emailOf(account)
    yield { id: account + 1, email, email_kljuc: email, lozinka: '', napravljen: 0 }
  }
}

/** Each import entered and every other one changed, each export entered, changed and once more; by five people. */
function* entriesOf(c4: readonly C4[], c1: readonly C1[]) {
  const entry = (vrsta: string, id: number, opis: string, radnja: string, sazetak: string, vreme: number) => {
    const korisnik = emailOf(id % ACCOUNTS)
    const trazi = searchText(`${opis} ${sazetak}`)
    return {
      vreme,
      korisnik_id: (id % ACCOUNTS) + 1,
      korisnik,
      radnja,
      vrsta,
      predmet: String(id),
      opis,
      sazetak,
      trazi,
    }
  }
  for (const [index, one] of c4.entries()) {
    const vreme = Date.parse(one.datum)
    yield entry('c4', one.id, one.broj_c4, 'dodato', `${one.datum} · ${one.posiljalac_naziv} · stavki: 10`, vreme)
    if (index % 2) yield entry('c4', one.id, one.broj_c4, 'izmenjeno', 'Datum · Stavke (izmenjenih 1)', vreme + 1)
  }
  for (const one of c1) {
    const vreme = Date.parse(one.datum)
    yield entry('c1', one.id, one.broj_c1, 'dodato', `${one.datum} · ${one.primalac_naziv} · stavki: 5`, vreme)
    yield entry('c1', one.id, one.broj_c1, 'izmenjeno', 'Primalac · Stavke (izmenjenih 2)', vreme + 1)
    yield entry('c1', one.id, one.broj_c1, 'pomereno', `zbog C4 U-${one.id}`, vreme + 2)
  }
}

function* sealsOf(entries: Iterable<Omit<Entry, 'id' | 'pre' | 'posle'>>) {
  let [redni, otisak] = [0, '']
  for (const entry of entries) {
    otisak = otisakOf(otisak, { ...entry, id: ++redni, pre: null, posle: null })
    yield { redni, dnevnik_id: redni, otisak }
  }
}

/** A table whose columns are those of its first row; `types` are those of columns that are null there. */
function tableOf(name: string, rows: Iterator<object>, types: Columns = {}): Table {
  const first = rows.next()
  if (first.done) return { name, columns: {}, rows: [] }
  return { name, columns: { ...columnsOf(first.value), ...types }, rows: startingWith(first.value, rows) }
}

function* startingWith(first: object, rest: Iterator<object>) {
  yield first
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}

type Table = { readonly name: string; readonly columns: Columns; readonly rows: Iterable<object> }

/** Every table with its rows, those first that others refer to. */
export function* tablesOf(books: Books, booked: Booked, today: string): Generator<Table> {
  const random = seeded(2)
  const { partners, zapisi, tied } = registerOf()
  const c4 = [...c4Of(books, today, random)].map(tied)
  const c1 = [...c1Of(books, today, random)].map(tied)
  const costs = costsOf(books, booked, c4)
  yield tableOf('korisnik', accountsOf())
  yield tableOf('kurs', ratesOf(today))
  yield tableOf('materijal', materialsOf(books.size))
  yield tableOf('proizvod', productsOf(books))
  yield tableOf('normativ', normativiOf(books))
  yield tableOf('partner', partners.values())
  yield tableOf('partner_zapis', zapisi.values())
  yield tableOf('c4', c4.values())
  yield tableOf('c4_stavka', lotsOf(books, booked, c4, today))
  yield tableOf('c1', c1.values())
  yield tableOf('c1_stavka', linesOf(books))
  yield tableOf('razduzenje', drawsOf(books, booked, today))
  yield tableOf('stanje', stockOf(books, booked, c4, today))
  yield tableOf('proizvod_mesec', monthsOf(books, costs, c1))
  yield tableOf('dnevnik', entriesOf(c4, c1))
  yield tableOf('pecat', sealsOf(entriesOf(c4, c1)))
}
