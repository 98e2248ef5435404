import type { CalendarDate } from './calendar-date.ts'
import { readCode, readDay, readQuantity, readTariff } from './cell.ts'
import { isTariffNumber } from './codes.ts'
import { countryName } from './countries.ts'
import { divideHalfUp, formatPara, MAX_AMOUNT, MAX_ENTERED, type Micro, multiplyToPara, type Para } from './decimal.ts'
import { type InvoiceLine, ordinalsOf, type ReadInvoice } from './e-invoice.ts'
import { codeKey, visibleText } from './one-form.ts'
import { cellText, codeDoubt, type EntryLimits, type SheetCell, type SheetRow } from './sheet.ts'
import { type FieldSheet, fieldCell, saysOf, wideRowFault } from './sheet-fields.ts'
import { type Notation, notationOf } from './sheet-number.ts'

/** The fields of a supplier's sheet ('faktura' in contract/import-fields.ts). */
type SupplierField =
  | ('broj_fakture' | 'datum' | 'valuta' | 'redni_broj' | 'sifra_kupca' | 'sifra_prodavca' | 'naziv' | 'kolicina')
  | ('jedinica_mere' | 'cena' | 'iznos' | 'zemlja_porekla' | 'tarifni_broj')

export type SupplierSheet = {
  prazan: boolean
  fault: string | null
  /** Fields without a value that an invoice must have. */
  nedostaje: SupplierField[]
  fakture: ReadInvoice[]
}

/** The invoices in the sheet of a supplier with a known field for each column. */
export function readSupplierSheet(sheet: FieldSheet, limits: EntryLimits, today: CalendarDate): SupplierSheet {
  const nedostaje = lackingIn(sheet)
  const missing = nedostaje.some((polje) => polje !== 'broj_fakture' && polje !== 'valuta')
  return {
    prazan: sheet.rows.length === 0,
    fault: null,
    nedostaje,
    fakture: missing ? [] : invoicesOf(sheet, limits, today),
  }
}

function lackingIn(sheet: FieldSheet): SupplierField[] {
  const has = (...fields: SupplierField[]) => fields.some((field) => saysOf(sheet, field))
  const lacking: SupplierField[] = []
  if (!has('sifra_prodavca', 'sifra_kupca', 'naziv')) lacking.push('naziv')
  if (!has('kolicina')) lacking.push('kolicina')
  if (!has('cena', 'iznos')) lacking.push('cena')
  if (!has('broj_fakture')) lacking.push('broj_fakture')
  if (!has('valuta')) lacking.push('valuta')
  return lacking
}

type Invoice = ReadInvoice & { ids: string[]; zbir: bigint }

function invoicesOf(sheet: FieldSheet, limits: EntryLimits, today: CalendarDate): ReadInvoice[] {
  const { data, at } = sheet
  const notation = new Map(
    Object.entries(at).map(([field, index]) => [field, notationOf(data.map(({ cells }) => cells[index]))]),
  )
  const cell = (row: SheetRow, field: SupplierField): SheetCell => fieldCell(sheet, row, field)
  const text = (row: SheetRow, field: SupplierField) =>
    visibleText(cellText(cell(row, field))).slice(0, limits.MAX_NAME_CHARACTERS)
  const invoices = new Map<string, Invoice>()
  for (const row of data) {
    const broj = readCode('Broj fakture', cell(row, 'broj_fakture'), limits.MAX_CODE_CHARACTERS)
    const datum = readDay('Datum', cell(row, 'datum'), today)
    const broj_fakture = broj.value ?? ''
    const key = codeKey(broj_fakture)
    const invoice: Invoice = invoices.get(key) ?? {
      ...{ broj_fakture, datum: datum.value ?? null, paritet: '' },
      valuta: text(row, 'valuta').toUpperCase(),
      prodavac: { naziv: '', grad: '', pib: '', zemlja: '' },
      ...{ stavke: [], zbir_stavki: 0 as Para, popusti: 0 as Para, ukupno: null, ids: [], zbir: 0n },
      sumnje: [...broj.doubts, ...datum.doubts],
    }
    const line = wideRowFault(sheet, row) ?? lineOf(row, { cell, text, notation, nazivi: sheet.nazivi })
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

type Reading = Pick<FieldSheet, 'nazivi'> & {
  readonly cell: (row: SheetRow, field: SupplierField) => SheetCell
  readonly text: (row: SheetRow, field: SupplierField) => string
  readonly notation: ReadonlyMap<string, Notation>
}

/** A line of the invoice, why the row is none, or null where it has no goods. */
function lineOf(
  row: SheetRow,
  { cell, text, notation, nazivi }: Reading,
): { stavka: InvoiceLine; sumnje: string[] } | string | null {
  const [naziv, sifra_prodavca, sifra_kupca] = [
    text(row, 'naziv'),
    text(row, 'sifra_prodavca'),
    text(row, 'sifra_kupca'),
  ]
  const called = (field: SupplierField) => nazivi[field] ?? field
  const number = (field: 'kolicina' | 'cena' | 'iznos') =>
    readQuantity(called(field), cell(row, field), { notation: notation.get(field) ?? 'serbian' })
  const [kolicina, cena, iznos] = [number('kolicina'), number('cena'), number('iznos')]
  if (naziv + sifra_prodavca + sifra_kupca === '' || (!kolicina.value && !kolicina.fault)) return null
  const fault = kolicina.fault ?? cena.fault ?? (cena.value ? null : iznos.fault)
  if (fault) return fault
  if (!kolicina.value || !(cena.value || iznos.value)) return `${called('cena')}: obavezno polje.`
  const said = iznos.value ? divideHalfUp(BigInt(iznos.value), MICRO_PER_PARA) : null
  const price =
    cena.value ?? (Number(divideHalfUp(BigInt(iznos.value as Micro) * MICRO, BigInt(kolicina.value))) as Micro)
  if (price > MAX_ENTERED) return `${called('cena')}: previše.`
  const counted = multiplyToPara(kolicina.value, price)
  const amount = said ?? counted
  if (amount > BigInt(MAX_AMOUNT)) return `${called('iznos')}: previše.`
  const tariff = readTariff(called('tarifni_broj'), cell(row, 'tarifni_broj'))
  const codes = (['sifra_prodavca', 'sifra_kupca'] as const).map((field) => codeDoubt(called(field), cell(row, field)))
  const doubts = [...codes, ...kolicina.doubts, ...cena.doubts, ...tariff.doubts]
  const sumnje = doubts.filter((doubt) => doubt !== null)
  const difference = amount - counted
  if (difference > 1n || difference < -1n)
    sumnje.push(`količina × cena je ${shown(counted)}, a iznos ${shown(amount)}.`)
  const country = text(row, 'zemlja_porekla')
  const stavka: InvoiceLine = {
    ...{ redni_broj: 0, sifra_kupca, sifra_prodavca, naziv, kolicina: kolicina.value, cena: price },
    jedinica_mere: text(row, 'jedinica_mere'),
    iznos: Number(amount) as Para,
    // A column 'Poreklo' with DA and NE is the proof of origin, which a supplier's sheet does not give.
    zemlja_porekla: /^(da|ne|)$/i.test(country) ? '' : countryName(country),
    tarifni_broj: isTariffNumber(tariff.value ?? '') ? (tariff.value ?? '') : '',
  }
  return { stavka, sumnje }
}
const MICRO = 1_000_000n
const MICRO_PER_PARA = 10_000n
const shown = (amount: bigint) => formatPara(Number(amount) as Para)
