import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateEndpoints } from '#contract/rates.ts'
import type { Feature } from '#server/http/app.ts'
import { anyEngine, type TestEngine, testApi } from '#server/testing.ts'
import { rateHandlers } from './rate-handlers.ts'

const features = (store: Parameters<typeof rateHandlers>[0]) => ({
  rates: { endpoints: rateEndpoints, handlers: rateHandlers(store) as Feature['handlers'] },
})
const rates = (engine: TestEngine) => testApi(engine, { features })

anyEngine('rates', (engine) => {
  test('without entered rates the table holds the constants of the specification', async () => {
    const { get } = await rates(engine)
    assert.deepEqual((await get('/rates')).body, [
      { valuta: 'EUR', vazi_od: '1990-01-01', kurs: 117.5, verzija: 1 },
      { valuta: 'RSD', vazi_od: '1990-01-01', kurs: 1, verzija: 1 },
      { valuta: 'USD', vazi_od: '1990-01-01', kurs: 107.2, verzija: 1 },
    ])
  })

  test('a rate is entered once per currency and day; the second one replaces it', async () => {
    const { get, post } = await rates(engine)
    const first = await post('/rates', { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117.2 })
    assert.equal(first.status, 201)
    assert.deepEqual(first.body, { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117.2, verzija: 1 })
    await post('/rates', { valuta: 'EUR', vazi_od: '2026-01-10', kurs: '117.123456' })
    await post('/rates', { valuta: 'USD', vazi_od: '2026-02-01', kurs: 108 })
    assert.deepEqual((await get('/rates')).body.slice(0, 2), [
      { valuta: 'USD', vazi_od: '2026-02-01', kurs: 108, verzija: 1 },
      { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117.123456, verzija: 2 },
    ])
  })

  test('of two who enter a rate that they saw missing, at the same moment, one is refused', async () => {
    const { get, post } = await rates(engine)
    for (let day = 10; day < 30; day++) {
      const enter = (kurs: number) =>
        post('/rates', { valuta: 'EUR', vazi_od: `2026-01-${day}`, kurs }, { 'if-match': '"0"' })
      const answers = await Promise.all([enter(117), enter(118)])
      const [[saved] = [], [refused] = []] = [201, 409].map((status) => answers.filter((one) => one.status === status))
      assert.deepEqual([saved?.body.verzija, refused?.status], [1, 409])
      assert.equal((await get('/rates')).body[0].kurs, saved?.body.kurs)
    }
  })

  test('what somebody else changed meanwhile is neither replaced nor deleted', async () => {
    const { get, post, delete: remove } = await rates(engine)
    const rate = { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117.2 }
    const seen = (verzija: number) => ({ 'if-match': `"${verzija}"` })
    assert.equal((await post('/rates', rate, seen(1))).status, 409, 'deleted meanwhile, or never there')
    await post('/rates', rate)
    const replaced = await post('/rates', { ...rate, kurs: 118 }, seen(1))
    assert.deepEqual([replaced.status, replaced.headers.get('etag')], [201, '"2"'])
    for (const answer of [await post('/rates', rate, seen(1)), await remove('/rates/EUR/2026-01-10', seen(1))]) {
      assert.equal(answer.status, 409)
      assert.match(answer.body.message, /u međuvremenu/)
    }
    assert.equal((await get('/rates')).body[0].kurs, 118)
    assert.equal((await remove('/rates/EUR/2026-01-10', seen(2))).status, 200)
  })

  test('of changes sent at the same moment with the same version exactly one is made', async () => {
    const { get, post } = await rates(engine)
    const rate = { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117 }
    await post('/rates', rate)
    for (let verzija = 1; verzija <= 5; verzija++) {
      const answers = await Promise.all(
        [118, 119, 120, 121].map((kurs) => post('/rates', { ...rate, kurs }, { 'if-match': `"${verzija}"` })),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
      const made = answers.find(({ status }) => status === 201)
      assert.deepEqual((await get('/rates')).body[0], made?.body)
    }
  })

  test('a rate that is deleted takes none of another currency or another day with it', async () => {
    const api = await testApi(engine)
    for (const [valuta, vazi_od] of [
      ['EUR', '2026-02-01'],
      ['USD', '2026-02-01'],
      ['EUR', '2026-02-02'],
    ])
      assert.ok((await api.post('/rates', { valuta, vazi_od, kurs: 110 })).status < 300)
    const before = (await api.get('/rates')).body
    assert.equal((await api.delete('/rates/EUR/2026-02-01')).status, 200)
    const isGone = ({ valuta, vazi_od }: Record<string, string>) => valuta === 'EUR' && vazi_od === '2026-02-01'
    assert.deepEqual(
      (await api.get('/rates')).body,
      before.filter((rate: Record<string, string>) => !isGone(rate)),
    )
  })

  test('the dinar stays 1', async () => {
    const { get, post } = await rates(engine)
    const refused = await post('/rates', { valuta: 'RSD', vazi_od: '2026-01-10', kurs: 2 })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.message, 'Kurs za RSD je uvek 1.')
    assert.equal(refused.body.errors[0].field, 'kurs')
    assert.equal((await get('/rates')).body.length, 3)
  })

  test('an unknown currency, a day that is none and a rate of nothing are refused with their fields', async () => {
    const { post } = await rates(engine)
    const refused = await post('/rates', { valuta: 'CHF', vazi_od: '2026-02-30', kurs: 0 })
    assert.equal(refused.status, 400)
    assert.deepEqual(
      refused.body.errors.map(({ field }: { field: string }) => field),
      ['valuta', 'vazi_od', 'kurs'],
    )
  })

  test('an entered rate can be deleted, a default one and an unknown one cannot', async () => {
    const { get, post, delete: remove } = await rates(engine)
    await post('/rates', { valuta: 'EUR', vazi_od: '2026-01-10', kurs: 117.2 })
    assert.equal((await remove('/rates/EUR/2026-01-10')).status, 200)
    assert.equal((await remove('/rates/EUR/2026-01-10')).status, 404)
    const refused = await remove('/rates/EUR/1990-01-01')
    assert.equal(refused.status, 409)
    assert.match(refused.body.message, /^Početni kurs ne može da se obriše/)
    assert.equal((await get('/rates')).body.length, 3)
  })
})
