import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { IMPORT_FIELDS } from '#contract/import-fields.ts'
import * as limits from '#contract/limits.ts'
import { fieldsIn } from '#contract/testing-fields.ts'
import type { CalendarDate } from './calendar-date.ts'
import { MAX_ENTERED } from './decimal.ts'
import { isBlankRow, NO_RESULT, type SheetCell, type SheetRow } from './sheet.ts'
import { doubledIn, readFields } from './sheet-fields.ts'
import { INVOICE_COLUMNS, readInvoiceSheet } from './sheet-invoices.ts'

const CATALOGUE = [
  {
    id: 'PRV01',
    naziv: 'Provodnik žuti 0,35 mm²',
    jedinica_mere: 'kom',
    tarifni_broj: '8544.49.95',
    zemlja_porekla: 'Nemačka',
  },
  { id: 'KLP01', naziv: 'Klipsa', jedinica_mere: 'kom', tarifni_broj: '3926.90.97', zemlja_porekla: 'Italija' },
  { id: 'VIJ01', naziv: 'Vijak', jedinica_mere: 'kom', tarifni_broj: '7318.15', zemlja_porekla: 'Srbija' },
  { id: 'VIJ02', naziv: 'VIJAK', jedinica_mere: 'kom', tarifni_broj: '7318.16', zemlja_porekla: 'Kina' },
  { id: 'ZIC01', naziv: 'Žica', jedinica_mere: 'kg', tarifni_broj: '7217.10', zemlja_porekla: 'Srbija' },
  { id: 'ZIC02', naziv: 'Zica', jedinica_mere: 'kom', tarifni_broj: '7217.20', zemlja_porekla: 'Kina' },
]
const TODAY = '2026-11-28' as CalendarDate
const OPTIONAL = { choices: [], optional: true, maxCharacters: 5 }
const HEADER = [...INVOICE_COLUMNS]
const ROW = ['F-1', 1, 'PRV01', 'Provodnik', 1300, 0.225, 'DA', '8544.49', 'Turska']

const rowsOf = (...rows: SheetCell[][]): SheetRow[] => rows.map((cells, index) => ({ red: index + 1, cells }))
const sheetOf = (...rows: SheetCell[][]) => fieldsIn('fakture', rowsOf(...rows))
const read = (...rows: SheetCell[][]) => readInvoiceSheet(sheetOf(...rows), { catalogue: CATALOGUE }, limits, TODAY)

type Change = Partial<Record<(typeof INVOICE_COLUMNS)[number], SheetCell>>
/** ROW with other cells in some columns. */
const row = (change: Change): SheetCell[] =>
  INVOICE_COLUMNS.map((name, index) => (name in change ? (change[name] ?? null) : (ROW[index] ?? null)))
const itemOf = (change: Change) => read(row(change)).fakture[0]?.stavke[0]
const reasonOf = (change: Change) => read(row(change)).preskoceni[0]?.razlog
const warningOf = (change: Change) => itemOf(change)?.upozorenja.join(' ')

describe('the invoice sheet', () => {
  test('gives the items of each invoice, with exact numbers', () => {
    const item = {
      red: 2,
      redni_broj: 1,
      materijal_id: 'PRV01',
      kolicina: 1_300_000_000,
      cena_po_jedinici: 225_000,
      dokazuje_poreklo: true,
      tarifni_broj: '8544.49',
      zemlja_porekla: 'Turska',
      upozorenja: [],
      pogodjeno: {},
    }
    const fakture = [{ broj_fakture: 'F-1', stavke: [item] }]
    assert.deepEqual(read(HEADER, ROW), {
      prazan: false,
      fault: null,
      fakture,
      preskoceni: [],
      nedostaje: [],
      dokument: {},
      izostavljeno: [],
    })
  })

  test('reads a column as English where one number is, and says how it read what is open', () => {
    const { fakture } = read(
      HEADER,
      row({ kolicina: '1,250.00', cena_po_jedinici: '0,5' }),
      row({ kolicina: '12,000', cena_po_jedinici: '1,100' }),
    )
    const second = fakture[0]?.stavke[1]
    assert.deepEqual([second?.kolicina, second?.cena_po_jedinici], [12_000_000_000, 1_100_000])
    assert.deepEqual(second?.upozorenja.slice(0, 2), [
      'Količina: „12,000“ je pročitano kao 12000.',
      'Cena po jedinici: „1,100“ je pročitano kao decimalni broj, ne 1100.',
    ])
  })

  test('takes a value merged over several rows for all of them, an amount for its own', () => {
    const [first = { red: 1, cells: [] }, ...others] = rowsOf(ROW, row({ broj_fakture: null }), row({ kolicina: null }))
    const merged = { 0: 'F-7', 4: 1300 }
    const sheet = readInvoiceSheet(
      fieldsIn('fakture', [first, ...others.map((one) => ({ ...one, merged }))]),
      { catalogue: CATALOGUE },
      limits,
      TODAY,
    )
    assert.deepEqual(
      sheet.fakture.map(({ broj_fakture, stavke }) => [broj_fakture, stavke.length]),
      [
        ['F-1', 1],
        ['F-7', 1],
      ],
    )
    assert.deepEqual(
      sheet.preskoceni.map(({ red, razlog }) => [red, razlog]),
      [[3, 'Količina: obavezno polje.']],
    )
  })

  test('reads optional columns by their headings, and leaves out what is none, with a remark', () => {
    const optional = [
      { ...{ name: 'opis_robe', label: 'Opis robe', headings: ['opis'], kind: 'text' }, ...OPTIONAL },
      { ...{ name: 'masa', label: 'Masa', headings: [], kind: 'number' }, ...OPTIONAL },
    ]
    const header = [...HEADER, 'Opis', 'masa']
    const more = optional.map(({ name, label, headings }) => ({
      ...{ polje: name, naziv: label, reci: [name, ...headings], sadrzaj: null, obavezno: false, izbor: [] },
    }))
    const known = { kolone: {}, vrednosti: {}, zapamceno: [], partner_id: null, poMestu: [] }
    const readWith = (...cells: SheetCell[]) => {
      const fields = [...more, ...IMPORT_FIELDS.fakture]
      const sheet = readFields(rowsOf(header, [...ROW, ...cells]), { ...known, fields })
      return readInvoiceSheet(sheet, { catalogue: CATALOGUE, optional }, limits, TODAY).fakture[0]?.stavke[0]
    }
    const fitting = { opis_robe: 'žica', masa: 1_500_000, upozorenja: [] }
    assert.partialDeepStrictEqual(readWith('žica', '1,5'), fitting)
    assert.partialDeepStrictEqual(readWith(null, null), { opis_robe: null, masa: null, upozorenja: [] })
    const wrong = readWith('predugačko', 'mnogo')
    assert.partialDeepStrictEqual(wrong, { opis_robe: null, masa: null })
    assert.equal(wrong?.upozorenja.length, 2)
    for (const remark of wrong?.upozorenja ?? []) assert.match(remark, /Izostavljeno je\.$/)
  })

  test('doubts a tariff number that a spreadsheet may have shortened', () => {
    assert.match(
      warningOf({ tarifni_broj: 8544.3 }) ?? '',
      /^Tarifni broj: „8544\.3“ ima neparan broj cifara; proverite/,
    )
    assert.equal(warningOf({ tarifni_broj: { value: 9_012_100, text: '09012100' } }), '')
  })

  test('is empty without a row of data', () => {
    for (const rows of [[], [HEADER], [['', null]]]) assert.equal(read(...rows).prazan, true)
    assert.equal(read(row({ broj_fakture: null })).prazan, false)
  })

  test('finds its columns by their headings in any order, else by the order of the template', () => {
    const header = ['Količina', 'napomena', 'ID materijala', 'Cena', 'BROJ FAKTURE', 'Količina']
    const sheet = read(header, ['1.234,50', 'hitno', 'KLP01', '2,5', 'F-9', '1.234,50'])
    const [invoice] = sheet.fakture
    assert.equal(invoice?.broj_fakture, 'F-9')
    assert.deepEqual([invoice?.stavke[0]?.kolicina, invoice?.stavke[0]?.cena_po_jedinici], [1_234_500_000, 2_500_000])
    assert.equal(invoice?.stavke[0]?.tarifni_broj, '3926.90.97')
    assert.equal(read(ROW).fakture[0]?.stavke[0]?.red, 1)
    assert.equal(read(['constructor', '__proto__'], ROW).preskoceni.length, 1)
  })

  test('refuses two columns of one heading in which different things stand', () => {
    const header = ['Količina', 'ID materijala', 'Cena', 'Broj fakture', 'KOLIČINA']
    const fault = doubledIn(sheetOf(header, [5, 'KLP01', 2, 'F-9', 7]))
    assert.match(fault ?? '', /^Kolone A i E imaju isti naziv „KOLIČINA“/)
  })

  test('converts quantities and prices of a row from its unit to that of the material', () => {
    const header = [...HEADER, 'JM']
    const [item] = read(header, [...row({ materijal_id: 'ZIC01', kolicina: 1.5, cena_po_jedinici: 900 }), 't'])
      .fakture[0]?.stavke ?? [undefined]
    assert.partialDeepStrictEqual(item, {
      ...{ kolicina: 1_500_000_000, cena_po_jedinici: 900_000 },
      upozorenja: ['Količina: 1,5 t je 1.500 kg.', 'Cena po jedinici: 900 po t je 0,9 po kg.'],
    })
    const [refused] = read(header, [...row({ materijal_id: 'ZIC01' }), 'kom']).preskoceni
    assert.match(refused?.razlog ?? '', /^JM: „kom“ ne može da se preračuna u kg, u čemu se vodi ZIC01\.$/)
  })

  test('doubts a number of an invoice of which a spreadsheet made a day or a number', () => {
    assert.match(warningOf({ broj_fakture: '01.05.2026.' }) ?? '', /^Broj fakture: „01.05.2026.“ je datum; proverite/)
    assert.match(warningOf({ broj_fakture: 1.23e15 }) ?? '', /^Broj fakture: „1230000000000000“ ima više od 15 cifara/)
    for (const sure of [123_456_789_012_345, '1234567890123456', '1.5.2026'])
      assert.equal(warningOf({ broj_fakture: sure }), '')
  })

  test('reads codes as the cell shows them, and numbers by their value', () => {
    const shown = row({
      broj_fakture: { value: 12, text: 'F-12' },
      dokazuje_poreklo: { value: 1, text: 'DA' },
      kolicina: { value: 12, text: '12m' },
    })
    const [invoice] = read(shown).fakture
    const [item] = invoice?.stavke ?? []
    assert.deepEqual([invoice?.broj_fakture, item?.dokazuje_poreklo, item?.kolicina], ['F-12', true, 12_000_000])
    assert.match(reasonOf({ materijal_id: { value: 1, text: 'PRV-01' } }) ?? '', /^ID materijala: „PRV-01“ ne postoji/)
  })

  test('leaves out a row whose quantity or price is a formula without a result', () => {
    const said = 'u ćeliji je formula bez rezultata. Sačuvajte fajl u Excelu i pokušajte ponovo.'
    assert.equal(reasonOf({ kolicina: NO_RESULT }), `Količina: ${said}`)
    assert.equal(reasonOf({ cena_po_jedinici: NO_RESULT }), `Cena po jedinici: ${said}`)
    assert.equal(reasonOf({ broj_fakture: NO_RESULT }), `Broj fakture: ${said}`)
    assert.match(warningOf({ tarifni_broj: NO_RESULT }) ?? '', /„#BEZ_REZULTATA“ nije ispravan, uzet je/)
  })

  test('finds the headings below a title', () => {
    const header = ['Broj fakture', 'Redni broj', 'ID materijala', 'Cena', 'Količina']
    const sheet = read(['Spisak faktura za carinu'], [null], header, ['F-1', 1, 'KLP01', 2, 100])
    const [item] = sheet.fakture[0]?.stavke ?? []
    assert.deepEqual([item?.kolicina, item?.cena_po_jedinici, item?.upozorenja], [100_000_000, 2_000_000, []])
    assert.deepEqual(
      sheet.preskoceni.map(({ red }) => red),
      [],
    )
  })

  test('finds the headings below those that stand over several columns', () => {
    const over = ['Faktura', null, 'Materijal', null, 'Cena', null]
    const header = ['Broj fakture', 'Redni broj', 'ID materijala', 'Naziv materijala', 'Količina', 'Cena po jedinici']
    const sheet = read(over, header, ['F-1', 1, 'KLP01', 'Klipsa', 100, 2], header)
    const [item] = sheet.fakture[0]?.stavke ?? []
    assert.deepEqual([item?.red, item?.kolicina, item?.cena_po_jedinici], [3, 100_000_000, 2_000_000])
    assert.deepEqual(
      sheet.preskoceni.map(({ red }) => red),
      [4],
    )
  })

  test('groups by invoice number in the order of appearance', () => {
    const fakture = read(
      HEADER,
      ROW,
      row({ broj_fakture: 'F-2' }),
      row({ broj_fakture: ' f-1 ', redni_broj: 2 }),
    ).fakture
    assert.deepEqual(
      fakture.map(({ broj_fakture, stavke }) => [broj_fakture, stavke.map(({ red }) => red)]),
      [
        ['F-1', [2, 4]],
        ['F-2', [3]],
      ],
    )
  })

  test('skips rows that miss one of the four', () => {
    const labels = {
      broj_fakture: 'Broj fakture',
      materijal_id: 'ID materijala',
      kolicina: 'Količina',
      cena_po_jedinici: 'Cena po jedinici',
    }
    for (const [name, label] of Object.entries(labels)) {
      assert.equal(reasonOf({ [name]: ' ' }), `${label}: obavezno polje.`)
    }
    assert.match(reasonOf({ materijal_id: null, materijal_naziv: 'Klipsa' }) ?? '', /ID materijala/)
  })

  test('says of a skipped row which invoice and material it was', () => {
    const { preskoceni } = read(row({ kolicina: null }))
    const skipped = { red: 1, broj_fakture: 'F-1', materijal_id: 'PRV01', materijal_naziv: 'Provodnik' }
    assert.deepEqual(preskoceni, [{ ...skipped, razlog: 'Količina: obavezno polje.' }])
  })

  test('finds an unknown material by its name and says so', () => {
    assert.equal(itemOf({ materijal_id: 'klp01' })?.materijal_id, 'KLP01')
    const found = itemOf({ materijal_id: 'X', materijal_naziv: 'PROVODNIK ŽUTI 0,35 MM²' })
    assert.equal(found?.materijal_id, 'PRV01')
    assert.match(found?.upozorenja[0] ?? '', /„X“ ne postoji u katalogu; po nazivu je uzet PRV01/)
    assert.match(reasonOf({ materijal_id: 'X', materijal_naziv: null }) ?? '', /„X“ ne postoji u katalogu\.$/)
    assert.match(reasonOf({ materijal_id: 'X', materijal_naziv: 'Nema' }) ?? '', /ni po nazivu „Nema“/)
    assert.match(reasonOf({ materijal_id: 'X', materijal_naziv: 'vijak' }) ?? '', /ima više materijala/)
    assert.equal(itemOf({ materijal_id: 'X', materijal_naziv: 'ŽICA' })?.materijal_id, 'ZIC01')
    assert.match(reasonOf({ materijal_id: 'X', materijal_naziv: 'ЖИЦА' }) ?? '', /ima više materijala/)
  })

  test('takes 1 for what is no number, and marks it', () => {
    assert.equal(itemOf({ kolicina: 'sto' })?.kolicina, 1_000_000)
    assert.equal(warningOf({ kolicina: 'sto' }), 'Količina: „sto“ nije broj, uzeto je 1.')
    const guessed = itemOf({ cena_po_jedinici: 'po ugovoru', tarifni_broj: '73A8' })
    assert.equal(guessed?.cena_po_jedinici, 1_000_000)
    const said = 'Cena po jedinici: „po ugovoru“ nije broj, uzeto je 1.'
    assert.deepEqual(guessed?.pogodjeno, { cena_po_jedinici: said })
    assert.deepEqual(itemOf({ kolicina: '1.234' })?.pogodjeno, {})
  })

  test('marks numbers that were rounded or could mean something else', () => {
    assert.equal(warningOf({ kolicina: '1.234' }), 'Količina: „1.234“ je pročitano kao 1234.')
    assert.equal(warningOf({ cena_po_jedinici: 0.12345678 }), 'Cena po jedinici: zaokruženo na 0,123457.')
    assert.equal(warningOf({ kolicina: '1.234,50', cena_po_jedinici: 0.1 + 0.2 }), '')
  })

  test('skips what no document could hold', () => {
    assert.equal(reasonOf({ kolicina: 0 }), 'Količina: mora biti veća od 0.')
    assert.equal(reasonOf({ cena_po_jedinici: '-1' }), 'Cena po jedinici: mora biti veća od 0.')
    assert.equal(reasonOf({ kolicina: MAX_ENTERED }), 'Količina: najviše 1.000.000.000.')
    assert.match(reasonOf({ broj_fakture: 'x'.repeat(limits.MAX_CODE_CHARACTERS + 1) }) ?? '', /najviše 50 znakova/)
  })

  test('believes in proof of origin for DA alone', () => {
    const proofs: [SheetCell, boolean, boolean][] = [
      ['DA', true, false],
      [' da ', true, false],
      ['Da', true, false],
      ['NE', false, false],
      [null, false, false],
      ['yes', false, true],
      [true, false, true],
      [1, false, true],
    ]
    for (const [cell, proves, marked] of proofs) {
      assert.equal(itemOf({ dokazuje_poreklo: cell })?.dokazuje_poreklo, proves)
      assert.equal((warningOf({ dokazuje_poreklo: cell }) ?? '').includes('Dokazuje poreklo'), marked)
    }
  })

  test('takes tariff number and country from the material where the sheet has none', () => {
    const item = itemOf({ tarifni_broj: null, zemlja_porekla: '' })
    assert.deepEqual([item?.tarifni_broj, item?.zemlja_porekla, item?.upozorenja], ['8544.49.95', 'Nemačka', []])
    assert.equal(itemOf({ tarifni_broj: '8544 49 95 00' })?.tarifni_broj, '8544499500')
    assert.equal(itemOf({ tarifni_broj: '73A8' })?.tarifni_broj, '8544.49.95')
    assert.match(warningOf({ tarifni_broj: '73A8' }) ?? '', /Tarifni broj: „73A8“ nije ispravan, uzet je 8544\.49\.95/)
    assert.match(warningOf({ zemlja_porekla: '#N/A' }) ?? '', /Zemlja porekla.*Uzeta je Nemačka iz kataloga/)
  })

  test('accounts for every filled row exactly once, whatever is in it', () => {
    const cell = fc.oneof(
      fc.constantFrom<SheetCell>(
        null,
        'F-1',
        'F-2',
        1,
        2,
        'PRV01',
        'klp01',
        'Klipsa',
        'sto',
        'DA',
        '1.234,5',
        '__proto__',
      ),
      fc.string(),
      fc.double(),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 10 }), { maxLength: 8 }), (rows) => {
        const numbered = rowsOf(['X'], ...rows)
        const sheet = fieldsIn('fakture', numbered)
        const { fakture, preskoceni } = readInvoiceSheet(sheet, { catalogue: CATALOGUE }, limits, TODAY)
        const below = (sheet.header?.red ?? 0) + 1
        const items = fakture.flatMap(({ stavke }) => stavke)
        const seen = [...items, ...preskoceni].map(({ red }) => red).sort((a, b) => a - b)
        assert.deepEqual(
          seen,
          numbered.filter((one) => one.red >= below && !isBlankRow(one)).map(({ red }) => red),
        )
        for (const { kolicina, cena_po_jedinici } of items) {
          assert.ok(kolicina > 0 && kolicina <= MAX_ENTERED && cena_po_jedinici > 0)
        }
        for (const { razlog } of preskoceni) assert.notEqual(razlog, '')
      }),
    )
  })
})
