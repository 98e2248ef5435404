import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isTariffNumber } from './codes.ts'
import {
  cellText,
  codeText,
  headerText,
  NO_RESULT,
  quoted,
  readId,
  reasonOf,
  type SheetCell,
  textFault,
} from './sheet.ts'

describe('the cells of a spreadsheet', () => {
  test('are read as the one line that the user sees', () => {
    const cases: [SheetCell | undefined, string][] = [
      [undefined, ''],
      [null, ''],
      ['  Klipsa \n za\u00a0šasiju ', 'Klipsa za šasiju'],
      ['PRV\u200b01\ufeff', 'PRV01'],
      ['a\u0000b\ud800', 'a b\ufffd'],
      ['\u2800\u3164', ''],
      ['8544\ufe0f.49\u034f', '8544.49'],
      [8544.49, '8544.49'],
      [{ value: 123, text: '00123' }, '00123'],
      [true, 'TRUE'],
    ]
    for (const [cell, text] of cases) assert.equal(cellText(cell), text)
  })

  test('give codes as they are shown, or plain where only that is a code', () => {
    assert.equal(codeText({ value: 8544.3, text: '8544.30' }, isTariffNumber), '8544.30')
    assert.equal(codeText({ value: 85444995, text: '85.444.995' }, isTariffNumber), '85444995')
    assert.equal(codeText({ value: 12, text: '12.' }, isTariffNumber), '12.')
    assert.equal(codeText(73181500, isTariffNumber), '73181500')
  })

  test('give IDs in upper case, and what is no ID as it was typed', () => {
    assert.equal(readId(' prv035crn '), 'PRV035CRN')
    assert.equal(readId({ value: 123, text: '00123' }), '00123')
    assert.equal(readId(4711), '4711')
    assert.equal(readId({ value: 4711, text: '4.711' }), '4711')
    assert.equal(readId({ value: 4711, text: 'M-4711' }), 'M-4711')
    assert.equal(readId('ab'), 'ab')
    assert.equal(readId('straße'), 'straße')
  })

  test('give headings without case, marks and separators', () => {
    assert.equal(headerText(' KOLIČINA '), 'kolicina')
    assert.equal(headerText('Cena po jedinici (EUR)'), 'cena_po_jedinici_eur')
    assert.equal(headerText('Број фактуре'), 'broj_fakture')
  })

  test('are blamed in sentences, the first few of them', () => {
    assert.equal(textFault('Kolona B (Naziv)', '', 5), 'Kolona B (Naziv): obavezno polje.')
    for (const error of ['#N/A', '#DIV/0!', '#NAME?', '#SPILL!', '#GETTING_DATA', 'Err:502'])
      assert.equal(textFault('Kolona B (Naziv)', error, 5), `Kolona B (Naziv): u ćeliji je greška ${error}.`)
    assert.equal(textFault('Kolona B (Naziv)', '#12 A', 5), null)
    assert.equal(
      textFault('Kolona B (Naziv)', NO_RESULT, 5),
      'Kolona B (Naziv): u ćeliji je formula bez rezultata. Sačuvajte fajl u Excelu i pokušajte ponovo.',
    )
    assert.equal(textFault('Kolona B (Naziv)', 'predugačko', 5), 'Kolona B (Naziv): najviše 5 znakova.')
    assert.equal(textFault('Kolona B (Naziv)', 'Vijak', 5), null)
    assert.equal(reasonOf([null, 'A.', null, 'B.']), 'A. B.')
    assert.equal(reasonOf([null]), null)
    assert.equal(reasonOf(['1.', '2.', '3.', '4.', '5.']), '1. 2. 3. 4. 5.')
    assert.equal(reasonOf(['1.', '2.', '3.', '4.', '5.', '6.', '7.']), '1. 2. 3. 4. 5. I još 2.')
    assert.equal(quoted('x'.repeat(41)), `„${'x'.repeat(40)}…“`)
  })
})
