import type { CalendarDate } from './calendar-date.ts'
import { readCode, readDay, readQuantity, readTariff } from './cell.ts'
import { isTariffNumber } from './codes.ts'
import { countryName } from './countries.ts'
import { divideHalfUp, formatPara, MAX_AMOUNT, MAX_ENTERED, type Micro, multiplyToPara, type Para } from './decimal.ts'
import { type InvoiceLine, ordinalsOf, type ReadInvoice } from './e-invoice.ts'
import { codeKey, visibleText } from './one-form.ts'
import {
  cellText,
  type EntryLimits,
  headerText,
  isBlankRow,
  type SheetCell,
  type SheetRow,
  sharedCell,
} from './sheet.ts'
import { type Notation, notationOf } from './sheet-number.ts'

/** What the sheet of a supplier may say, each with its name and the headings by which it is known (as `headerText` folds them). */
const FIELDS = {
  broj_fakture: [
    'Broj fakture',
    'broj_fakture faktura br_fakture rechnungsnummer rechnungsnr rechnung invoice_no invoice_number invoice',
  ],
  datum: ['Datum fakture', 'datum datum_fakture rechnungsdatum invoice_date date'],
  valuta: ['Valuta', 'valuta wahrung waehrung currency'],
  redni_broj: ['Redni broj', 'rb r_br redni_broj poz pos position lfd_nr nr item'],
  sifra_kupca: [
    'Naša šifra',
    'vasa_sifra sifra_kupca materijal_id id_materijala sifra_materijala ihre_artikelnummer kundenartikelnummer customer_part_no your_code',
  ],
  sifra_prodavca: [
    'Šifra dobavljača',
    'sifra sifra_artikla sifra_dobavljaca art_nr artikelnr artikel_nr artikelnummer materialnummer item_no item_code part_no part_number article_no code sku',
  ],
  naziv: [
    'Naziv',
    'naziv naziv_robe naziv_artikla opis roba artikal bezeichnung artikelbezeichnung beschreibung artikel description item_description name product',
  ],
  kolicina: ['Količina', 'kolicina kol menge anzahl qty quantity'],
  jedinica_mere: ['Jedinica mere', 'jm j_m jed_mere jedinica jedinica_mere mera einheit mengeneinheit me unit uom'],
  cena: ['Cena', 'cena jedinicna_cena cena_po_jedinici preis einzelpreis e_preis ep stuckpreis price unit_price'],
  iznos: ['Iznos', 'iznos vrednost ukupno betrag gesamtpreis gesamt gp amount total line_total'],
  zemlja_porekla: [
    'Zemlja porekla',
    'zemlja_porekla poreklo zemlja ursprungsland ursprung country_of_origin origin country',
  ],
  tarifni_broj: [
    'Tarifni broj',
    'tarifni_broj tarifa tarifni_br zolltarifnummer zolltarif_nr warennummer hs_code hs taric commodity_code tariff',
  ],
} as const satisfies Record<string, readonly [string, string]>
export type SupplierField = keyof typeof FIELDS
const SUPPLIER_FIELDS = Object.keys(FIELDS) as SupplierField[]
const BY_HEADING: ReadonlyMap<string, SupplierField> = new Map(
  SUPPLIER_FIELDS.flatMap((field) => FIELDS[field][1].split(' ').map((heading) => [heading, field])),
)
/** What a file says of itself alone: nobody wants last month's again. */
export const OF_ONE_FILE: readonly SupplierField[] = ['broj_fakture', 'datum']

/** Our field → a heading, or the number of a column from 1. */
export type ColumnChoice = Partial<Record<SupplierField, string | number>>
export type FieldValues = Partial<Record<SupplierField, string>>
/** How sheets with a heading were read for a partner. */
export type Remembered = { naslov: string; partner_id: number; kolone: ColumnChoice; vrednosti: FieldValues }
export type KnownOfSupplier = {
  kolone: ColumnChoice
  vrednosti: FieldValues
  zapamceno: Remembered[]
  partner_id: number | null
}

type Column = { polje: SupplierField; naslov: string; kolona: number; kako: 'naziv' | 'zapamćeno' | 'izabrano' }
export type SupplierSheet = {
  prazan: boolean
  fault: string | null
  /** By this sheets of one kind know each other. */
  naslov: string
  partner_id: number | null
  kolone: Column[]
  pitanja: { polje: SupplierField; naziv: string; kolone: { kolona: number; naslov: string }[] }[]
  fakture: ReadInvoice[]
}

/** Titles and the addresses of letters may stand above the heading. */
const HEADING_WITHIN_ROWS = 40
/** With fewer names a row is no heading. */
const FEWEST_HEADINGS = 2
/** So much of a heading tells it from others. */
const MAX_HEADING_CHARACTERS = 500

const fieldOf = (cell: SheetCell): SupplierField | undefined => {
  const text = headerText(cell)
  return BY_HEADING.get(text) ?? BY_HEADING.get(headerText(cellText(cell).split(/[([]/, 1)[0]))
}

/**
 * The invoices in the sheet of a supplier: columns are found by what was chosen, by what was chosen for sheets of this
 * heading before, and by the names of their headings in Serbian, English and German. What is needed and not found is
 * asked (`pitanja`).
 */
export function readSupplierSheet(
  rows: readonly SheetRow[],
  known: KnownOfSupplier,
  limits: EntryLimits,
  today: CalendarDate,
): SupplierSheet {
  const filled = rows.filter((row) => !isBlankRow(row))
  const count = ({ cells }: SheetRow) => new Set(cells.map(fieldOf).filter(Boolean)).size
  const first = filled.slice(0, HEADING_WITHIN_ROWS)
  const most = Math.max(0, ...first.map(count))
  const texts = ({ cells }: SheetRow) => cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '').length
  const widest = first.toSorted((a, b) => texts(b) - texts(a))[0]
  const header = most >= FEWEST_HEADINGS ? first.find((row) => count(row) === most) : widest
  const headings = (header?.cells ?? []).map((cell) => cellText(cell))
  const naslov = headings
    .map((text) => headerText(text))
    .join('|')
    .slice(0, MAX_HEADING_CHARACTERS)
  const remembered = rememberedFor(naslov, known)
  const columns = columnsOf(headings, known.kolone, remembered?.kolone ?? {})
  const vrednosti = { ...remembered?.vrednosti, ...known.vrednosti }
  const at = new Map(columns.map(({ polje, kolona }) => [polje, kolona - 1]))
  const data = header ? filled.slice(filled.indexOf(header) + 1) : []
  const pitanja = questionsOf(headings, at, vrednosti)
  const missing = pitanja.some(({ polje }) => polje !== 'broj_fakture' && polje !== 'valuta')
  return {
    prazan: filled.length === 0,
    fault: null,
    naslov,
    partner_id: known.partner_id ?? remembered?.partner_id ?? null,
    kolone: columns,
    pitanja,
    fakture: missing ? [] : invoicesOf(data, at, vrednosti, limits, today),
  }
}

/** What was chosen for the partner, or for whom alone it was. */
function rememberedFor(naslov: string, { zapamceno, partner_id }: KnownOfSupplier): Remembered | undefined {
  const same = zapamceno.filter((one) => one.naslov === naslov)
  const own = same.find((one) => one.partner_id === partner_id)
  return own ?? (partner_id === null && same.length === 1 ? same[0] : undefined)
}

function columnsOf(headings: readonly string[], chosen: ColumnChoice, remembered: ColumnChoice): Column[] {
  const placed = new Map<SupplierField, Column>()
  const place = (polje: SupplierField, index: number, kako: Column['kako']) => {
    const isFree = ![...placed.values()].some(({ kolona }) => kolona === index + 1)
    if (index >= 0 && !placed.has(polje) && isFree)
      placed.set(polje, { polje, naslov: headings[index] ?? '', kolona: index + 1, kako })
  }
  const indexOf = (wanted: string | number) =>
    typeof wanted === 'number' ? wanted - 1 : headings.findIndex((text) => headerText(text) === headerText(wanted))
  for (const [choice, kako] of [
    [chosen, 'izabrano'],
    [remembered, 'zapamćeno'],
  ] as const)
    for (const [polje, wanted] of Object.entries(choice)) place(polje as SupplierField, indexOf(wanted), kako)
  for (const [index, heading] of headings.entries()) {
    const polje = fieldOf(heading)
    if (polje) place(polje, index, 'naziv')
  }
  return [...placed.values()].sort((a, b) => a.kolona - b.kolona)
}

function questionsOf(
  headings: readonly string[],
  at: ReadonlyMap<SupplierField, number>,
  values: FieldValues,
): SupplierSheet['pitanja'] {
  const has = (...fields: SupplierField[]) => fields.some((field) => at.has(field) || values[field])
  const taken = new Set(at.values())
  const free = headings.flatMap((naslov, index) =>
    naslov !== '' && !taken.has(index) ? [{ kolona: index + 1, naslov }] : [],
  )
  const asked: SupplierField[] = []
  if (!has('sifra_prodavca', 'sifra_kupca', 'naziv')) asked.push('naziv')
  if (!has('kolicina')) asked.push('kolicina')
  if (!has('cena', 'iznos')) asked.push('cena')
  if (!has('broj_fakture')) asked.push('broj_fakture')
  if (!has('valuta')) asked.push('valuta')
  return asked.map((polje) => ({ polje, naziv: FIELDS[polje][0], kolone: polje === 'valuta' ? [] : free }))
}

type Invoice = ReadInvoice & { ids: string[]; zbir: bigint }

function invoicesOf(
  data: readonly SheetRow[],
  at: ReadonlyMap<SupplierField, number>,
  values: FieldValues,
  limits: EntryLimits,
  today: CalendarDate,
): ReadInvoice[] {
  const notation = new Map<SupplierField, Notation>(
    [...at].map(([field, index]) => [field, notationOf(data.map(({ cells }) => cells[index]))]),
  )
  const cell = (row: SheetRow, field: SupplierField): SheetCell =>
    (at.has(field) ? sharedCell(row, at.get(field) as number) : null) ?? values[field] ?? null
  const text = (row: SheetRow, field: SupplierField) =>
    visibleText(cellText(cell(row, field))).slice(0, limits.MAX_NAME_CHARACTERS)
  const invoices = new Map<string, Invoice>()
  for (const row of data) {
    const broj_fakture = readCode('Broj fakture', cell(row, 'broj_fakture'), limits.MAX_CODE_CHARACTERS).value ?? ''
    const key = codeKey(broj_fakture)
    const invoice: Invoice = invoices.get(key) ?? {
      ...{ broj_fakture, datum: readDay('Datum', cell(row, 'datum'), today).value ?? null, paritet: '' },
      valuta: text(row, 'valuta').toUpperCase(),
      prodavac: { naziv: '', grad: '', pib: '', zemlja: '' },
      ...{ stavke: [], zbir_stavki: 0 as Para, popusti: 0 as Para, ukupno: null, sumnje: [], ids: [], zbir: 0n },
    }
    const line = lineOf(row, cell, text, notation)
    // Rows of totals and of remarks have no goods.
    if (line === null) continue
    if (typeof line === 'string') invoice.sumnje.push(`Red ${row.red}: ${line} Red nije uzet.`)
    else {
      invoice.stavke.push(line.stavka)
      invoice.ids.push(text(row, 'redni_broj').replace(/\.$/, ''))
      invoice.sumnje.push(...line.sumnje.map((doubt) => `Red ${row.red}: ${doubt}`))
      invoice.zbir += BigInt(line.stavka.iznos)
    }
    invoices.set(key, invoice)
  }
  return [...invoices.values()].map(({ ids, zbir, ...invoice }) => {
    const ordinals = ordinalsOf(ids)
    const stavke = invoice.stavke.map((stavka, index) => ({ ...stavka, redni_broj: ordinals[index] as number }))
    return { ...invoice, stavke, zbir_stavki: Number(zbir) as Para }
  })
}

/** A line of the invoice, why the row is none, or null where it has no goods. */
function lineOf(
  row: SheetRow,
  cell: (row: SheetRow, field: SupplierField) => SheetCell,
  text: (row: SheetRow, field: SupplierField) => string,
  notation: ReadonlyMap<SupplierField, Notation>,
): { stavka: InvoiceLine; sumnje: string[] } | string | null {
  const [naziv, sifra_prodavca, sifra_kupca] = [
    text(row, 'naziv'),
    text(row, 'sifra_prodavca'),
    text(row, 'sifra_kupca'),
  ]
  const number = (field: 'kolicina' | 'cena' | 'iznos') =>
    readQuantity(FIELDS[field][0], cell(row, field), { notation: notation.get(field) ?? 'serbian' })
  const [kolicina, cena, iznos] = [number('kolicina'), number('cena'), number('iznos')]
  if (naziv + sifra_prodavca + sifra_kupca === '' || (!kolicina.value && !kolicina.fault)) return null
  const fault = kolicina.fault ?? cena.fault ?? (cena.value ? null : iznos.fault)
  if (fault) return fault
  if (!kolicina.value || !(cena.value || iznos.value)) return `${FIELDS.cena[0]}: obavezno polje.`
  const said = iznos.value ? divideHalfUp(BigInt(iznos.value), MICRO_PER_PARA) : null
  const price =
    cena.value ?? (Number(divideHalfUp(BigInt(iznos.value as Micro) * MICRO, BigInt(kolicina.value))) as Micro)
  if (price > MAX_ENTERED) return `${FIELDS.cena[0]}: previše.`
  const counted = multiplyToPara(kolicina.value, price)
  const amount = said ?? counted
  if (amount > BigInt(MAX_AMOUNT)) return `${FIELDS.iznos[0]}: previše.`
  const sumnje = [...kolicina.doubts, ...cena.doubts]
  const difference = amount - counted
  if (difference > 1n || difference < -1n)
    sumnje.push(`količina × cena je ${shown(counted)}, a iznos ${shown(amount)}.`)
  const tariff = readTariff(FIELDS.tarifni_broj[0], cell(row, 'tarifni_broj')).value ?? ''
  const country = text(row, 'zemlja_porekla')
  const stavka: InvoiceLine = {
    ...{ redni_broj: 0, sifra_kupca, sifra_prodavca, naziv, kolicina: kolicina.value, cena: price },
    jedinica_mere: text(row, 'jedinica_mere'),
    iznos: Number(amount) as Para,
    // A column 'Poreklo' with DA and NE is the proof of origin, which a supplier's sheet does not give.
    zemlja_porekla: /^(da|ne|)$/i.test(country) ? '' : countryName(country),
    tarifni_broj: isTariffNumber(tariff) ? tariff : '',
  }
  return { stavka, sumnje }
}
const MICRO = 1_000_000n
const MICRO_PER_PARA = 10_000n
const shown = (amount: bigint) => formatPara(Number(amount) as Para)
