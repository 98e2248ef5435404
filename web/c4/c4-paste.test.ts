import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_ERRORS } from '#web/drafts/draft.ts'
import { reduceDraft } from '#web/drafts/draft-reducer.ts'
import { clipboardRows, placePasted } from '#web/grid/clipboard.ts'
import { pasteRows } from '#web/grid/paste-rows.ts'
import { C4_FIELDS, C4_PASTE, type C4Invoice, type C4Line, newC4Line, openC4Draft } from './c4-draft.ts'

const filled = (change: Partial<C4Line> = {}): C4Line => ({
  ...newC4Line(1),
  materijal_id: 'OLD',
  materijal: 'Old',
  ...change,
})
const invoice = (broj_fakture: string, ...lines: C4Line[]): C4Invoice => ({
  key: broj_fakture,
  broj_fakture,
  open: true,
  lines,
})

function paste(text: string, invoices: C4Invoice[], at: { invoice: string; line: string }, from = 'materijal_id') {
  const placed = placePasted(clipboardRows(text), C4_PASTE.columns, from)
  return pasteRows({ invoices, errors: NO_ERRORS, guessed: new Map() }, at, placed, C4_PASTE)
}

const shown = (invoices: readonly C4Invoice[]) =>
  invoices.map(({ broj_fakture, lines }) => [
    broj_fakture,
    ...lines.map((line) => `${line.redni_broj} ${line.materijal} ${line.kolicina}×${line.cena_po_jedinici}`),
  ])

describe('pasting into the grid of an import document', () => {
  test('reads a pasted column in the notation that it proves without a doubt, and says so where none is proven', () => {
    const line = newC4Line(1)
    const rows = 'KAB01\t1,250.00\t0,5\nKAB02\t12,000\t1,100\n'
    const pasted = paste(rows, [invoice('A', line)], { invoice: 'A', line: line.key })
    assert.deepEqual(shown(pasted.invoices), [['A', '1 KAB01 1250×0,5', '2 KAB02 12000×1,1']])
    assert.equal(pasted.guessed.size, 0)

    const open = paste('KAB02\t12,000\t1.100\n', pasted.invoices.slice(), { invoice: 'A', line: line.key })
    const guessed = {
      kolicina: 'Količina: „12,000“ je pročitano kao decimalni broj, ne 12000.',
      cena_po_jedinici: 'Cena po jedinici: „1.100“ je pročitano kao 1100.',
    }
    assert.deepEqual([...open.guessed], [[line.key, guessed]])
    const again = pasteRows(
      { ...open, errors: NO_ERRORS },
      { invoice: 'A', line: line.key },
      { rows: [{ kolicina: '5' }], byHeadings: false },
      C4_PASTE,
    )
    assert.deepEqual([...again.guessed], [[line.key, { cena_po_jedinici: guessed.cena_po_jedinici }]])
  })

  test('says where a zero of a tariff number may be missing and a number is no code, and knows a country by its code', () => {
    const line = newC4Line(1)
    const rows = 'Materijal\tKoličina\tTarifni broj\tZemlja\nKAB01\t5\t9012100\tDEU\nKAB02\t5\t2,6E+9\tAustria\n'
    const pasted = paste(rows, [invoice('A', line)], { invoice: 'A', line: line.key })
    const lines = pasted.invoices[0]?.lines ?? []
    assert.deepEqual(
      lines.map(({ tarifni_broj, zemlja_porekla }) => [tarifni_broj, zemlja_porekla]),
      [
        ['9012100', 'Nemačka'],
        ['2,6E+9', 'Austrija'],
      ],
    )
    const said = lines.map(({ key }) => pasted.guessed.get(key)?.tarifni_broj ?? '')
    assert.match(said[0] ?? '', /^Tarifni broj: „9012100“ ima neparan broj cifara/)
    assert.match(said[1] ?? '', /^Tarifni broj: „2,6E\+9“ je broj u naučnom zapisu/)
  })

  test('brings numbers in a unit of their own to that of the material, and refuses those of another kind', () => {
    const line = newC4Line(1)
    const rows = 'Faktura\tMaterijal\tKoličina\tJM\nF-1\tKAB01\t1.250\tt\n2,6E+14\tKAB02\t5\tkom\n'
    const pasted = paste(rows, [invoice('A', line)], { invoice: 'A', line: line.key })
    const draft = { ...openC4Draft(null), invoices: pasted.invoices, errors: NO_ERRORS, guessed: pasted.guessed }
    const kept = { jedinica_mere: 'kg' }
    const settled = pasted.written.map(({ line, row }) => {
      const { id, unit } = C4_PASTE.lookedUp(row)
      assert.ok(unit)
      const converted = (of: C4Line) => C4_FIELDS.cell.inUnit(of, unit, { id, ...kept })
      return [
        line,
        { isCurrent: () => true, change: () => ({ materijal_id: id, ...kept }), errors: {}, converted },
      ] as const
    })
    const { invoices, errors, guessed } = reduceDraft(draft, { do: 'settleLines', settled: new Map(settled) })
    const [, tons, pieces] = invoices.flatMap(({ lines }) => lines)
    assert.deepEqual([tons?.kolicina, tons?.cena_po_jedinici, pieces?.kolicina], ['1250000', '1', '5'])
    assert.deepEqual(guessed.get(tons?.key ?? ''), {
      kolicina: 'Količina: „1.250“ je pročitano kao 1250. Količina: 1.250 t je 1.250.000 kg.',
    })
    assert.match(guessed.get(pieces?.key ?? '')?.broj_fakture ?? '', /^Broj fakture: „2,6E\+14“ je broj u naučnom/)
    assert.deepEqual(errors.lines.get(pieces?.key ?? ''), {
      kolicina: 'JM: „kom“ ne može da se preračuna u kg, u čemu se vodi KAB02.',
    })
    const nameless = paste('Količina\tJM\n2\tt', [invoice('A', line)], { invoice: 'A', line: line.key })
    assert.deepEqual([...nameless.guessed.values()], [{ jedinica_mere: 'Količina je u jedinici „t“.' }])
    assert.equal(C4_FIELDS.cell.unknown('KAB09', 't'), 'Materijal „KAB09“ nije u katalogu. Količina je u jedinici „t“.')
  })

  test('without headings from the cell on, over what is there and beyond the end', () => {
    const lines = [filled(), filled({ redni_broj: '2' })]
    const { invoices, errors } = paste(
      '5\t0,5\n6\t0,6\n7\t0,7',
      [invoice('A', ...lines)],
      { invoice: 'A', line: lines[1]?.key ?? '' },
      'kolicina',
    )
    assert.deepEqual(shown(invoices), [['A', '1 Old 1×1', '2 Old 5×0,5', '3  6×0,6', '4  7×0,7']])
    assert.equal(errors.size, 0)
  })

  test('another material leaves nothing of the one before: its tariff number and country go with it', () => {
    const facts = { tarifni_broj: '4016.93.00', zemlja_porekla: 'Francuska' }
    const pasted = (text: string, change: Partial<C4Line> = {}) => {
      const line = filled({ ...facts, ...change })
      const { invoices } = paste(text, [invoice('A', line)], { invoice: 'A', line: line.key })
      const { materijal_id, tarifni_broj, zemlja_porekla } = invoices[0]?.lines[0] ?? newC4Line(1)
      return [materijal_id, tarifni_broj, zemlja_porekla]
    }
    assert.deepEqual(pasted('DRUGI'), ['', '', ''])
    assert.deepEqual(pasted('DRUGI\t1\t1\tda\t8544.49\tItalija'), ['', '8544.49', 'Italija'])
    assert.deepEqual(pasted('old'), ['', '4016.93.00', 'Francuska'], 'the same material')
    assert.deepEqual(pasted('NOVI', { materijal_id: '' }), ['', '4016.93.00', 'Francuska'], 'no material brought them')
  })

  test('numbers as spreadsheets show them', () => {
    const line = newC4Line(1)
    const { invoices } = paste('MAT01\t12.000\t1.234,50\tda\t8544.49.95\tItalija', [invoice('A', line)], {
      invoice: 'A',
      line: line.key,
    })
    const [first] = invoices[0]?.lines ?? []
    assert.equal(first?.kolicina, '12000')
    assert.equal(first?.cena_po_jedinici, '1234,5')
    assert.equal(first?.dokazuje_poreklo, true)
    assert.equal(first?.tarifni_broj, '8544.49.95')
    assert.equal(first?.zemlja_porekla, 'Italija')
    assert.equal(first?.materijal_id, '')
  })

  test('bad cells keep their text and say what is wrong', () => {
    const line = newC4Line(1)
    const { invoices, errors } = paste('MAT01\tdvadeset\t0\tmožda', [invoice('A', line)], {
      invoice: 'A',
      line: line.key,
    })
    assert.equal(invoices[0]?.lines[0]?.kolicina, 'dvadeset')
    assert.deepEqual(errors.get(line.key), {
      kolicina: 'Količina: „dvadeset“ nije broj.',
      cena_po_jedinici: 'Cena po jedinici: mora biti veća od 0.',
      dokazuje_poreklo: 'Dokazuje poreklo: „možda“ nije DA ni NE.',
    })
  })

  test('rows with headings take untouched lines and never overwrite what is there', () => {
    const lines = [filled(), newC4Line(2)]
    const text = 'Količina\tMaterijal\n5\tMAT01\n6\tMAT02'
    const { invoices } = paste(text, [invoice('A', ...lines)], { invoice: 'A', line: lines[0]?.key ?? '' })
    assert.deepEqual(shown(invoices), [['A', '1 Old 1×1', '2 MAT01 5×1', '3 MAT02 6×1']])
  })

  test('rows of several invoices go to the invoices they name', () => {
    const line = newC4Line(1)
    const text = 'broj_fakture\tmateriijal\tmaterijal_id\tkolicina\nDE-1\t\tA\t1\nDE-2\t\tB\t2\nDE-1\t\tC\t3'
    const { invoices, written } = paste(text, [invoice('F-1760000000000', line)], {
      invoice: 'F-1760000000000',
      line: line.key,
    })
    assert.deepEqual(shown(invoices), [
      ['DE-1', '1 A 1×1', '2 C 3×1'],
      ['DE-2', '1 B 2×1'],
    ])
    assert.equal(written.length, 3)
  })

  test('a number that the user gave stays', () => {
    const line = newC4Line(1)
    const text = 'broj_fakture\tmaterijal_id\nDE-1\tA\n\tB'
    const { invoices } = paste(text, [invoice('MOJA', line)], { invoice: 'MOJA', line: line.key })
    assert.deepEqual(shown(invoices), [
      ['MOJA', '1 B 1×1'],
      ['DE-1', '1 A 1×1'],
    ])
  })
})
