import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clipboardRows, isTable, placePasted } from './clipboard.ts'

const columns = [
  { id: 'redni_broj', names: ['redni_broj', 'rb'] },
  { id: 'materijal', names: ['materijal', 'materijal_id'] },
  { id: 'kolicina', names: ['kolicina'] },
  { id: 'cena', names: ['cena', 'cena_po_jedinici'] },
]

describe('what a spreadsheet puts on the clipboard', () => {
  test('rows and cells, with or without a last line end', () => {
    assert.deepEqual(clipboardRows('A\tB\r\nC\tD\r\n'), [
      ['A', 'B'],
      ['C', 'D'],
    ])
    assert.deepEqual(clipboardRows('A\tB\nC\tD'), [
      ['A', 'B'],
      ['C', 'D'],
    ])
  })

  test('quoted cells keep their tabs, lines and quotes', () => {
    assert.deepEqual(clipboardRows('"a\tb"\t"say ""da"""\n"two\nlines"\t3'), [
      ['a\tb', 'say "da"'],
      ['two\nlines', '3'],
    ])
  })

  test('empty cells stay, empty rows go', () => {
    assert.deepEqual(clipboardRows('\tx\t\n\n\t\t\ny'), [['', 'x', ''], ['y']])
  })

  test('one cell is no table', () => {
    assert.equal(isTable('12,5\r\n'), false)
    assert.equal(isTable('a\tb'), true)
    assert.equal(isTable('a\nb'), true)
  })
})

describe('pasted rows by column', () => {
  test('headings say what stands where, in any order and spelling', () => {
    const rows = [
      ['Količina', 'naše', 'MATERIJAL ID'],
      ['5', 'x', 'MAT01'],
    ]
    assert.deepEqual(placePasted(rows, columns, 'cena'), {
      ...{ byHeadings: true, notes: [] },
      rows: [{ kolicina: '5', materijal: 'MAT01' }],
    })
  })

  test('the sign that keeps a copied text from being a formula is none of it', () => {
    assert.deepEqual(placePasted([["'=MAT01", "d'Or"]], columns, 'materijal').rows, [
      { materijal: '=MAT01', kolicina: "d'Or" },
    ])
  })

  test('one column with its heading', () => {
    assert.deepEqual(placePasted([['Količina'], ['5']], columns, 'materijal').rows, [{ kolicina: '5' }])
  })

  test('without headings the cells go from the given column on; what is too much is left out', () => {
    assert.deepEqual(placePasted([['MAT01', '5', '1,5', 'x']], columns, 'materijal'), {
      ...{ byHeadings: false, notes: [] },
      rows: [{ materijal: 'MAT01', kolicina: '5', cena: '1,5' }],
    })
  })

  test('a row that adds up the others is passed over and said, as is a second column of one name', () => {
    const rows = [
      ['Materijal', 'Količina', 'kolicina'],
      ['MAT01', '5', '6'],
      ['UKUPNO', '5', ''],
    ]
    assert.deepEqual(placePasted(rows, columns, 'cena'), {
      byHeadings: true,
      notes: ['Preskočeno redova sa zbirom: 1.', 'Dve kolone znače isto kao „kolicina“; uzeta je prva.'],
      rows: [{ materijal: 'MAT01', kolicina: '5' }],
    })
  })

  test('a row with more cells than the headings is said, empty ones behind it are not', () => {
    const rows = [
      ['materijal', 'kolicina'],
      ['CELIK', '1', '5'],
      ['CELIK', '2', ''],
    ]
    const { notes, rows: placed } = placePasted(rows, columns, 'redni_broj')
    assert.deepEqual(notes, ['Redova sa više ćelija nego što ih ima zaglavlje: 1; višak nije prenet.'])
    assert.deepEqual(placed[0], { materijal: 'CELIK', kolicina: '1' })
  })

  test('data that holds one word like a heading is data', () => {
    assert.equal(
      placePasted(
        [
          ['MAT01', 'Cena'],
          ['MAT02', '5'],
        ],
        columns,
        'materijal',
      ).byHeadings,
      false,
    )
  })
})
