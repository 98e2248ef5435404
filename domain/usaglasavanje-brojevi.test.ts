import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import { type Micro, parseSerbian } from './decimal.ts'
import { procitani } from './usaglasavanje-brojevi.ts'

const micro = (text: string) => parseSerbian(text) as Micro
const row = { broj: 'C4-1', redni_broj: 1, tarifni_broj: '7208', datum: '2026-06-10' as CalendarDate }
const nas = (kolicina: string) => ({
  ...row,
  broj_jci: null,
  broj_fakture: 'F-1',
  kolicina: micro(kolicina),
  jedinica_mere: 'kg',
  vrednosti: [],
})
const njihov = (tekst: string, jedinica_mere = 'KGM') => ({
  ...row,
  kolicina: micro(tekst),
  jedinica_mere,
  vrednost: null,
  drugacije: { kolicina: { tekst, vrednost: micro(tekst.replace(',', '')) }, vrednost: null },
})
const NOTHING = { kolicina: false, vrednost: false }
const read = (...of: Parameters<typeof procitani>) => procitani(...of).redovi.map(({ kolicina }) => kolicina)

test('a column that could be of either notation is read whole in the one in which more of it agrees with ours', () => {
  const theirs = [njihov('1,250'), njihov('12,000'), njihov('7,777')]
  assert.deepEqual(read([nas('1250'), nas('12000')], theirs, NOTHING), [micro('1250'), micro('12000'), micro('7777')])
  assert.deepEqual(read([nas('1,25'), nas('12')], theirs, NOTHING)[0], micro('1,25'))
  assert.deepEqual(procitani([nas('1250')], theirs, NOTHING).napomene, [
    'Količina: „1,250“ je pročitano kao 1250. Tako i ostali takvi brojevi (3).',
  ])
})

test('what a column proves, and tons beside kilograms, are not read otherwise', () => {
  assert.deepEqual(read([nas('1250')], [njihov('1,250')], { ...NOTHING, kolicina: true }), [micro('1,25')])
  assert.deepEqual(read([nas('1250')], [njihov('1,250', 't')], NOTHING), [micro('1,25')])
})
