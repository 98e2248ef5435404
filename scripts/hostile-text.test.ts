// Every function of the domain that takes text, and every field of the contract, on a megabyte of what it likes least.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseAst } from 'vite'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { IMPORT_FIELDS } from '#contract/import-fields.ts'
import * as limits from '#contract/limits.ts'
import { fieldsIn } from '#contract/testing-fields.ts'
import * as day from '#domain/calendar-date.ts'
import * as months from '#domain/calendar-date.ts'
import * as cell from '#domain/cell.ts'
import * as codes from '#domain/codes.ts'
import * as countries from '#domain/countries.ts'
import { isUnknownCurrency, ONE_TO_ONE, rateOn } from '#domain/currency.ts'
import * as decimal from '#domain/decimal.ts'
import { ordinalsOf } from '#domain/e-invoice.ts'
import { first, scaled } from '#domain/e-invoice-standards.ts'
import * as formula from '#domain/formula-guard.ts'
import { matchLines } from '#domain/invoice.ts'
import { numberParts, numberRank } from '#domain/number-rank.ts'
import { namesTariff } from '#domain/odobreno.ts'
import * as form from '#domain/one-form.ts'
import { hasSamePib, pibKey, tellsApart } from '#domain/partneri.ts'
import { headingOf } from '#domain/poreklo.ts'
import * as search from '#domain/search-text.ts'
import { sortKey } from '#domain/search-text.ts'
import * as sheet from '#domain/sheet.ts'
import * as bom from '#domain/sheet-bom.ts'
import { findMaterial, lookupOf, namesakesOf } from '#domain/sheet-catalogue.ts'
import { inUnitOf, readDocumentSheet } from '#domain/sheet-documents.ts'
import * as fields from '#domain/sheet-fields.ts'
import { readInvoiceSheet } from '#domain/sheet-invoices.ts'
import * as materials from '#domain/sheet-materials.ts'
import * as numbers from '#domain/sheet-number.ts'
import { claimsOf } from '#domain/sheet-ordinals.ts'
import * as pairs from '#domain/sheet-pairs.ts'
import { readCountSheet } from '#domain/sheet-popis.ts'
import { readRateSheet } from '#domain/sheet-rates.ts'
import { readSupplierSheet } from '#domain/sheet-supplier.ts'
import { convertedIn, shownColumns, unreadColumns } from '#domain/sheet-told.ts'
import { readUsaglasavanje } from '#domain/sheet-usaglasavanje.ts'
import { factorOf } from '#domain/supplier-lines.ts'
import * as units from '#domain/units.ts'
import { brojKey } from '#domain/usaglasavanje.ts'
import { wordFinder } from '#domain/word-finder.ts'
import { ownTimeMs } from '#reliability/server-process.ts'
import { nearest } from '#server/catalogue/catalogue-search.ts'
import * as contains from '#server/db/contains.ts'
import { sqlite } from '#server/db/sqlite/sqlite-engine.ts'
import { fileStem } from '#server/files/file-stem.ts'
import { networkOf } from '#server/http/client.ts'
import { Refusal } from '#server/refusal.ts'

const CHARACTERS = 1_000_000
const MAX_MS = 50

const filled = (piece: string, before = '', after = '') =>
  before + piece.repeat(Math.ceil(CHARACTERS / piece.length)).slice(0, CHARACTERS) + after

const WORST: Readonly<Record<string, string>> = {
  'marks that are to be sorted': filled('\u0301\u0316', 'a'),
  'marks of many letters': filled(`a${'\u0301\u0316'.repeat(15)}`),
  'letters to be composed': filled('c\u030c '),
  'Cyrillic letters': filled('Љуш'),
  'lower case': filled('a'),
  'both cases in turn': filled('aA'),
  'zeros before the last digit': filled('0', '1.', '1'),
  'zeros and a letter': filled('0', '', 'x'),
  'points and a letter': filled('.000', '1', 'x'),
  'commas and a letter': filled(',000', '1', 'x'),
  'blanks and a letter': filled(' ', '', 'x'),
  'letters between blanks': filled('a ', '', '\u0007'),
  'unseen signs': filled('\u200b'),
  'spaces of all kinds': filled('\u00a0\u2003\t\n'),
  'pairs of a normativ': filled('MAT01:1;'),
  'signs of headings': filled('_-', 'a', 'a'),
  'percent signs and lines': filled('%_\\\n'),
  'halves of letters': filled('\ud800'),
}

/** A row that holds the text in nine cells. */
const rowsOf = (text: string) => {
  const size = Math.ceil(text.length / 9)
  return [{ red: 1, cells: Array.from({ length: 9 }, (_, at) => text.slice(at * size, (at + 1) * size)) }]
}
const material = (naziv: string) => ({
  id: 'MAT01',
  naziv,
  jedinica_mere: 'kg',
  tarifni_broj: '8544',
  zemlja_porekla: 'Srbija',
})
const TODAY = '2026-11-28' as day.CalendarDate

/** Each exported function by its name. */
const OF_DOMAIN: Readonly<Record<string, (text: string) => unknown>> = {
  parseIsoDate: day.parseIsoDate,
  parsePeriodEnd: day.parsePeriodEnd,
  parseTypedDate: day.parseTypedDate,
  parseHastyDate: (text) => day.parseHastyDate(text, '2026-11-28' as day.CalendarDate),
  isShortYear: day.isShortYear,
  parseTypedMonth: day.parseTypedMonth,
  parseTypedYear: day.parseTypedYear,
  readQuantity: (text) => cell.readQuantity('Cena', text),
  readAmount: (text) => cell.readAmount('Vrednost', text),
  numberDoubts: (text) => cell.numberDoubts('Cena', text, { value: 1 as decimal.Micro, note: 'guessed' }),
  readDay: (text) => cell.readDay('Datum', text, TODAY),
  laterDoubt: (text) => cell.laterDoubt(text, TODAY),
  readText: (text) => cell.readText('Naziv', text, 200),
  readCode: (text) => cell.readCode('Broj', text, 50),
  readTariff: (text) => cell.readTariff('Tarifni broj', text),
  readCountry: (text) => cell.readCountry('Zemlja', text, 200),
  readFlag: (text) => cell.readFlag('Poreklo', text),
  readField: (text) => {
    const field = { name: 'valuta', label: 'Valuta', choices: ['EUR'], optional: true, maxCharacters: 50 }
    for (const kind of ['goods', 'choice', 'reference']) cell.readField({ ...field, kind }, text, 'serbian', TODAY)
  },
  readUnit: (text) => cell.readUnit('JM', text, 'MAT01', 'kg'),
  convertedFrom: (text) => cell.convertedFrom(text, 1 as decimal.Micro, { from: 't', to: 'kg', ratio: [1000n, 1n] }),
  unitName: units.unitName,
  unitRatio: (text) => units.unitRatio(text, 'kg'),
  guardedText: formula.guardedText,
  guardedCell: formula.guardedCell,
  unguardedText: formula.unguardedText,
  isCode: codes.isCode,
  isTariffNumber: codes.isTariffNumber,
  tariffKey: codes.tariffKey,
  tariffOver: (text) => codes.tariffOver('8544.42.90', text),
  isUnit: codes.isUnit,
  isPib: codes.isPib,
  pibKey,
  hasSamePib: (text) => hasSamePib([text], text),
  isMaticniBroj: codes.isMaticniBroj,
  countryName: countries.countryName,
  countryBegunBy: countries.countryBegunBy,
  isUnknownCurrency: (text) => isUnknownCurrency(text, ONE_TO_ONE),
  rateOn: (text) => rateOn([], text, '2026-01-01' as day.CalendarDate),
  parseMicro: decimal.parseMicro,
  parseSerbian: (text) => decimal.parseSerbian(text),
  plainFromSerbian: (text) => decimal.plainFromSerbian(text),
  readings: decimal.readings,
  codeKey: form.codeKey,
  headingOf,
  matchLines: (text) => matchLines([], [{ broj_fakture: text, redni_broj: 1 }], [({ broj_fakture }) => broj_fakture]),
  dayIn: (text) => months.dayIn(text, 1),
  monthAfter: (text) => months.monthAfter(text, 1),
  lastDayOf: months.lastDayOf,
  normalized: (text) => form.normalized(text, 'NFC'),
  inReadingOrder: form.inReadingOrder,
  inOneForm: form.inOneForm,
  linesInOneForm: form.linesInOneForm,
  compatibleForm: form.compatibleForm,
  visibleText: form.visibleText,
  visibleCode: form.visibleCode,
  latinCode: form.latinCode,
  searchText: search.searchText,
  searchForms: search.searchForms,
  soughtForms: search.soughtForms,
  finderOf: (text) => search.finderOf(text)(text),
  isPartOf: (text) => search.isPartOf(text, 'kabl'),
  wordFinder: (text) => wordFinder([[text.slice(0, limits.MAX_SEARCH_CHARACTERS)]])(text),
  pairsOf: (text) => pairs.pairsOf(text),
  isPairText: pairs.isPairText,
  amountsOf: pairs.amountsOf,
  signed: pairs.signed,
  readPair: (text) =>
    pairs.readPair('Kolona E', text, new Map(), { materials: new Set(['MAT01']), notation: 'serbian' }),
  readPercents: (text) => pairs.readPercents([text, text]),
  readBomSheet: (text) => bom.readBomSheet(fieldsIn('proizvodi', rowsOf(text)), new Set(['MAT01']), limits),
  namesakesOf: (text) => namesakesOf(text, lookupOf([material('Kabl')]).byName),
  first: (text) => first({ name: text, attributes: {}, text, children: [] }, text),
  readSupplierSheet: (text) =>
    readSupplierSheet(
      fieldsIn('faktura', rowsOf(text), { kolone: { cena: text }, vrednosti: { valuta: text } }),
      limits,
      TODAY,
    ),
  factorOf: (text) => factorOf(text, text),
  ordinalsOf: (text) => ordinalsOf([text]),
  findMaterial: (text) => findMaterial(text, text, lookupOf([material('Kabl')])),
  inUnitOf: (text) => {
    const kolicina = { name: 'kolicina', kind: 'number', label: text }
    inUnitOf({ id: text, unit: 'kg' }, [kolicina], { kolicina: 1, [text]: text }, text)
  },
  readDocumentSheet: (text) => {
    const broj = {
      name: 'broj_c4',
      kind: 'code',
      label: 'C4 broj',
      headings: [],
      choices: [],
      optional: false,
      maxCharacters: 50,
    }
    const known = { head: [broj, { ...broj, name: 'datum', kind: 'day' }], line: [], broj: 'broj_c4' }
    const header = { red: 1, cells: ['broj_c4', 'datum'] }
    return readDocumentSheet(
      fieldsIn('c4', [header, ...rowsOf(text)]),
      { ...known, catalogue: null, jedinice: [], maxOrdinal: 9999 },
      TODAY,
    )
  },
  readInvoiceSheet: (text) =>
    readInvoiceSheet(fieldsIn('fakture', rowsOf(text)), { catalogue: [material('Kabl')] }, limits, TODAY),
  readCountSheet: (text) => readCountSheet(fieldsIn('popis', rowsOf(text)), new Map([['MAT01', 'kg']])),
  readRateSheet: (text) => {
    const header = { red: 0, cells: ['Datum', 'Valuta', 'Šifra', 'Važi za', 'Srednji kurs'] }
    const rows = [...rowsOf(text), header, { red: 1, cells: Array.from(header.cells, () => text) }]
    readRateSheet(fieldsIn('kursevi', rows), ['EUR'], TODAY)
  },
  isCountry: countries.isCountry,
  isKnownUnit: units.isKnownUnit,
  columnLabel: (text) => fields.columnLabel(fieldsIn('c4', rowsOf(text)), text),
  fieldCell: (text) => fields.fieldCell(fieldsIn('c4', []), { red: 1, cells: [text] }, text),
  headingsIn: (text) => fields.headingsIn(rowsOf(text), IMPORT_FIELDS.c4),
  readListed: (text) => fields.readListed(fieldsIn('c4', rowsOf(text)), () => ({ red: 1, id: text })),
  doubledIn: (text) => fields.doubledIn(fieldsIn('c4', rowsOf(text))),
  unreadColumns: (text) => unreadColumns(fieldsIn('c4', rowsOf(text))),
  shownColumns: (text) => shownColumns(fieldsIn('c4', rowsOf(text))),
  convertedIn: (text) => convertedIn(fieldsIn('c4', rowsOf(text)), IMPORT_FIELDS.c4),
  saysOf: (text) => fields.saysOf(fieldsIn('c4', rowsOf(text)), text),
  wideRowFault: (text) => fields.wideRowFault(fieldsIn('c4', []), { red: 1, cells: [text], split: true }),
  readFields: (text) => fieldsIn('c4', rowsOf(text), { kolone: { datum: text }, vrednosti: { [text]: text } }),
  readUsaglasavanje: (text) => {
    const header = { red: 0, cells: ['Broj', 'Datum', 'R. br.', 'Tarifni broj', 'Količina', 'JM', 'Vrednost'] }
    const rows = [...rowsOf(text), header, { red: 1, cells: Array.from(header.cells, () => text) }]
    readUsaglasavanje(fieldsIn('usaglasavanje', rows), limits, TODAY)
  },
  brojKey,
  numberRank: (text) => numberRank(text, text),
  numberParts,
  scaled: (text) => scaled(text, 6),
  tellsApart,
  readMaterialSheet: (text) => materials.readMaterialSheet(fieldsIn('materijali', rowsOf(text)), limits),
  meansEither: numbers.meansEither,
  notationOf: (text) => numbers.notationOf([text]),
  provenNotation: (text) => numbers.provenNotation([text]),
  readNumber: (text) => numbers.readNumber(text, { grouped: true }),
  readAs: (text) => numbers.readAs(text, 0 as decimal.Micro),
  numberFault: (text) => numbers.numberFault('Cena', 'not-a-number', text),
  cellText: sheet.cellText,
  codeText: (text) => sheet.codeText({ value: 1, text }, codes.isCode),
  tariffText: sheet.tariffText,
  upperCode: sheet.upperCode,
  readId: sheet.readId,
  isBlankRow: (text) => sheet.isBlankRow({ red: 1, cells: [text] }),
  splitHeader: (text) => sheet.splitHeader(rowsOf(text), () => false),
  headerText: sheet.headerText,
  quoted: sheet.quoted,
  textFault: (text) => sheet.textFault('Naziv', text, 200),
  sharedCell: (text) => sheet.sharedCell({ red: 1, cells: [text] }, 0),
  tariffDoubt: (text) => sheet.tariffDoubt('HS kod', text),
  codeDoubt: (text) => sheet.codeDoubt('Naziv', text),
  isEmptying: sheet.isEmptying,
  requiredFault: (text) => sheet.requiredFault('Naziv', text, null, true),
  idFault: (text) => sheet.idFault('ID', text, new Map()),
  reasonOf: (text) => sheet.reasonOf([text]),
  wideFault: (text) => sheet.wideFault({ red: 1, cells: [text], split: true }, 0),
  doubledFault: (text) => sheet.doubledFault({ red: 1, cells: [text, text] }, rowsOf(text), () => true),
  isSumRow: (text) => sheet.isSumRow(['UKUPNO', text]),
  sortKey,
  namesTariff: (text) => namesTariff({ tarifni_broj: text }, text),
  claimsOf: (text) => claimsOf([text, `${text}.`], 1),
}
/**
 * They get what others let through (the column of stored numbers, which are short), or texts of our own:
 * words of a count, names of fields, a cell that is quoted already.
 */
const NOT_REACHED = ['nextNumbers', 'counted', 'countOf', 'rowChanges', 'numberRemark']

/** Other functions of the server on texts of strangers. */
const OF_SERVER: Readonly<Record<string, (text: string) => unknown>> = {
  wordsOf: (text) => orRefused(() => contains.wordsOf(text)),
  containsWords: (text) => orRefused(() => contains.containsWords(sqlite, 'trazi', text)),
  nearest: (text) => orRefused(() => nearest(text)),
  fileStem,
  networkOf,
}

/** A word longer than a search takes is refused, which has to be as quick. */
function orRefused(search: () => unknown) {
  try {
    return search()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error
  }
}

const TRIES = 5

/** The first tries are those of a cold program, and memory may be collected in any of them. */
function inTime(take: (text: string) => unknown) {
  for (const [what, text] of Object.entries(WORST)) {
    const times: number[] = []
    do {
      const began = ownTimeMs()
      take(text)
      times.push(ownTimeMs() - began)
    } while (Math.min(...times) > MAX_MS && times.length < TRIES)
    assert.ok(Math.min(...times) <= MAX_MS, `${what}: ${times.map(Math.round).join(', ')} ms`)
  }
}

/** The exported functions of a source that take text, or cells, which hold some. */
function takersOfText(source: string): string[] {
  type Typed = { type: string; start: number; end: number; params?: Typed[]; id?: { name: string }; init?: Typed }
  type Exported = Typed & { declaration?: (Typed & { declarations?: Typed[] }) | null }
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { body: Exported[] }
  return body.flatMap(({ declaration }) => {
    const functions = declaration?.declarations ?? (declaration ? [{ ...declaration, init: declaration }] : [])
    return functions
      .filter(({ init }) => {
        const typed = (init?.params ?? []).map(({ start, end }) => source.slice(start, end))
        return typed.some((text) => /\bstring\b|\bSheet(Cell|Row)\b|\bFieldSheet\b/.test(text))
      })
      .map(({ id }) => id?.name ?? '')
  })
}

describe(`a megabyte of the worst takes ${MAX_MS} ms at most`, () => {
  for (const [name, take] of Object.entries({ ...OF_DOMAIN, ...OF_SERVER })) test(name, () => inTime(take))

  test('whatever of the domain takes text is among them', () => {
    const room = join(import.meta.dirname, '..', 'domain')
    const files = globSync('*.ts', { cwd: room }).filter((file) => !file.endsWith('.test.ts'))
    const taking = files.flatMap((file) => takersOfText(readFileSync(join(room, file), 'utf8')))
    assert.deepEqual(taking.toSorted(), [...Object.keys(OF_DOMAIN), ...NOT_REACHED].toSorted())
  })

  const fields = fieldsOf(Object.values(api).flatMap((feature): Endpoint[] => Object.values(feature)))
  for (const [name, schema] of fields) test(`the field ${name}`, () => inTime((text) => schema.safeParse(text)))
})

/** Every field of the given calls once, under the first of its names. */
function fieldsOf(endpoints: readonly Endpoint[]): [string, z.ZodType][] {
  const found = new Map<z.ZodType, string>()
  const collect = (schema: z.ZodType, path: string) => {
    const { shape, element } = schema as { shape?: Record<string, z.ZodType>; element?: z.ZodType }
    if (shape) for (const [name, field] of Object.entries(shape)) collect(field, `${path}.${name}`)
    else if (element) collect(element, path)
    else if (!found.has(schema)) found.set(schema, path)
  }
  for (const { path, params, query, body } of endpoints)
    for (const schema of [params, query, body]) if (schema) collect(schema, path)
  return [...found].map(([schema, path]) => [path, schema])
}
