// Files of suppliers with faults in them, for both readers: an e-invoice, and a spreadsheet. Each is read or refused in a
// sentence, and what is read adds up and fits into the books.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as limits from '#contract/limits.ts'
import { fieldsIn } from '#contract/testing-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { MAX_AMOUNT, MAX_ENTERED } from '#domain/decimal.ts'
import type { ReadInvoice } from '#domain/e-invoice.ts'
import type { SheetCell } from '#domain/sheet.ts'
import type { FieldChoice } from '#domain/sheet-fields.ts'
import { readSupplierSheet } from '#domain/sheet-supplier.ts'
import { type Random, seeded } from '#scripts/demo-random.ts'
import { readInvoiceFile } from '#server/sheets/e-invoice-file.ts'
import { SheetRefused } from '#server/sheets/sheet-limits.ts'
import { isDeep, SEED } from '#server/testing-depth.ts'
import { ublText } from '#server/testing-invoices.ts'
import { hostileText, hostileValue } from './hostile-values.ts'

const FILES = isDeep ? 10_000 : 500
const MAX_LINES = 1000
const TODAY = '2026-06-01' as CalendarDate
/** A file that takes longer, beside others on a busy machine, has a reader that is as slow as the file wants. */
const MAX_SECONDS = 20

/** Rules for everything that was taken from a file. */
function expectInvoice({ stavke, zbir_stavki, sumnje }: ReadInvoice, told: string) {
  const sum = stavke.reduce((total, { iznos }) => total + BigInt(iznos), 0n)
  assert.equal(BigInt(zbir_stavki), sum, `${told}: the sum of the lines`)
  const ordinals = stavke.map(({ redni_broj }) => redni_broj)
  assert.equal(new Set(ordinals).size, stavke.length, `${told}: ordinals`)
  for (const { kolicina, cena, iznos, redni_broj } of stavke) {
    assert.ok(Number.isInteger(redni_broj) && redni_broj > 0, `${told}: ordinal ${redni_broj}`)
    assert.ok(Math.abs(kolicina) <= MAX_ENTERED, `${told}: quantity ${kolicina}`)
    assert.ok(Math.abs(cena) <= MAX_ENTERED, `${told}: price ${cena}`)
    assert.ok(Math.abs(iznos) <= MAX_AMOUNT, `${told}: amount ${iznos}`)
  }
  for (const doubt of sumnje)
    assert.doesNotMatch(doubt.replace(/„.*?“|\(.*?\)/gs, ''), /undefined|NaN|\[object/, `${told}: ${doubt}`)
}

/** An invoice of one to four lines, good or nearly so. */
function invoice(random: Random): string {
  const lines = Array.from({ length: random.whole(1, 4) }, (_, at) => ({
    naziv: random.chance(0.9) ? `Kabl ${at}` : hostileText(random).slice(0, 500),
    ...(random.chance(0.5) && { sifra: `A-${at}` }),
    ...(random.chance(0.3) && { nasa: `MAT${at}` }),
    kolicina: random.pick([1, 12.5, 1000, 0, -3, 1e15]),
    cena: random.pick([0, 0.25, 1234.5678, 1e-9, -1]),
    ...(random.chance(0.2) && { osnova: random.pick([0, 1, 100, -1]) }),
    ...(random.chance(0.2) && { popust: random.pick([0, 1.5, 1e9]) }),
    ...(random.chance(0.2) && { zemlja: random.pick(['DE', 'XX', '']) }),
  }))
  return ublText({ broj: `R-${random.whole(1, 99)}`, ...(random.chance(0.1) && { tip: '384' }) }, lines)
}

/** The text with one to three faults: an element gone or twice, a value that nobody expects, a cut, a byte. */
function broken(random: Random, text: string): string {
  let now = text
  for (let faults = random.whole(1, 3); faults > 0; faults--) {
    const values = [...now.matchAll(/>([^<>]+)</g)]
    const elements = [...now.matchAll(/<(c[ab]c:\w+)[^>]*>[^<]*<\/\1>/g)]
    const { index = 0, 0: element } = random.pick(elements.length > 0 ? elements : values)
    const value = random.pick(values)
    const at = (value.index ?? 0) + 1
    const kind = random.whole(0, 9)
    if (kind < 5) {
      const put = hostileText(random)
      const safe = random.chance(0.8) ? put.replace(/[<&]/g, '') : put
      now = now.slice(0, at) + safe + now.slice(at + (value[1]?.length ?? 0))
    } else if (kind === 5) now = now.slice(0, index) + now.slice(index + element.length)
    else if (kind === 6) now = now.slice(0, index) + element + now.slice(index)
    else if (kind === 7) now = now.slice(0, random.whole(0, now.length))
    else if (kind === 8) now = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(20)}">]>${now}`
    else now = now.replace('Invoice', random.pick(['CreditNote', 'CrossIndustryInvoice', 'x']))
    if (!/>[^<>]+</.test(now)) return now
  }
  return now
}

test(`${FILES} broken e-invoices are read or refused in a sentence (seed ${SEED})`, async () => {
  const random = seeded(SEED)
  const counts = { read: 0, refused: 0 }
  for (let at = 0; at < FILES; at++) {
    const text = random.chance(0.2) ? invoice(random) : broken(random, invoice(random))
    const began = performance.now()
    try {
      const read = await readInvoiceFile(new TextEncoder().encode(text), MAX_LINES)
      if ('fault' in read) assert.match(read.fault, /^\p{Lu}.*\.$/su, `file ${at}: ${read.fault}`)
      else expectInvoice(read, `file ${at}`)
      counts['fault' in read ? 'refused' : 'read']++
    } catch (error) {
      if (!(error instanceof SheetRefused)) throw new Error(`file ${at}: ${text.slice(0, 3000)}`, { cause: error })
      counts.refused++
    }
    assert.ok(performance.now() - began < MAX_SECONDS * 1000, `file ${at} took too long`)
  }
  assert.ok(counts.read > FILES / 20 && counts.refused > FILES / 10, JSON.stringify(counts))
})

const HEADINGS =
  'Rechnungsnummer|Datum|Währung|Pos.|Art.-Nr.|Ihre Artikelnummer|Bezeichnung|Menge|ME|Einzelpreis|Gesamtpreis|Ursprungsland|Zolltarifnummer|Količina|Cena|Naziv|Iznos|x'.split(
    '|',
  )
const CELLS: readonly SheetCell[] = [
  '',
  null,
  'Kabl',
  '12,5',
  '1.234,56',
  '0',
  '-4',
  12.5,
  1e-7,
  1e12,
  true,
  'DE',
  'Stk',
]

test(`${FILES} broken sheets of suppliers are read or asked about (seed ${SEED})`, () => {
  const random = seeded(SEED)
  const counts = { read: 0, asked: 0 }
  const cell = (): SheetCell => {
    if (random.chance(0.9)) return random.pick(CELLS)
    const value = hostileValue(random)
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  }
  for (let at = 0; at < FILES; at++) {
    const width = random.whole(1, 12)
    const headings = random.chance(0.9) ? random.some(HEADINGS, width) : Array.from({ length: width }, cell)
    const above = random.chance(0.3) ? [['Kabel GmbH']] : []
    const data = Array.from({ length: random.whole(0, 8) }, () => Array.from({ length: width }, cell))
    const rows = [...above, headings, ...data].map((cells, index) => ({ red: index + 1, cells }))
    const choice: FieldChoice = {
      kolone: random.chance(0.2) ? { kolicina: random.whole(1, 20), naziv: hostileText(random) } : {},
      vrednosti: random.chance(0.2) ? { valuta: hostileText(random) } : {},
    }
    const read = readSupplierSheet(fieldsIn('faktura', rows, choice), limits, TODAY)
    for (const one of read.fakture) expectInvoice(one, `sheet ${at}`)
    counts[read.nedostaje.length > 0 ? 'asked' : 'read']++
  }
  assert.ok(counts.read > 0 && counts.asked > FILES / 10, JSON.stringify(counts))
})
