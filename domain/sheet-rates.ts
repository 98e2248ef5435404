import { type CalendarDate, dayAfter, formatDate, parseTypedDate } from './calendar-date.ts'
import { readDay, readQuantity } from './cell.ts'
import { divideHalfUp, MICRO, type Micro } from './decimal.ts'
import { cellText, headerText, quoted, reasonOf, type SheetCell, type SheetRow } from './sheet.ts'
import { doubledIn, type FieldSheet, fieldCell, saysOf, wideRowFault } from './sheet-fields.ts'
import { type Notation, notationOf, readNumber } from './sheet-number.ts'

/** A rate of a list: `kurs` is `srednji_kurs` divided by its `jedinica`, the RSD for one unit of the currency. */
export type SheetRate = {
  red: number
  valuta: string
  vazi_od: CalendarDate
  srednji_kurs: Micro
  jedinica: number
  kurs: Micro
  /** Assumptions made about its row. */
  upozorenja: string[]
}
/** A row that is not taken; `vazi_od` as far as it is known. */
export type SkippedRate = { red: number; valuta: string; vazi_od: CalendarDate | null; razlog: string }
/** `ostale`: currencies of the list that the books do not have; `nedostaje`: fields without a value. */
export type RateSheet = {
  prazan: boolean
  fault: string | null
  ispravni: SheetRate[]
  neispravni: SkippedRate[]
  ostale: string[]
  nedostaje: string[]
}

type Column = 'valuta' | 'sifra' | 'jedinica' | 'srednji' | 'primena' | 'datum'
const BOUGHT_OR_SOLD = /^(kupovni|prodajni|(buying|selling)_?rate)/

/** Numbers of currencies (ISO 4217), where a list has no letters. */
const BY_NUMBER: Readonly<Record<string, string>> = { 978: 'EUR', 840: 'USD', 941: 'RSD' }

/** A list is made on the day before it holds, and before holidays for some days more. */
const DAYS_AHEAD = 10
/** Only the beginning of a longer text above the headings is read. */
const SEEN_CHARACTERS = 200
/** A sentence quotes at most this much of the text in the place of a currency. */
const MAX_CURRENCY_CHARACTERS = 50
const MAX_UNIT = 1_000_000
const DAY_IN_TEXT = /(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?\d{4}/g
const CODE = /^[A-Z]{3}$/

const texts = {
  noColumns:
    'U fajlu nije nađena kursna lista. Zaglavlje mora da ima kolone Oznaka valute, Važi za i Srednji kurs, kao lista Narodne banke Srbije.',
  noMiddle: 'U fajlu nema srednjeg kursa, nego kupovni i prodajni. Preuzmite listu zvaničnog srednjeg kursa.',
  rounded: 'Kurs je zaokružen na 6 decimala.',
  tooSmall: 'Kurs za jednu jedinicu je manji od 0,000001.',
  dinarIsOne: 'Kurs za RSD je uvek 1.',
} as const

/**
 * Reads a list of rates, of one day or of many. `known`: currencies of the books. `nedostaje`: what neither a column, a
 * value nor the lines above the heading say; then no row is read.
 */
export function readRateSheet(sheet: FieldSheet, known: readonly string[], today: CalendarDate): RateSheet {
  const { above: title, data } = sheet
  const says = (column: Column) => saysOf(sheet, column)
  const read: RateSheet = {
    prazan: sheet.rows.length === 0 || (says('srednji') && data.length === 0),
    fault: null,
    ispravni: [],
    neispravni: [],
    ostale: [],
    nedostaje: [],
  }
  if (read.prazan) return read
  if (!says('srednji')) {
    const isOther = sheet.rows.some(({ cells }) => cells.some((cell) => BOUGHT_OR_SOLD.test(headerText(cell))))
    if (isOther) return { ...read, fault: texts.noMiddle }
    if (!says('jedinica') && !says('valuta')) return { ...read, fault: texts.noColumns }
  }
  const above = saidIn(title, known)
  if (!says('srednji')) read.nedostaje.push('srednji')
  if (!says('jedinica')) read.nedostaje.push('jedinica')
  if (!says('primena') && !says('datum') && above.day === null) read.nedostaje.push('datum')
  if (!says('valuta') && !says('sifra') && above.valuta === null) read.nedostaje.push('valuta')
  if (read.nedostaje.length > 0) return read
  const fault = doubledIn(sheet)
  if (fault) return { ...read, fault }
  const notation = notationOf(data.map(({ cells }) => cells[sheet.at.srednji ?? -1]))
  const latest = Array.from({ length: DAYS_AHEAD }).reduce<CalendarDate>(dayAfter, today)
  const redOf = new Map<string, number>()
  const others = new Set<string>()
  for (const row of data) {
    const one = readRow(sheet, row, above, { notation, latest })
    if (one === null) continue
    if (CODE.test(one.valuta) && !known.includes(one.valuta)) others.add(one.valuta)
    else if ('razlog' in one) read.neispravni.push(one)
    else {
      const key = `${one.valuta} ${one.vazi_od}`
      const earlier = redOf.get(key)
      const again = `Kurs za ${one.valuta} od ${formatDate(one.vazi_od)} se ponavlja, već je u redu ${earlier}.`
      if (earlier !== undefined) read.neispravni.push({ ...one, razlog: again })
      else {
        redOf.set(key, one.red)
        read.ispravni.push(one)
      }
    }
  }
  return { ...read, ostale: [...others] }
}

type Above = { readonly day: CalendarDate | null; readonly valuta: string | null }

/** The facts above the headings: the day of the list, and the currency where it has but one. */
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
  sheet: FieldSheet,
  row: SheetRow,
  above: Above,
  { notation, latest }: { notation: Notation; latest: CalendarDate },
): SheetRate | SkippedRate | null {
  const { red } = row
  const cell = (column: Column): SheetCell => fieldCell(sheet, row, column)
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
  const razlog = wideRowFault(sheet, row) ?? faults
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
