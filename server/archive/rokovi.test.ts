import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { RokRed } from '#contract/rokovi.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { daysAfter } from '#domain/rok.ts'
import { openStore, type Store } from '#server/db/open.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, column, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi } from '#server/testing-meters.ts'
import { escaped, folded, icsOf } from './rokovi-handlers.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const rokOf = (api: TestApi, broj: string, rok: string | null) =>
  api.store.transact((tx) => sql`update c4 set rok = ${rok} where broj_c4 = ${broj}`.execute(tx))

eachEngine('deadlines', (engine) => {
  test('list what is left by its deadline, with the sum of every state, now and on a past day', async () => {
    const api = await meterApi(engine, { now: () => NOON })
    for (const [broj, day, rok] of [
      ['C4-1', '2026-01-05', '2026-02-01'],
      ['C4-2', '2026-01-10', '2026-03-09'],
      ['C4-3', '2026-01-15', '2026-04-09'],
      ['C4-4', '2026-01-20', '2026-04-10'],
      ['C4-5', '2026-01-25', null],
    ] as const) {
      await importMeters(api, broj, day, 10, 20)
      await rokOf(api, broj, rok)
    }
    await exportMeters(api, 'C1-1', '2026-02-10', 35)

    const { body } = await api.get('/rokovi')
    assert.deepEqual(column(body.results, 'broj_c4'), ['C4-2', 'C4-3', 'C4-4', 'C4-5'])
    assert.deepEqual(column(body.results, 'stanje_roka'), ['isteklo', 'ističe', 'u roku', null])
    const { c4_id, ...first } = body.results[0]
    const none = { posiljalac_naziv: 'Müller Kabel GmbH', odobrenje: null, rok_obracuna: null, stanje_roka: 'isteklo' }
    // 5 of 10 and 20 are left, at 2 EUR of 117,50 RSD.
    const left = { broj_stavki: 2, vrednost_rsd: 5875 }
    assert.deepEqual(first, { broj_c4: 'C4-2', datum: '2026-01-10', rok: '2026-03-09', ...none, ...left })
    assert.deepEqual(body.stanja, [
      { stanje: 'isteklo', broj_c4: 1, ...left },
      { stanje: 'ističe', broj_c4: 1, broj_stavki: 2, vrednost_rsd: 7050 },
      { stanje: 'u roku', broj_c4: 1, broj_stavki: 2, vrednost_rsd: 7050 },
      { stanje: 'bez roka', broj_c4: 1, broj_stavki: 2, vrednost_rsd: 7050 },
    ])
    assert.ok(c4_id > 0)

    const of = async (query: string) => column((await api.get(`/rokovi?${query}`)).body.results, 'broj_c4')
    assert.deepEqual(await of('stanje=razdu%C5%BEeno'), ['C4-1'])
    assert.deepEqual(await of('stanje=bez roka'), ['C4-5'])
    assert.deepEqual(await of('stanje=isti%C4%8De'), ['C4-3'])
    assert.deepEqual([await of('limit=3&page=2'), await of('limit=3')], [['C4-5'], ['C4-2', 'C4-3', 'C4-4']])
    assert.deepEqual(await of('datum=2026-01-21'), ['C4-1', 'C4-2', 'C4-3', 'C4-4'])
    assert.deepEqual(await of('datum=2026-02-10&stanje=isteklo'), [])
    assert.deepEqual(await of('datum=2026-02-09&stanje=isteklo'), ['C4-1'])

    // What nothing is left of is discharged, also where nobody set a deadline; it comes behind those that have one.
    await importMeters(api, 'C4-0', '2026-01-01', 1)
    await exportMeters(api, 'C1-0', '2026-01-02', 1)
    assert.deepEqual(await of('stanje=razdu%C5%BEeno'), ['C4-1', 'C4-0'])
    assert.deepEqual(await of('stanje=razdu%C5%BEeno&limit=1&page=2'), ['C4-0'])
    const listed = (await api.get('/c4?stanje_roka=razdu%C5%BEeno&sort=broj')).body.results
    assert.deepEqual(column(listed, 'broj_c4'), ['C4-0', 'C4-1'])
    const { rok, stanje_roka } = (await api.get(`/c4/${listed[0].id}`)).body
    assert.deepEqual([rok, stanje_roka, listed[0].stanje_roka], [null, 'razduženo', 'razduženo'])
  })

  test('filter by authorisation, whose account is due so many days behind the deadline', async () => {
    const api = await meterApi(engine, { now: () => NOON })
    await importMeters(api, 'C4-1', '2026-01-05', 10)
    await importMeters(api, 'C4-2', '2026-01-06', 10)
    const { rows } = await api.store.transact((tx) =>
      sql<{
        id: number
      }>`insert into odobrenje (broj, broj_kljuc, vazi_od, rok_do_kraja, rok_obracuna_dana, trazi, verzija)
        values ('AO-1', 'ao-1', '2026-01-01', 'dan', 30, 'ao-1', 1) returning id`.execute(tx),
    )
    const id = rows[0]?.id
    await api.store.transact((tx) => sql`update c4 set odobrenje_id = ${id} where broj_c4 = 'C4-2'`.execute(tx))
    await rokOf(api, 'C4-2', '2026-07-15')
    const { body } = await api.get(`/rokovi?odobrenje_id=${id}`)
    const [row] = body.results
    assert.deepEqual([row.broj_c4, row.odobrenje, row.rok_obracuna, body.total], ['C4-2', 'AO-1', '2026-08-14', 1])
    assert.deepEqual(column(body.stanja, 'broj_c4'), [0, 0, 1, 0])

    const ics = new TextDecoder().decode((await api.get('/rokovi/ics')).bytes)
    assert.match(ics, /DTSTART;VALUE=DATE:20260715\r\n/)
    assert.equal(ics.split('BEGIN:VEVENT').length, 2, 'C4-1 has no deadline')
    const uidOf = (text: string) => /^UID:(.*)\r$/m.exec(text)?.[1]
    await exportMeters(api, 'C1-1', '2026-01-07', 20)
    const later = new TextDecoder().decode((await api.get('/rokovi/ics')).bytes)
    assert.equal(uidOf(later), uidOf(ics))
    assert.match(later, /STATUS:CANCELLED\r\n/, 'what is discharged leaves the calendar')
    await rokOf(api, 'C4-2', '2026-03-10')
    assert.match(new TextDecoder().decode((await api.get('/rokovi/ics')).bytes), /STATUS:CANCELLED\r\n/, 'also today')
    await rokOf(api, 'C4-2', '2026-03-09')
    const over = new TextDecoder().decode((await api.get('/rokovi/ics')).bytes)
    assert.doesNotMatch(over, /CANCELLED/, 'a day that is over is of no interest')
    const nameOf = (store: Store) => store.read.selectFrom('instalacija').select('ime').executeTakeFirstOrThrow()
    const others = await openStore({ dataDir: mkdtempSync(join(tmpdir(), 'books-')) })
    const [one, other] = [await nameOf(api.store), await nameOf(others)]
    await others.close()
    assert.ok(uidOf(ics)?.endsWith(`@${one.ime}.zalihe`))
    assert.notEqual(one.ime, other.ime)
  })

  test('agree with a reckoning from the documents alone, on every day of a random history', async () => {
    const api = await testApi(engine, { now: () => NOON })
    await addCatalogue(api)
    let seed = 7
    const below = (end: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % end
    }
    const dayAt = (days: number) => daysAfter('2026-01-01' as CalendarDate, days)
    const roks = new Map<string, CalendarDate | null>()
    for (let at = 1; at <= 9; at++) {
      const lots = Array.from({ length: 1 + below(3) }, () => ({
        materijal_id: below(2) ? 'KABL1' : 'KON8',
        kolicina: 1 + below(40) / 8,
        cena_po_jedinici: 0.000001 + below(9),
      }))
      await stored(api, '/c4', c4Body(`C4-${at}`, dayAt(below(40)), lots))
      const rok = below(4) === 0 ? null : dayAt(20 + below(60))
      roks.set(`C4-${at}`, rok)
      await rokOf(api, `C4-${at}`, rok)
      const lines = [{ proizvod_id: 'SNOP1', kolicina: 1 + below(3), cena: 1 }]
      await stored(api, '/c1', c1Body(`C1-${at}`, dayAt(below(50)), lines))
    }
    const c4s: Imported[] = []
    for (const { id } of (await api.get('/c4?limit=50')).body.documents)
      c4s.push((await api.get(`/c4/${id}`)).body as Imported)
    const draws = (await api.get('/razduzenje')).body.results as Drawn[]
    for (const day of [0, 13, 21, 33, 47, 60].map(dayAt)) {
      const { body } = await api.get(`/rokovi?limit=50&datum=${day}`)
      assert.deepEqual(
        body.results.map(({ broj_c4, broj_stavki, vrednost_rsd }: RokRed) => ({ broj_c4, broj_stavki, vrednost_rsd })),
        modelOf(c4s, draws, roks, day),
        day,
      )
      for (const { stanje, broj_c4 } of body.stanja)
        assert.equal((await api.get(`/rokovi?datum=${day}&stanje=${encodeURIComponent(stanje)}`)).body.total, broj_c4)
    }
  })
})

type Imported = {
  id: number
  broj_c4: string
  datum: string
  kurs: number
  stavke: { id: number; kolicina: number; cena_po_jedinici: number }[]
}
type Drawn = { c1_datum: string; kolicina: number; lot: { ulaz_stavka_id: number } | null }

/** What was left of each import at the end of a day, by its deadline, then those without one by their day. */
function modelOf(c4s: Imported[], draws: Drawn[], roks: ReadonlyMap<string, string | null>, day: string) {
  const micro = (value: number) => BigInt(Math.round(value * 1e6))
  const gone = (id: number) =>
    draws
      .filter((draw) => draw.lot?.ulaz_stavka_id === id && draw.c1_datum <= day)
      .reduce((sum, { kolicina }) => sum + micro(kolicina), 0n)
  const rokIn = ({ broj_c4 }: Imported) => roks.get(broj_c4) ?? '9999'
  return c4s
    .filter(({ datum }) => datum <= day)
    .sort((a, b) => {
      const order = rokIn(a).localeCompare(rokIn(b))
      return order || (rokIn(a) === '9999' ? a.datum.localeCompare(b.datum) : 0) || a.id - b.id
    })
    .map(({ broj_c4, kurs, stavke }) => {
      const left = stavke
        .map((lot) => ({ ...lot, left: micro(lot.kolicina) - gone(lot.id) }))
        .filter((lot) => lot.left > 0n)
      const value = left.reduce((sum, lot) => sum + lot.left * micro(lot.cena_po_jedinici) * micro(kurs), 0n)
      return { broj_c4, broj_stavki: left.length, vrednost_rsd: Number((value + 5n * 10n ** 15n) / 10n ** 16n) / 100 }
    })
    .filter(({ broj_stavki }) => broj_stavki > 0)
}

test('the calendar keeps RFC 5545: lines, folding, escaping and whole days', () => {
  // 3.3.11: a backslash, a semicolon, a comma and a new line in a text.
  assert.equal(escaped('a\\b;c,d\r\ne\nf'), 'a\\\\b\\;c\\,d\\ne\\nf')
  assert.equal(
    escaped('Project XYZ Final Review\nConference Room - 3B\nCome Prepared.'),
    'Project XYZ Final Review\\nConference Room - 3B\\nCome Prepared.',
  )
  // 3.1: no line of more than 75 octets, none cut within a character, and the same text once it is unfolded.
  const long = `SUMMARY:${'č'.repeat(100)}`
  const lines = folded(long).split('\r\n')
  assert.ok(
    lines.every((line) => Buffer.byteLength(line) <= 75),
    'octets',
  )
  assert.equal(folded(long).replaceAll('\r\n ', ''), long)
  const row: RokRed = {
    c4_id: 12,
    broj_c4: 'C4-001/26',
    datum: '2026-01-15' as CalendarDate,
    posiljalac_naziv: 'Volkstrom Kabel GmbH',
    odobrenje: 'AO, 1',
    rok: '2026-12-31' as CalendarDate,
    rok_obracuna: null,
    stanje_roka: 'u roku',
    broj_stavki: 1,
    vrednost_rsd: 123456 as RokRed['vrednost_rsd'],
  }
  const books = { instalacija: 'a1', razduzeni: [] }
  const text = icsOf([row, { ...row, rok: null }], Date.UTC(2026, 0, 2, 3, 4, 5), books)
  assert.deepEqual(text.split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zalihe//Rokovi//SR',
    'BEGIN:VEVENT',
    'UID:rok-c4-12@a1.zalihe',
    'DTSTAMP:20260102T030405Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Rok za razduženje C4-001/26',
    'DESCRIPTION:Stavki sa ostatkom: 1\\, vrednost ostatka 1.234\\,56 RSD.\\nOdobre',
    ' nje AO\\, 1.',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})
