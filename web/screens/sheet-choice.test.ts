import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceFields, NO_CHOICE, saidOf, withProposals } from './sheet-choice.ts'

test('only what was said of a sheet is sent beside it', () => {
  assert.deepEqual(choiceFields(NO_CHOICE), {})
  const said = { list: 'Uvoz', kolone: { id: 2 }, vrednosti: { valuta: 'EUR' } }
  assert.deepEqual(choiceFields(said), { list: 'Uvoz', kolone: '{"id":2}', vrednosti: '{"valuta":"EUR"}' })
})

test('a field is a column or a value, whichever was said last', () => {
  const column = saidOf(saidOf(NO_CHOICE, 'valuta', 'EUR'), 'valuta', 3)
  assert.deepEqual(column, { ...NO_CHOICE, kolone: { valuta: 3 } })
  assert.deepEqual(saidOf(column, 'valuta', 'USD'), { ...NO_CHOICE, vrednosti: { valuta: 'USD' } })
})

test('what nobody answered has its proposal, and an emptied answer is none', () => {
  const asks = (polje: string, predlog: string | null) => ({ polje, naziv: polje, kolone: [], izbor: [], predlog })
  const pitanja = [asks('tip', 'Uvoz'), asks('terminal', 'T1'), asks('valuta', null), asks('grad', 'Niš')]
  const choice = { list: null, kolone: { terminal: 4 }, vrednosti: { tip: 'Izvoz', grad: ' ' } }
  assert.deepEqual(withProposals(choice, { pitanja }), { ...choice, vrednosti: { tip: 'Izvoz' } })
})
