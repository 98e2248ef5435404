import type { CalendarDate } from './calendar-date.ts'
import {
  type CellRead,
  numberDoubts,
  readCode,
  readDay,
  readQuantity,
  readTariff,
  readText,
  UNIT_HEADING,
} from './cell.ts'
import { convertPara, type Micro, type Para } from './decimal.ts'
import {
  cellText,
  columnName,
  doubledFault,
  headerText,
  isBlankRow,
  quoted,
  reasonOf,
  type SheetCell,
  type SheetRow,
  wideFault,
} from './sheet.ts'
import { meansEither, type Notation, numberFault, provenNotation } from './sheet-number.ts'
import type { DvosmislenRed, KolonaBrojeva } from './usaglasavanje-brojevi.ts'

/** The meanings that a column of the forwarder's sheet can have. */
export const POLJA_KOLONA = [
  'broj',
  'datum',
  'redni_broj',
  'tarifni_broj',
  'kolicina',
  'jedinica_mere',
  'vrednost',
] as const
export type PoljeKolone = (typeof POLJA_KOLONA)[number]
/** Which column is which: the letter of each, of one that is not read null. */
export type Kolone = Readonly<Record<PoljeKolone, string | null>>
/** The same as somebody says it: a heading or a letter. */
export type RecenoKolone = Readonly<Partial<Record<PoljeKolone, string | null>>>

/** A column as the file has it: its letter, its heading and the first texts under it. */
export type Kolona = { kolona: string; naslov: string; primeri: string[] }

export type UsaglasavanjeSheet = {
  prazan: boolean
  fault: string | null
  /** Two columns of one heading of which one is proposed; somebody who chooses columns is told, and may choose either. */
  isti_naziv: string | null
  zaglavlja: Kolona[]
  kolone: Kolone
  /** Its headings as they are remembered, by what they were taken for. */
  naslovi: { zaglavlje: string; polje: PoljeKolone | null }[]
  redovi: (DvosmislenRed & { red: number })[]
  /** Whether a column of the sheet proves how its numbers are written. */
  dokazano: Readonly<Record<KolonaBrojeva, boolean>>
  preskoceni: Napomenut[]
  /** Remarks for the user on rows that were read. */
  sumnje: Napomenut[]
}

type Napomenut = { red: number; broj: string; razlog: string }

/** `kolone`: what its user says of the columns; null for what is proposed. `zapamceno`: what headings were taken for. */
export type KnownKolone = {
  readonly kolone: RecenoKolone | null
  readonly zapamceno: readonly { readonly zaglavlje: string; readonly polje: PoljeKolone | null }[]
  /** Only the columns are asked for. */
  readonly samoKolone: boolean
  readonly limits: { readonly MAX_CODE_CHARACTERS: number; readonly MAX_REDNI_BROJ: number }
}

/** Headings of forwarders and of customs, the surest first; `headerText` has them. */
const HEADINGS: readonly (readonly [PoljeKolone, RegExp])[] = [
  ['broj', /^(broj_)?(c4|jci|mrn|lrn)(_br(oj)?)?$|^(br(oj)?_)?(deklaracij|isprav|jci|dokument)/],
  [
    'redni_broj',
    /^(r_?_?br(oj)?|rb|red(ni)?_br(oj)?|naimenovanj\w*|br(oj)?_naimenovanj\w*|st(avka)?|item(_no)?|pozicija)$/,
  ],
  ['tarifni_broj', /^(tarif|tar_|tarb|hs|cn_|carinska_tarifa|ts$|tariff|commodity)/],
  ['kolicina', /^(kolicina|kol$|kolic|uvezeno|neto(_|$)|quantity|qty)/],
  ['jedinica_mere', UNIT_HEADING],
  ['vrednost', /^(vrednost|iznos|fakturna_vrednost|carinska_vrednost|statisticka|osnovica|value|amount)/],
  ['datum', /^(datum|dan$|date|prihvacen)/],
  ['broj', /^(broj|br|number|no)$/],
]

/** How many rows may stand above the header: a title, a firm, a period. */
const HEADER_WITHIN = 10
const SAMPLES = 3
const SAMPLE_CHARACTERS = 60
const MAX_HEADING_CHARACTERS = 100

export const LABELS: Readonly<Record<PoljeKolone, string>> = {
  broj: 'Broj',
  datum: 'Datum',
  redni_broj: 'R. br.',
  tarifni_broj: 'Tarifni broj',
  kolicina: 'Količina',
  jedinica_mere: 'JM',
  vrednost: 'Vrednost',
}

const NONE: Kolone = {
  broj: null,
  datum: null,
  redni_broj: null,
  tarifni_broj: null,
  kolicina: null,
  jedinica_mere: null,
  vrednost: null,
}

/**
 * Reads a sheet of the forwarder or of customs (customs §4.11): which column is which is said by `known.kolone`, or is
 * proposed by what the headings were taken for before and by what they say. A row without a quantity, or without number
 * and tariff number, is left out with its reason.
 */
export function readUsaglasavanje(
  rows: readonly SheetRow[],
  known: KnownKolone,
  today: CalendarDate,
): UsaglasavanjeSheet {
  const filled = rows.filter((row) => !isBlankRow(row))
  const header = headerOf(filled.slice(0, HEADER_WITHIN), known)
  const below = header ? filled.filter(({ red }) => red > header.red) : filled
  const zaglavlja = columnsOf(header, below)
  const proposed = proposedFor(zaglavlja, known.zapamceno)
  const nothing = { redovi: [], dokazano: { kolicina: false, vrednost: false }, preskoceni: [], sumnje: [] }
  const isti_naziv = doubledIn(header, below, proposed, known.kolone)
  const sheet = { zaglavlja, kolone: proposed, naslovi: [], isti_naziv, ...nothing }
  if (known.samoKolone || below.length === 0) return { ...sheet, prazan: below.length === 0, fault: null }
  const { kolone, fault } = known.kolone ? saidFor(zaglavlja, known.kolone) : { kolone: proposed, fault: null }
  const naslovi = rememberedOf(zaglavlja, kolone)
  const missing = fault ?? missingIn(kolone) ?? doubledIn(header, below, kolone, known.kolone)
  if (missing) return { ...sheet, kolone, naslovi, prazan: false, fault: missing }
  return {
    ...sheet,
    kolone,
    naslovi,
    prazan: false,
    fault: null,
    ...theirRows(below, kolone, { ...known.limits, width: header?.cells.length ?? 0, today }),
  }
}

/** Why these columns are too few, or null. */
export function missingIn(kolone: RecenoKolone): string | null {
  if (!kolone.kolicina) return 'Izaberite kolonu u kojoj je količina.'
  return kolone.broj || kolone.tarifni_broj ? null : 'Izaberite kolonu u kojoj je broj ili tarifni broj.'
}

/** Two columns of one heading of which one is read, unless somebody says by its letter which. */
function doubledIn(
  header: SheetRow | undefined,
  below: readonly SheetRow[],
  kolone: Kolone,
  said: RecenoKolone | null,
): string | null {
  const open = POLJA_KOLONA.filter((polje) => kolone[polje] !== null && kolone[polje] !== said?.[polje])
  const read = new Set(open.map((polje) => headerText(header?.cells[columnIndex(kolone[polje])])))
  return header ? doubledFault(header, below, (heading) => heading !== '' && read.has(heading)) : null
}

/** The row that has the most headings that were said, then those that are known; the first one where none has any. */
function headerOf(first: readonly SheetRow[], { kolone, zapamceno }: KnownKolone): SheetRow | undefined {
  const said = new Set(Object.values(kolone ?? {}).map((name) => headerText(name)))
  const counted = first.map((row) => {
    const columns = columnsOf(row, [])
    const proposed = Object.values(proposedFor(columns, zapamceno)).filter((letter) => letter !== null)
    const named = columns.filter(({ naslov }) => said.has(headerText(naslov)))
    return { row, found: named.length * (POLJA_KOLONA.length + 1) + proposed.length }
  })
  const most = Math.max(0, ...counted.map(({ found }) => found))
  return counted.find(({ found }) => found === most)?.row
}

function columnsOf(header: SheetRow | undefined, below: readonly SheetRow[]): Kolona[] {
  const some = below.slice(0, SAMPLES)
  const width = Math.max(0, header?.cells.length ?? 0, ...some.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, at) => ({
    kolona: columnName(at),
    naslov: cellText(header?.cells[at]).slice(0, MAX_HEADING_CHARACTERS),
    primeri: some.map(({ cells }) => cellText(cells[at]).slice(0, SAMPLE_CHARACTERS)),
  })).filter(({ naslov, primeri }) => naslov !== '' || primeri.some((text) => text !== ''))
}

/** The field of each heading: as it was chosen before, else as its text says; each field once. */
function proposedFor(columns: readonly Kolona[], zapamceno: KnownKolone['zapamceno']): Kolone {
  const remembered = new Map(zapamceno.map(({ zaglavlje, polje }) => [zaglavlje, polje]))
  const found: Record<PoljeKolone, string | null> = { ...NONE }
  const used = new Set<string>()
  const take = (polje: PoljeKolone, { kolona }: Kolona) => {
    if (found[polje] !== null || used.has(kolona)) return
    found[polje] = kolona
    used.add(kolona)
  }
  for (const column of columns) {
    const heading = headerText(column.naslov)
    if (!remembered.has(heading)) continue
    const polje = remembered.get(heading)
    if (polje) take(polje, column)
    else used.add(column.kolona)
  }
  for (const [polje, heading] of HEADINGS)
    for (const column of columns) if (heading.test(headerText(column.naslov))) take(polje, column)
  return found
}

/** The columns that somebody names by their headings or letters. */
function saidFor(columns: readonly Kolona[], said: RecenoKolone): { kolone: Kolone; fault: string | null } {
  const kolone: Record<PoljeKolone, string | null> = { ...NONE }
  for (const polje of POLJA_KOLONA) {
    const name = said[polje]
    if (!name) continue
    const column =
      columns.find(({ naslov }) => headerText(naslov) !== '' && headerText(naslov) === headerText(name)) ??
      columns.find(({ kolona }) => kolona === name)
    if (!column) return { kolone, fault: `${LABELS[polje]}: kolone ${quoted(name)} nema u fajlu.` }
    kolone[polje] = column.kolona
  }
  return { kolone, fault: null }
}

/** The headings to remember: those that were read, and those left although they would have been proposed. */
function rememberedOf(columns: readonly Kolona[], kolone: Kolone): UsaglasavanjeSheet['naslovi'] {
  const guessed = Object.values(proposedFor(columns, []))
  return columns.flatMap(({ kolona, naslov }) => {
    const zaglavlje = headerText(naslov)
    const polje = POLJA_KOLONA.find((one) => kolone[one] === kolona) ?? null
    return zaglavlje !== '' && (polje || guessed.includes(kolona)) ? [{ zaglavlje, polje }] : []
  })
}

type Limits = KnownKolone['limits'] & { readonly width: number; readonly today: CalendarDate }

function theirRows(
  below: readonly SheetRow[],
  kolone: Kolone,
  { width, today, ...limits }: Limits,
): Pick<UsaglasavanjeSheet, 'redovi' | 'dokazano' | 'preskoceni' | 'sumnje'> {
  const placeOf = (polje: PoljeKolone) => (kolone[polje] === null ? -1 : columnIndex(kolone[polje]))
  const at = Object.fromEntries(POLJA_KOLONA.map((polje) => [polje, placeOf(polje)])) as Record<PoljeKolone, number>
  const proven = {
    kolicina: provenNotation(below.map(({ cells }) => cells[at.kolicina])),
    vrednost: provenNotation(below.map(({ cells }) => cells[at.vrednost])),
  }
  // A column of nothing but `1,250` follows the other one: both were written by the same program.
  const notations = { kolicina: proven.kolicina ?? proven.vrednost, vrednost: proven.vrednost ?? proven.kolicina }
  const read: Pick<UsaglasavanjeSheet, 'redovi' | 'preskoceni' | 'sumnje'> = { redovi: [], preskoceni: [], sumnje: [] }
  for (const row of below) {
    const cell = (polje: PoljeKolone) => (at[polje] < 0 ? undefined : row.cells[at[polje]])
    const text = { broj: readCode(LABELS.broj, cell('broj'), limits.MAX_CODE_CHARACTERS) }
    const tarifni_broj = readTariff(LABELS.tarifni_broj, cell('tarifni_broj'), limits.MAX_CODE_CHARACTERS)
    const jedinica_mere = readText(LABELS.jedinica_mere, cell('jedinica_mere'), limits.MAX_CODE_CHARACTERS)
    const kolicina = quantityIn(LABELS.kolicina, cell('kolicina'), notations.kolicina ?? 'serbian')
    const vrednost = amountIn(LABELS.vrednost, cell('vrednost'), notations.vrednost ?? 'serbian')
    const datum = readDay(LABELS.datum, cell('datum'), today)
    const all: readonly CellRead<unknown>[] = [text.broj, tarifni_broj, jedinica_mere, kolicina, vrednost, datum]
    const broj = text.broj.value ?? ''
    const said = { red: row.red, broj: cellText(cell('broj')).slice(0, limits.MAX_CODE_CHARACTERS) }
    const isNameless = cellText(cell('broj')) === '' && cellText(cell('tarifni_broj')) === ''
    const fault = reasonOf([
      wideFault(row, width),
      isNameless ? 'Nema ni broj ni tarifni broj.' : null,
      ...all.map((one) => one.fault),
      kolicina.value === undefined && !kolicina.fault ? numberFault(LABELS.kolicina, 'missing', '') : null,
    ])
    if (fault !== null || !kolicina.value) {
      read.preskoceni.push({ ...said, razlog: fault ?? '' })
      continue
    }
    const doubt = reasonOf(all.flatMap(({ doubts }) => doubts))
    if (doubt !== null) read.sumnje.push({ ...said, razlog: doubt })
    read.redovi.push({
      red: row.red,
      broj,
      redni_broj: ordinalIn(cell('redni_broj'), limits.MAX_REDNI_BROJ),
      tarifni_broj: tarifni_broj.value ?? '',
      kolicina: kolicina.value,
      jedinica_mere: jedinica_mere.value ?? '',
      vrednost: vrednost.value ?? null,
      datum: datum.value ?? null,
      drugacije: { kolicina: kolicina.drugacije, vrednost: vrednost.drugacije },
    })
  }
  const dokazano = { kolicina: notations.kolicina !== null, vrednost: notations.vrednost !== null }
  return { ...read, dokazano }
}

/** A → 0, Z → 25, AA → 26. */
const columnIndex = (letters: string | null): number =>
  [...(letters ?? '')].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1

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

/** `1`, `1.`; what is no such number says nothing. */
function ordinalIn(cell: SheetCell | undefined, most: number): number | null {
  const [, digits] = /^(\d{1,9})\.?$/.exec(cellText(cell)) ?? []
  const value = Number(digits)
  return digits !== undefined && value > 0 && value <= most ? value : null
}
