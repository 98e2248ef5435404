import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvSheet } from './csv-sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { writeCsv } from './write-csv.ts'

const read = (text: string) => csvSheet(Buffer.from(text), { ...SHEET_LIMITS, formats: ['csv'] })
const cellsOf = (text: string) => read(text).map(({ cells }) => cells)

const bytesOf = (bytes: Uint8Array) => csvSheet(bytes, { ...SHEET_LIMITS, formats: ['csv'] }).map(({ cells }) => cells)

test('the sign between cells is the one that most lines have most of', () => {
  assert.deepEqual(cellsOf('Spisak\nC4 broj;Datum;"a,b,c,d"\n1,5;2'), [
    ['Spisak'],
    ['C4 broj', 'Datum', 'a,b,c,d'],
    ['1,5', '2'],
  ])
  assert.deepEqual(cellsOf('a\tb,c\td'), [['a', 'b,c', 'd']])
  assert.deepEqual(cellsOf('"a;b;c",d'), [['a;b;c', 'd']])
  assert.deepEqual(cellsOf('Naziv,Opis,Kol\nVijak,M8; crni,5\nNavrtka,M8; beli; mali,6')[1], ['Vijak', 'M8; crni', '5'])
  assert.deepEqual(cellsOf('sep=,\nNaziv,Opis\na;b;c;d,x'), [
    ['Naziv', 'Opis'],
    ['a;b;c;d', 'x'],
  ])
  assert.deepEqual(read('sep=;\na;b')[0]?.red, 2)
})

test('a title with a comma, as over the list of the National Bank, does not part a table of semicolons', () => {
  assert.deepEqual(cellsOf('FORMIRANA NA DAN 27.11.2026, BROJ 228, GODINE\nOZNAKA;VAŽI ZA;KURS\nEUR;1;117,24')[2], [
    'EUR',
    '1',
    '117,24',
  ])
})

const ROWS = [
  ['Pošiljalac', 'Država', 'Đorđević', '1,5'],
  ['ŠEĆER', 'ČAŠA, čađav žbun', 'Müller', '100'],
]
const TEXT = ROWS.map((row) => row.join('\t')).join('\r\n')

test('UTF-16 of both orders is read, with a mark and without', () => {
  const little = Buffer.from(TEXT, 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [little, big, Buffer.from(`\ufeff${TEXT}`, 'utf16le')]) assert.deepEqual(bytesOf(bytes), ROWS)
  assert.deepEqual(bytesOf(Buffer.concat([Buffer.from([0xfe, 0xff]), big])), ROWS)
  assert.throws(() => bytesOf(Buffer.from(`\ufeff${TEXT}`, 'utf16le').subarray(0, 31)), { code: 'damaged' })
})

/** Bytes of a code page, by the library of spreadsheets. */
const { utils } = createRequire(import.meta.url)('@e965/xlsx/dist/cpexcel.js') as {
  utils: { encode(page: number, text: string, to: 'buf'): Uint8Array }
}
test('Latin of Windows and DOS and Cyrillic of Windows are told apart', () => {
  for (const page of [1250, 852]) assert.deepEqual(bytesOf(utils.encode(page, TEXT, 'buf')), ROWS, String(page))
  const cyrillic = 'Пошиљалац;Држава\nЂорђевић;Њемачка, ШЏЊ\nVijak;5'
  assert.deepEqual(bytesOf(utils.encode(1251, cyrillic, 'buf'))[1], ['Ђорђевић', 'Њемачка, ШЏЊ'])
  for (const [page, word] of [
    [1250, 'Milić'],
    [1250, '„Rđa“ – kom'],
    [852, 'ĐURĐEVIĆ'],
    [852, 'rđa'],
    [1250, 'BUĐENJE'],
  ] as const)
    assert.deepEqual(bytesOf(utils.encode(page, `a;${word}`, 'buf')), [['a', word]], word)
})

test('a byte that is no UTF-8 in such a text is refused with its row', () => {
  const broken = (row: number) =>
    Buffer.concat([Buffer.from(`č;"a\nb"\n${'x;y\n'.repeat(row - 2)}`), Buffer.from([0xe8])])
  assert.throws(() => bytesOf(broken(7)), { code: 'not-utf8', red: 7 })
  assert.throws(() => bytesOf(Buffer.concat([Buffer.from('\ufeffa;b\nc;'), Buffer.from([0x9a])])), { red: 2 })
  assert.deepEqual(cellsOf('a;\ufffd'), [['a', '\ufffd']])
})

test('cells stay the text that they are: numbers, days, formulas and what looks like them', () => {
  assert.deepEqual(cellsOf('00123;1.5;=1+1;01.02.2026.;TRUE'), [['00123', '1.5', '=1+1', '01.02.2026.', 'TRUE']])
})

test('a sign before what a spreadsheet would compute is none of the text, any other apostrophe is', () => {
  assert.deepEqual(cellsOf("'=1+1;''a;'a;a';'＝1"), [['=1+1', "'a", "'a", "a'", '＝1']])
})

test('texts that a spreadsheet would compute are written as one cell of text, numbers as numbers', () => {
  const columns = [{ header: '=H' }, { header: 'Broj' }]
  const texts = [
    '=1+1',
    '+1',
    '-12,5',
    '@a',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '\t=1',
    '\n=1',
    'a,=1',
    'a\t=1',
    "'a",
    'plain',
  ]
  const lines = Buffer.from(writeCsv({ name: '', columns, rows: texts.map((text) => [text, -12.5]) })).toString()
  const numbers = [1.234, -0.125, 1.5, 1.2345, 1234].map((number) => ['', number])
  const written = Buffer.from(writeCsv({ name: '', columns, rows: numbers }))
    .toString()
    .split('\r\n')
    .slice(1)
  assert.deepEqual(written, [';1,2340', ';-0,1250', ';1,5', ';1,2345', ';1234'], 'none can be read as thousands')
  assert.deepEqual(lines.slice(1).split('\r\n'), [
    `"'=H";Broj`,
    ...texts.map((text) => `${text === 'plain' ? text : text.startsWith('a') ? `"${text}"` : `"'${text}"`};-12,5`),
  ])
  assert.deepEqual(
    cellsOf(lines)
      .slice(1)
      .map(([text]) => text),
    texts,
  )
})

test('cells in quotation marks hold signs, lines and marks; empty rows keep their numbers', () => {
  assert.deepEqual(read('a;"b;""c""\nd"\r\n\r\n ;\n1,5;'), [
    { red: 1, cells: ['a', 'b;"c"\nd'], split: true },
    { red: 4, cells: ['1,5'], split: true },
  ])
})

test('what is written as CSV is read as it was', () => {
  // An apostrophe in front may be the sign of a text, which is none of it.
  const isPlain = (text: string) => text.trim() !== '' && !text.includes('\0') && !text.startsWith("'")
  const cell = fc.string({ minLength: 1 }).filter(isPlain)
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(rows, fc.constantFrom(';', ',', '\t'), fc.constantFrom('\n', '\r\n'), (cells, sign, end) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      assert.deepEqual(cellsOf(cells.map((row) => row.map(quoted).join(sign)).join(end)), cells)
    }),
  )
})
