import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from './calendar-date.ts'
import type { Micro } from './decimal.ts'
import { doubtSentences, type Goods, type UsualValues } from './doubt-sentences.ts'

const micro = (value: number) => (value * 1_000_000) as Micro
const today = '2026-11-25' as CalendarDate
const kurs = micro(117.5)
const KABL: UsualValues = {
  id: 'KABL1',
  naziv: 'Kabl crni',
  jedinica_mere: 'm',
  poslednja_cena: micro(2.1),
  valuta: 'EUR',
  kurs,
  uobicajena_kolicina: micro(500),
}
const line = (id: number | null, roba_id: string, kolicina: number, cena: number): Goods => ({
  id,
  broj_fakture: 'F-1',
  redni_broj: 2,
  roba_id,
  kolicina: micro(kolicina),
  cena: micro(cena),
})
const document = (datum: string, ...lines: Goods[]) => ({ datum: datum as CalendarDate, valuta: 'EUR', kurs, lines })

/** The sentences, and of what it was asked what is usual. */
async function doubtsOf(now: ReturnType<typeof document>, saved: ReturnType<typeof document> | null = null) {
  const asked: string[][] = []
  const usualOf = async (ids: string[]) => {
    asked.push(ids)
    return [KABL].filter(({ id }) => ids.includes(id))
  }
  return { sentences: await doubtSentences({ document: now, saved, usualOf, today }), asked }
}

test('each doubt of a document is a sentence that names its line, and all goods are asked for at once', async () => {
  const lines = [line(null, 'KABL1', 60_000, 85_000), line(null, 'KABL1', 1, 2), line(null, 'NOVO', 1, 1)]
  assert.deepEqual(await doubtsOf(document('2062-03-05', ...lines)), {
    sentences: [
      'Datum 05.03.2062. je posle današnjeg dana.',
      'Faktura F-1, stavka 2, Kabl crni (KABL1): cena 85.000 EUR, a poslednja je bila 2,1 EUR.',
      'Faktura F-1, stavka 2, Kabl crni (KABL1): količina 60.000 m, a uobičajena je 500 m.',
    ],
    asked: [['KABL1', 'NOVO']],
  })
})

test('of lines that stay as they are saved nothing is asked, of another material on one all is', async () => {
  const kept = line(7, 'KABL1', 60_000, 85_000)
  const saved = document('2062-03-05', kept)
  assert.deepEqual(await doubtsOf(saved, saved), { sentences: [], asked: [] })
  const other = document('2062-03-05', line(7, 'DRUGO', 60_000, 85_000))
  const { sentences, asked } = await doubtsOf(saved, other)
  assert.deepEqual([sentences.length, asked], [2, [['KABL1']]])
})
