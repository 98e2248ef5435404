import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceFields, isAsking, NO_CHOICE, saidOf, withProposals } from './sheet-choice.ts'

test('only what was said of a sheet is sent beside it', () => {
  assert.deepEqual(choiceFields(NO_CHOICE), {})
  const said = { list: 'Uvoz', kolone: { id: 2 }, vrednosti: { valuta: 'EUR' } }
  assert.deepEqual(choiceFields(said), { list: 'Uvoz', kolone: '{"id":2}', vrednosti: '{"valuta":"EUR"}' })
})

test('a field is a column or a value, whichever was said last', () => {
  const column = saidOf(saidOf(NO_CHOICE, 'valuta', 'EUR'), 'valuta', 3)
  assert.deepEqual(column, { ...NO_CHOICE, kolone: { valuta: 3 } })
  assert.deepEqual(saidOf(column, 'valuta', 'USD'), { ...NO_CHOICE, vrednosti: { valuta: 'USD' } })
  assert.deepEqual(saidOf(column, 'valuta', null), { ...NO_CHOICE, kolone: { valuta: '' } })
})

test('what nobody answered has its proposal, and an emptied answer is none', () => {
  const asks = (polje: string, predlog: string | null) => ({ polje, naziv: polje, kolone: [], izbor: [], predlog })
  const pitanja = [asks('tip', 'Uvoz'), asks('terminal', 'T1'), asks('valuta', null), asks('grad', 'Niš')]
  const choice = { list: null, kolone: { terminal: 4 }, vrednosti: { tip: 'Izvoz', grad: ' ' } }
  assert.deepEqual(withProposals(choice, { pitanja, vrednosti: [] }), { ...choice, vrednosti: { tip: 'Izvoz' } })
})

test('what the books say of all rows is proposed as it was the last time, unless somebody says otherwise', () => {
  const found = (predlog: string | null) => ({
    pitanja: [],
    vrednosti: [
      { polje: 'valuta', naziv: 'Valuta', vrednost: 'RSD', kako: 'nađeno' as const, izbor: ['RSD', 'EUR'], predlog },
    ],
  })
  assert.equal(isAsking(found(null), NO_CHOICE, NO_CHOICE), false)
  assert.equal(isAsking(found('EUR'), NO_CHOICE, NO_CHOICE), true)
  assert.deepEqual(withProposals(NO_CHOICE, found('EUR')).vrednosti, { valuta: 'EUR' })
  const own = saidOf(NO_CHOICE, 'valuta', 'RSD')
  assert.deepEqual(withProposals(own, found('EUR')).vrednosti, { valuta: 'RSD' })
})
