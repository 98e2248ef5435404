import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { switchAccount } from '#server/auth/accounts.ts'
import { isDailyTime } from '#server/posta/daily.ts'
import { createPosta } from '#server/posta/posta.ts'
import { anyEngine, type TestApi, type TestEngine } from '#server/testing.ts'
import { exportMeters, importMeters, meterApi } from '#server/testing-meters.ts'
import { mailServer, nobodyThere } from '#server/testing-posta.ts'
import { sendDaily } from './send-daily.ts'

/** 08:30 in Belgrade, in winter. */
const MORNING = Date.parse('2026-03-10T07:30:00Z')

test('the daily mail goes from seven o’clock on', () => {
  const seven = Date.parse('2026-03-10T06:00:00Z')
  assert.deepEqual([seven - 1, seven].map(isDailyTime), [false, true])
})
const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const EVENING_BEFORE = MORNING - 12 * HOUR_MS

const rokOf = (api: TestApi, broj: string, rok: string) =>
  api.store.transact((tx) => sql`update c4 set rok = ${rok} where broj_c4 = ${broj}`.execute(tx))

/** Books with an import whose deadline is over, one whose ends soon and one with time left, and an export that lacks material. */
async function withNews(engine: TestEngine, at = EVENING_BEFORE) {
  const server = await mailServer()
  const posta = createPosta(server.config)
  const api = await meterApi(engine, { now: () => at, posta })
  for (const [broj, day, rok] of [
    ['C4-1', '2026-01-05', '2026-03-09'],
    ['C4-2', '2026-01-10', '2026-04-09'],
    ['C4-3', '2026-01-15', '2026-04-10'],
  ] as const) {
    await importMeters(api, broj, day, 10)
    await rokOf(api, broj, rok)
  }
  return { api, posta, ...server }
}

const turnOn = async (client: Pick<TestApi, 'put'>) =>
  assert.equal((await client.put('/auth/daily-mail', { dnevni_mejl: true })).status, 200)

anyEngine('the daily mail', (engine) => {
  test('tells of deadlines and shortages with links, once, however many instances ask at once', async () => {
    const { api, posta, mails, next } = await withNews(engine)
    await exportMeters(api, 'C1-1', '2026-01-01', 2.5)
    await turnOn(api)
    assert.deepEqual((await api.get('/auth/daily-mail')).body, { dnevni_mejl: true })
    await api.signIn('ne-zeli@firma.rs')
    await Promise.all([1, 2, 3].map(() => sendDaily(api.store, posta, MORNING)))
    const { to, subject, text } = await next()
    assert.equal(to, 'ana@firma.rs')
    assert.equal(subject, 'Rokovi: isteklo 1, ističe 1, izvoza sa manjkom 1 (10.03.2026.)')
    assert.equal(
      text.replaceAll(/(incoming|outgoing)\/\d+/g, '$1/N'),
      `Rokovi i manjak na dan 10.03.2026.

Rok je istekao (1)
- C4-1: rok 09.03.2026., stavki sa ostatkom 1, vrednost ostatka 2.350,00 RSD
  https://zalihe.firma.rs/dashboard/incoming/N

Rok ističe za najviše 30 dana (1)
- C4-2: rok 09.04.2026., stavki sa ostatkom 1, vrednost ostatka 2.350,00 RSD
  https://zalihe.firma.rs/dashboard/incoming/N

Izvozi kojima nedostaje materijal (1)
- C1-1 od 01.01.2026.: KABL1 2,5 m
  https://zalihe.firma.rs/dashboard/outgoing/N

Ovaj mejl stiže ujutru, kada ima šta da se javi. Isključuje se u programu: 'Podešavanja', 'Za vas'.
`,
    )
    await sendDaily(api.store, posta, MORNING + 3 * HOUR_MS)
    assert.equal(mails.length, 1)
    await sendDaily(api.store, posta, MORNING + DAY_MS)
    assert.equal(mails.length, 2)
  })

  test('goes out from seven in Belgrade on, late where the server was down, and to nobody who turned it on today', async () => {
    const { api, posta, mails } = await withNews(engine)
    await turnOn(api)
    const at = (time: string) => Date.parse(`2026-03-10T${time}:00Z`)
    await sendDaily(api.store, posta, at('05:59'))
    assert.equal(mails.length, 0)
    await sendDaily(api.store, posta, at('21:00'))
    assert.equal(mails.length, 1)

    const { api: today, ...other } = await withNews(engine, at('09:00'))
    await turnOn(today)
    await sendDaily(today.store, other.posta, at('10:00'))
    assert.equal(other.mails.length, 0)
    await sendDaily(today.store, other.posta, at('10:00') + DAY_MS)
    assert.equal(other.mails.length, 1)
  })

  test('is not sent where there is nothing to tell, nor to an account that was shut or turned it off', async () => {
    const { api, posta, mails } = await withNews(engine)
    await turnOn(api)
    for (const email of ['iskljucen@firma.rs', 'citac@firma.rs']) await turnOn(await api.signIn(email, 'Samo čitanje'))
    await switchAccount(api.store, 'iskljucen@firma.rs', true, EVENING_BEFORE)
    const quitter = await api.signIn('drugi@firma.rs')
    await turnOn(quitter)
    assert.equal((await quitter.put('/auth/daily-mail', { dnevni_mejl: false })).status, 200)
    await sendDaily(api.store, posta, MORNING)
    assert.deepEqual(mails.map(({ to }) => to).sort(), ['ana@firma.rs', 'citac@firma.rs'])
    await api.store.transact((tx) => sql`update c4 set rok = '2027-01-01'`.execute(tx))
    await sendDaily(api.store, posta, MORNING + DAY_MS)
    assert.equal(mails.length, 2)
  })

  test('one that no server takes is tried again the same day', async () => {
    const { api, posta, mails } = await withNews(engine)
    await turnOn(api)
    await sendDaily(api.store, createPosta(nobodyThere), MORNING)
    await sendDaily(api.store, posta, MORNING + HOUR_MS)
    assert.equal(mails.length, 1)
  })
})
