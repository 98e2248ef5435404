// The cost of laying 10.000 rows beside 10.000 lines, where all are found at once and where none is. Counted in time of
// this thread, so that others do not count.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsIn } from '#contract/testing-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { readUsaglasavanje } from '#domain/sheet-usaglasavanje.ts'
import { type NasRed, type NjihovRed, uparene } from '#domain/usaglasavanje.ts'
import { ownTimeMs } from '#reliability/server-process.ts'

const ROWS = 10_000
/** Some 100 ms; a search through all pairs takes minutes. */
const PAIRED_MS = 1_500
/** Some 60 ms. */
const READ_MS = 1_500

const nas = (at: number): NasRed => ({
  broj: `C4-${at % 50}/26`,
  broj_jci: `26RS${at % 50}`,
  broj_fakture: 'F-1',
  redni_broj: Math.floor(at / 50) + 1,
  tarifni_broj: `7318.${10 + (at % 80)}`,
  kolicina: (1_000_000 + at) as Micro,
  jedinica_mere: 'kg',
  datum: '2026-01-15' as CalendarDate,
  vrednosti: [100 as Para],
})
const njihov = (at: number, broj = `C4-${at % 50}/26`): NjihovRed => {
  const { broj_jci: _, broj_fakture: __, vrednosti: ___, ...row } = nas(at)
  return { ...row, broj, vrednost: 100 as Para }
}
const rows = <T>(of: (at: number) => T): T[] => Array.from({ length: ROWS }, (_, at) => of(at))

function took<T>(work: () => T): { ms: number; made: T } {
  const before = ownTimeMs()
  const made = work()
  return { made, ms: ownTimeMs() - before }
}

test('10.000 rows that are the same, or of which none is known, are laid beside ours in linear time', (t) => {
  const nasi = rows(nas)
  for (const [what, njihovi, paired] of [
    ['the same', rows(njihov), ROWS],
    ['none', rows((at) => ({ ...njihov(at), broj: `X-${at}`, kolicina: at as Micro, tarifni_broj: '0101' })), 0],
    ['all alike', rows(() => njihov(7)), 25],
  ] as const) {
    const { ms, made } = took(() => uparene(nasi, njihovi))
    t.diagnostic(`${what}: ${ms.toFixed(0)} ms`)
    assert.equal(made.filter((pair) => pair.nas !== null && pair.njihov !== null).length, paired, what)
    assert.ok(ms < PAIRED_MS, `${what}: ${ms.toFixed(0)} ms`)
  }
})

test('10.000 rows of a sheet are read', (t) => {
  const header = { red: 1, cells: ['Broj', 'Datum', 'R. br.', 'Tarifni broj', 'Količina', 'JM', 'Vrednost'] }
  const sheet = rows((at) => ({
    red: at + 2,
    cells: [`C4-${at % 50}/26`, '15.01.2026.', at, `7318.${at % 90}`, '1.234,5', 'kg', at + 0.5],
  }))
  const limits = { MAX_CODE_CHARACTERS: 50, MAX_REDNI_BROJ: 1_000_000, MAX_NAME_CHARACTERS: 100, MAX_NORMATIV_ITEMS: 1 }
  const { ms, made } = took(() =>
    readUsaglasavanje(fieldsIn('usaglasavanje', [header, ...sheet]), limits, '2026-12-31' as CalendarDate),
  )
  t.diagnostic(`${ms.toFixed(0)} ms`)
  assert.equal(made.redovi.length, ROWS)
  assert.ok(ms < READ_MS, `${ms.toFixed(0)} ms`)
})
