import type { CalendarDate } from './calendar-date.ts'
import { type CellRead, numberDoubts, readCode, readDay, readQuantity, readTariff, readText } from './cell.ts'
import { convertPara, type Micro, type Para } from './decimal.ts'
import { cellText, type EntryLimits, reasonOf, type SheetCell } from './sheet.ts'
import { type FieldSheet, fieldCell, saysOf, wideRowFault } from './sheet-fields.ts'
import { meansEither, type Notation, numberFault, provenNotation } from './sheet-number.ts'
import type { DvosmislenRed, KolonaBrojeva } from './usaglasavanje-brojevi.ts'

/** The fields of the forwarder's sheet ('usaglasavanje' in contract/import-fields.ts) with their names on screens. */
export const LABELS = {
  broj: 'Broj',
  datum: 'Datum',
  redni_broj: 'R. br.',
  tarifni_broj: 'Tarifni broj',
  kolicina: 'Količina',
  jedinica_mere: 'JM',
  vrednost: 'Vrednost',
} as const
export type PoljeKolone = keyof typeof LABELS

export type UsaglasavanjeSheet = {
  prazan: boolean
  fault: string | null
  /** The required fields that the sheet lacks. */
  nedostaje: PoljeKolone[]
  redovi: (DvosmislenRed & { red: number })[]
  /** Whether a column of the sheet proves how its numbers are written. */
  dokazano: Readonly<Record<KolonaBrojeva, boolean>>
  preskoceni: Napomenut[]
  /** Doubts about rows that were read. */
  sumnje: Napomenut[]
}

type Napomenut = { red: number; broj: string; razlog: string }

/**
 * Reads a sheet of the forwarder or of customs (customs §4.11) with a known field for each column. A row without a
 * quantity, or without number and tariff number, is left out with its reason.
 */
export function readUsaglasavanje(sheet: FieldSheet, limits: EntryLimits, today: CalendarDate): UsaglasavanjeSheet {
  const { data, at } = sheet
  const says = (polje: PoljeKolone) => saysOf(sheet, polje)
  const nedostaje: PoljeKolone[] = says('kolicina') ? [] : ['kolicina']
  if (!says('broj') && !says('tarifni_broj')) nedostaje.push('broj')
  const proven = {
    kolicina: provenNotation(data.map(({ cells }) => cells[at.kolicina ?? -1])),
    vrednost: provenNotation(data.map(({ cells }) => cells[at.vrednost ?? -1])),
  }
  // A column with only numbers such as `1,250` follows the other one: both were written by the same program.
  const notations = { kolicina: proven.kolicina ?? proven.vrednost, vrednost: proven.vrednost ?? proven.kolicina }
  const dokazano = { kolicina: notations.kolicina !== null, vrednost: notations.vrednost !== null }
  const found: Pick<UsaglasavanjeSheet, 'redovi' | 'preskoceni' | 'sumnje'> = { redovi: [], preskoceni: [], sumnje: [] }
  const read = { prazan: data.length === 0, fault: null, nedostaje, dokazano, ...found }
  if (nedostaje.length > 0) return read
  for (const row of data) {
    const cell = (polje: PoljeKolone) => fieldCell(sheet, row, polje)
    // An amount that is merged over several rows is none of each.
    const own = (polje: PoljeKolone) => row.cells[at[polje] ?? -1] ?? sheet.vrednosti[polje]
    const broj = readCode(LABELS.broj, cell('broj'), limits.MAX_CODE_CHARACTERS)
    const tarifni_broj = readTariff(LABELS.tarifni_broj, cell('tarifni_broj'), limits.MAX_CODE_CHARACTERS)
    const jedinica_mere = readText(LABELS.jedinica_mere, cell('jedinica_mere'), limits.MAX_CODE_CHARACTERS)
    const kolicina = quantityIn(LABELS.kolicina, own('kolicina'), notations.kolicina ?? 'serbian')
    const vrednost = amountIn(LABELS.vrednost, own('vrednost'), notations.vrednost ?? 'serbian')
    const datum = readDay(LABELS.datum, cell('datum'), today)
    const all: readonly CellRead<unknown>[] = [broj, tarifni_broj, jedinica_mere, kolicina, vrednost, datum]
    const said = { red: row.red, broj: cellText(cell('broj')).slice(0, limits.MAX_CODE_CHARACTERS) }
    const isNameless = said.broj === '' && cellText(cell('tarifni_broj')) === ''
    const fault = reasonOf([
      wideRowFault(sheet, row),
      isNameless ? 'Nema ni broj ni tarifni broj.' : null,
      ...all.map((one) => one.fault),
      kolicina.value === undefined && !kolicina.fault ? numberFault(LABELS.kolicina, 'missing', '') : null,
    ])
    if (fault !== null || !kolicina.value) {
      found.preskoceni.push({ ...said, razlog: fault ?? '' })
      continue
    }
    const doubt = reasonOf(all.flatMap(({ doubts }) => doubts))
    if (doubt !== null) found.sumnje.push({ ...said, razlog: doubt })
    found.redovi.push({
      red: row.red,
      broj: broj.value ?? '',
      redni_broj: ordinalIn(cell('redni_broj'), limits.MAX_REDNI_BROJ),
      tarifni_broj: tarifni_broj.value ?? '',
      kolicina: kolicina.value,
      jedinica_mere: jedinica_mere.value ?? '',
      vrednost: vrednost.value ?? null,
      datum: datum.value ?? null,
      drugacije: { kolicina: kolicina.drugacije, vrednost: vrednost.drugacije },
    })
  }
  return read
}

/**
 * A number with what its text would mean in the other notation; one remark for the column says that, not one for each
 * row.
 */
type EitherRead<T> = CellRead<T> & { drugacije: { tekst: string; vrednost: T } | null }
type QuantityRead = EitherRead<Micro> & Pick<ReturnType<typeof readQuantity>, 'problem'>

function quantityIn(label: string, cell: SheetCell | undefined, notation: Notation): QuantityRead {
  const read = readQuantity(label, cell, { notation })
  const tekst = cellText(cell)
  if (typeof cell !== 'string' || !read.value || !meansEither(tekst)) return { ...read, drugacije: null }
  const other = readQuantity(label, cell, { notation: notation === 'english' ? 'serbian' : 'english' }).value
  const guessed = numberDoubts(label, tekst, { value: read.value, note: 'guessed' })
  const doubts = read.doubts.filter((doubt) => !guessed.includes(doubt))
  return { ...read, doubts, drugacije: other && other !== read.value ? { tekst, vrednost: other } : null }
}

/** An amount to the second place; an empty one, or zero, is not compared. */
function amountIn(label: string, cell: SheetCell | undefined, notation: Notation): EitherRead<Para> {
  const { value, doubts, fault, problem, drugacije } = quantityIn(label, cell, notation)
  return {
    value: value ? inPara(value) : undefined,
    doubts,
    fault: problem === 'not-positive' ? null : fault,
    drugacije: drugacije && { ...drugacije, vrednost: inPara(drugacije.vrednost) },
  }
}
const inPara = (value: Micro): Para => convertPara(ONE, value)
const ONE = 100 as Para

/** The ordinal in `1` or `1.`; null for any other text. */
function ordinalIn(cell: SheetCell | undefined, most: number): number | null {
  const [, digits] = /^(\d{1,9})\.?$/.exec(cellText(cell)) ?? []
  const value = Number(digits)
  return digits !== undefined && value > 0 && value <= most ? value : null
}
