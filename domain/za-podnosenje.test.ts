import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import { kvartaliZaPodnosenje } from './za-podnosenje.ts'

const day = (text: string) => text as CalendarDate
const account = (broj: string, od: string, to: string) => ({ broj, datum_od: day(od), datum_do: day(to) })
const TODAY = day('2026-08-10')

const asked = (of: Partial<Parameters<typeof kvartaliZaPodnosenje>[0]>, dan = TODAY) =>
  kvartaliZaPodnosenje({ drzali: [{ prvi: '2025-11', poslednji: null }], podneti: [], rok_dana: 30, ...of }, dan, 4)

test('a quarter that has ended is to be handed in, and late behind its day', () => {
  const told = asked({}).map(({ naziv, rok_podnosenja, stanje }) => [naziv, rok_podnosenja, stanje])
  assert.deepEqual(told, [
    ['3. kvartal 2026.', '2026-10-30', 'u toku'],
    ['2. kvartal 2026.', '2026-07-30', 'kasni'],
    ['1. kvartal 2026.', '2026-04-30', 'kasni'],
    ['4. kvartal 2025.', '2026-01-30', 'kasni'],
  ])
  assert.equal(asked({}, day('2026-07-30'))[1]?.stanje, 'za podnošenje', 'on its last day')
  assert.equal(asked({}, day('2026-06-30'))[0]?.stanje, 'u toku', 'the last day of the quarter is not over')
  assert.deepEqual(
    [asked({ rok_dana: null })[1]?.stanje, asked({ rok_dana: null })[1]?.rok_podnosenja],
    ['za podnošenje', null],
  )
})

test('quarters in which no lot held anything are left out', () => {
  const drzali = [
    { prvi: '2025-10', poslednji: '2025-12' },
    { prvi: '2026-06', poslednji: '2026-06' },
    { prvi: '2026-06', poslednji: '2026-07' },
  ]
  assert.deepEqual(
    asked({ drzali }).map(({ naziv }) => naziv),
    ['3. kvartal 2026.', '2. kvartal 2026.', '4. kvartal 2025.'],
  )
})

test('a longer account hands its quarters in, and shorter ones do that leave no day out', () => {
  const brojevi = (podneti: ReturnType<typeof account>[]) =>
    asked({ podneti }).map(({ podnet }) => podnet && (podnet as { broj?: string }).broj)
  assert.deepEqual(brojevi([account('P', '2026-01-01', '2026-06-30')]), [null, 'P', 'P', null])
  const may = account('M5', '2026-05-01', '2026-05-31')
  const months = [account('M6', '2026-06-01', '2026-06-30'), account('M4', '2026-04-01', '2026-04-30')]
  assert.deepEqual(brojevi(months), [null, null, null, null])
  assert.deepEqual(brojevi([...months, may]), [null, 'M6', null, null])
  const firstDay = account('1.4.', '2026-04-01', '2026-04-01')
  assert.deepEqual(brojevi([firstDay, account('RB', '2026-04-02', '2026-06-30')]), [null, 'RB', null, null])
})
