import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditRow, RADNJE, VRSTE } from '#contract/audit.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { backText, dayText, deedOf, hasHistory, titleOf } from './entry-words.ts'

const row = (values: Partial<AuditRow>): AuditRow => ({
  id: 1,
  vreme: 0,
  dan: '1970-01-01' as CalendarDate,
  sat: '01:00',
  korisnik: 'ana@firma.rs',
  radnja: 'dodato',
  vrsta: 'c4',
  predmet: '1',
  opis: 'C4-1',
  sazetak: '',
  ima_razlike: false,
  moze_vratiti: false,
  ...values,
})
const said = (values: Partial<AuditRow>) => Object.values(deedOf(row(values))).join(' | ')

test('every deed to every thing is a sentence', () => {
  assert.equal(said({}), 'Dodat ulazni dokument | C4-1')
  assert.equal(said({ radnja: 'obrisano', vrsta: 'proizvod', opis: 'Snop' }), 'Obrisan proizvod | Snop')
  assert.equal(said({ radnja: 'obrisano', vrsta: 'odobrenje', opis: '148-1' }), 'Obrisano odobrenje | 148-1')
  assert.equal(backText({ vrsta: 'odobrenje', opis: '148-1' }), 'Odobrenje 148-1 je vraćeno.')
  assert.equal(backText({ vrsta: 'c4', opis: 'C4-1' }), 'Ulazni dokument C4-1 je vraćen.')
  assert.equal(said({ radnja: 'pomereno', vrsta: 'c1', opis: 'C1-1' }), 'Promenjeno razduženje dokumenta | C1-1')
  assert.equal(
    said({ radnja: 'import', vrsta: 'materijal', opis: 'a.xlsx' }),
    'Učitavanje materijala iz fajla | a.xlsx',
  )
  assert.equal(said({ radnja: 'prijava', vrsta: 'nalog', opis: 'ana@firma.rs' }), 'Prijavljivanje | ')
  assert.equal(said({ radnja: 'izmenjeno', vrsta: 'nalog', opis: 'ana@firma.rs' }), 'Izmenjen nalog | ana@firma.rs')
  for (const radnja of RADNJE) {
    for (const vrsta of VRSTE)
      assert.doesNotMatch(
        said({ radnja, vrsta }),
        /undefined|^\w+o (ulazni|izlazni|materijal|proizvod|kurs|PDF|nalog) /,
        `${radnja} ${vrsta}`,
      )
  }
})

test('a word of a newer program is shown as it is', () => {
  assert.equal(said({ radnja: 'zaključano', vrsta: 'period', opis: '2026' }), 'zaključano period | 2026')
  assert.equal(titleOf(row({ vrsta: 'period', opis: '2026' })), 'Period 2026')
})

test('only what has an id and may change again has a history of its own', () => {
  assert.equal(hasHistory(row({})), true)
  assert.equal(hasHistory(row({ radnja: 'import', vrsta: 'materijal', predmet: '' })), false)
  assert.equal(hasHistory(row({ vrsta: 'pdf', predmet: 'pdf/1.pdf' })), false)
})

test('a day is told in words', () => {
  assert.equal(dayText('2026-11-20' as CalendarDate), 'petak, 20. novembar 2026.')
})
