import { type CalendarDate, formatDate, parseTypedDate } from './calendar-date.ts'
import { readDay, readQuantity } from './cell.ts'
import { divideHalfUp, MICRO, type Micro } from './decimal.ts'
import { dayAfter } from './months.ts'
import {
  cellText,
  doubledFault,
  headerText,
  isBlankRow,
  quoted,
  reasonOf,
  type SheetCell,
  type SheetRow,
  wideFault,
} from './sheet.ts'
import { type Notation, notationOf, readNumber } from './sheet-number.ts'

/** A rate of a list: `kurs` is `srednji_kurs` divided by its `jedinica`, so many RSD for one unit of the currency. */
export type SheetRate = {
  red: number
  valuta: string
  vazi_od: CalendarDate
  srednji_kurs: Micro
  jedinica: number
  kurs: Micro
  /** What was assumed in its row. */
  upozorenja: string[]
}
/** A row that is not taken; `vazi_od` as far as it is known. */
export type SkippedRate = { red: number; valuta: string; vazi_od: CalendarDate | null; razlog: string }
/** `ostale`: currencies of the list that the books do not have. */
export type RateSheet = {
  prazan: boolean
  fault: string | null
  ispravni: SheetRate[]
  neispravni: SkippedRate[]
  ostale: string[]
}

/**
 * Headings as the National Bank of Serbia writes them: of its page (Cyrillic and Latin, one day or a period of one
 * currency), of its XML file (Exchange_Rates_List) and of its service (ExchangeRateDataSet).
 */
const HEADINGS = {
  valuta: /^(oznaka(_valute)?|valuta|currency|currencycodealfachar)$/,
  sifra: /^(sifra(_valute)?|code|currencycode|currencycodenumchar)$/,
  jedinica: /^(vazi_za|jedinica|paritet|unit)$/,
  srednji: /^(srednji(_kurs)?|middle_?rate)$/,
  // A period says when a list was made and, on days without a list of their own, on which it holds.
  primena: /^(datum_primene|vazi_od)$/,
  datum: /^(datum(_formiranja|_kursne_liste)?|date)$/,
} as const
type Column = keyof typeof HEADINGS
type Places = Readonly<Record<Column, number>>
const BOUGHT_OR_SOLD = /^(kupovni|prodajni|(buying|selling)_?rate)/

/** Numbers of currencies (ISO 4217), where a list has no letters. */
const BY_NUMBER: Readonly<Record<string, string>> = { 978: 'EUR', 840: 'USD', 941: 'RSD' }

/** How many rows may stand above the headings: number and day of the list, what it is for. */
const HEADER_WITHIN = 30
/** A list is made on the day before it holds, and before holidays for some days more. */
const DAYS_AHEAD = 10
/** Of a longer text above the headings only the beginning is looked at. */
const SEEN_CHARACTERS = 200
/** Of a longer text in the place of a currency no more is told. */
const MAX_CURRENCY_CHARACTERS = 50
const MAX_UNIT = 1_000_000
const DAY_IN_TEXT = /(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?\d{4}/g
const CODE = /^[A-Z]{3}$/

const texts = {
  noColumns:
    'U fajlu nije nađena kursna lista. Zaglavlje mora da ima kolone Oznaka valute, Važi za i Srednji kurs, kao lista Narodne banke Srbije.',
  noMiddle: 'U fajlu nema srednjeg kursa, nego kupovni i prodajni. Preuzmite listu zvaničnog srednjeg kursa.',
  noDay: 'U fajlu nije nađen dan kursne liste, ni iznad tabele („Formirana na dan …“) ni u koloni Datum.',
  noCurrency: 'U fajlu nije nađena valuta, ni u koloni Oznaka valute ni iznad tabele.',
  rounded: 'Kurs je zaokružen na 6 decimala.',
  tooSmall: 'Kurs za jednu jedinicu je manji od 0,000001.',
  dinarIsOne: 'Kurs za RSD je uvek 1.',
} as const

/** Reads a list of rates, of one day or of many; columns are found by their headings. `known`: currencies of the books. */
export function readRateSheet(rows: readonly SheetRow[], known: readonly string[], today: CalendarDate): RateSheet {
  const sheet: RateSheet = { prazan: false, fault: null, ispravni: [], neispravni: [], ostale: [] }
  const filled = rows.filter((row) => !isBlankRow(row))
  const first = filled.slice(0, HEADER_WITHIN)
  const at = first.findIndex((row) => isHeader(placesIn(row)))
  if (at < 0) {
    const isOther = first.some(({ cells }) => cells.some((cell) => BOUGHT_OR_SOLD.test(headerText(cell))))
    return { ...sheet, prazan: filled.length === 0, fault: isOther ? texts.noMiddle : texts.noColumns }
  }
  const places = placesIn(filled[at] as SheetRow)
  const above = saidIn(filled.slice(0, at), known)
  const data = filled.slice(at + 1)
  const hasDays = places.primena >= 0 || places.datum >= 0
  if (!hasDays && above.day === null) return { ...sheet, fault: texts.noDay }
  if (places.valuta < 0 && places.sifra < 0 && above.valuta === null) return { ...sheet, fault: texts.noCurrency }
  const header = filled[at] as SheetRow
  const fault = doubledFault(header, data, (heading) => Object.values(HEADINGS).some((one) => one.test(heading)))
  if (fault) return { ...sheet, fault }
  const notation = notationOf(data.map(({ cells }) => cells[places.srednji]))
  const latest = Array.from({ length: DAYS_AHEAD }).reduce<CalendarDate>(dayAfter, today)
  const redOf = new Map<string, number>()
  const others = new Set<string>()
  for (const row of data) {
    const read = readRow(row, places, above, { notation, latest, width: header.cells.length })
    if (read === null) continue
    if (CODE.test(read.valuta) && !known.includes(read.valuta)) others.add(read.valuta)
    else if ('razlog' in read) sheet.neispravni.push(read)
    else {
      const key = `${read.valuta} ${read.vazi_od}`
      const earlier = redOf.get(key)
      const again = `Kurs za ${read.valuta} od ${formatDate(read.vazi_od)} se ponavlja, već je u redu ${earlier}.`
      if (earlier !== undefined) sheet.neispravni.push({ ...read, razlog: again })
      else {
        redOf.set(key, read.red)
        sheet.ispravni.push(read)
      }
    }
  }
  return { ...sheet, prazan: data.length === 0, ostale: [...others] }
}

const placesIn = ({ cells }: SheetRow): Places => {
  const headings = cells.map(headerText)
  const place = (column: Column) => headings.findIndex((heading) => HEADINGS[column].test(heading))
  return {
    ...{ valuta: place('valuta'), sifra: place('sifra'), jedinica: place('jedinica') },
    ...{ srednji: place('srednji'), primena: place('primena'), datum: place('datum') },
  }
}
const isHeader = ({ srednji, jedinica }: Places): boolean => srednji >= 0 && jedinica >= 0

type Above = { readonly day: CalendarDate | null; readonly valuta: string | null }

/** What stands above the headings: the day of the list, and the currency where it has but one. */
function saidIn(rows: readonly SheetRow[], known: readonly string[]): Above {
  const said = rows.flatMap(({ cells }) => cells.map((cell) => cellText(cell).slice(0, SEEN_CHARACTERS)))
  const daysIn = (some: readonly string[]) =>
    new Set(some.flatMap((text) => text.match(DAY_IN_TEXT) ?? []).map((day) => parseTypedDate(day)))
  const made = daysIn(said.filter((text) => /(^|_)na_dan(_|$)/.test(headerText(text))))
  const currencies = new Set(said.flatMap((text) => known.filter((valuta) => text.includes(valuta))))
  return { day: only(made) ?? only(daysIn(said)), valuta: only(currencies) }
}
const only = <T>(values: ReadonlySet<T>): T | null => (values.size === 1 ? ([...values][0] as T) : null)

/** The rate of a row; null where it is none, as notes below the table. */
function readRow(
  row: SheetRow,
  places: Places,
  above: Above,
  { notation, latest, width }: { notation: Notation; latest: CalendarDate; width: number },
): SheetRate | SkippedRate | null {
  const { red, cells } = row
  const cell = (column: Column): SheetCell => cells[places[column]] ?? null
  const valuta = currencyIn(cell('valuta'), cell('sifra')) ?? above.valuta ?? ''
  if (cellText(cell('srednji')) === '') return null
  const dayCell = [cell('primena'), cell('datum')].find((one) => cellText(one) !== '')
  const day = readDay('Datum', dayCell, latest)
  const vazi_od = dayCell === undefined ? above.day : (day.value ?? null)
  const srednji = readQuantity('Srednji kurs', cell('srednji'), { grouped: false, notation, greater: 'veći' })
  const jedinica = unitIn(cell('jedinica'))
  const kurs = srednji.value && jedinica !== null ? divided(srednji.value, jedinica) : null
  const faults = reasonOf([
    currencyFault(valuta),
    day.fault ?? (vazi_od ? null : 'Datum: obavezno polje.'),
    srednji.fault,
    jedinica === null ? `Važi za: ${quoted(cellText(cell('jedinica')))} nije ceo broj od 1 do 1.000.000.` : null,
    kurs?.value === 0 ? texts.tooSmall : null,
  ])
  const razlog = wideFault(row, width) ?? faults
  if (razlog !== null || vazi_od === null || !srednji.value || jedinica === null || kurs === null)
    return { red, valuta, vazi_od, razlog: razlog ?? '' }
  const upozorenja = [...day.doubts, ...srednji.doubts, ...(kurs.exact ? [] : [texts.rounded])]
  return { red, valuta, vazi_od, srednji_kurs: srednji.value, jedinica, kurs: kurs.value, upozorenja }
}

function currencyIn(letters: SheetCell, number: SheetCell): string | null {
  const text = cellText(letters).slice(0, MAX_CURRENCY_CHARACTERS).toUpperCase()
  if (text !== '') return text
  const digits = cellText(number).slice(0, MAX_CURRENCY_CHARACTERS).replace(/^0+/, '')
  return digits === '' ? null : (BY_NUMBER[digits] ?? digits)
}

function currencyFault(valuta: string): string | null {
  if (valuta === '') return 'Oznaka valute: obavezno polje.'
  if (valuta === 'RSD') return texts.dinarIsOne
  return CODE.test(valuta) ? null : `Oznaka valute: ${quoted(valuta)} nije oznaka valute.`
}

function unitIn(cell: SheetCell): number | null {
  const read = readNumber(cell, { grouped: true })
  if (read.kind !== 'number' || read.value % MICRO !== 0) return null
  const unit = read.value / MICRO
  return unit <= MAX_UNIT ? unit : null
}

/** Rates are kept with 6 places, as they are typed; what remains behind them is rounded half up. */
function divided(value: Micro, unit: number): { value: Micro; exact: boolean } {
  const [whole, by] = [BigInt(value), BigInt(unit)]
  return { value: Number(divideHalfUp(whole, by)) as Micro, exact: whole % by === 0n }
}
