import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, testApi } from '#server/testing.ts'
import { DEMO_ACCOUNT, fillDemo, holdsData } from './demo-fill.ts'

eachEngine('demo', (engine) => {
  test('a year of documents is entered by all rules, and the account can look at it', async () => {
    const store = await engine.open()
    assert.equal(await holdsData(store), false)
    const counts = await fillDemo(store, '2026-03-02')
    assert.equal(await holdsData(store), true)
    assert.deepEqual(
      { ...counts, pdf: counts.pdf > 20 },
      { materijala: 67, proizvoda: 15, c4: 126, c1: 204, pdf: true },
    )

    const { anonymous, withToken } = await testApi(engine, { store })
    const { token } = (await anonymous.post('/auth/login', DEMO_ACCOUNT)).body
    const shown = (await withToken(token).get('/dashboard')).body
    assert.equal(shown.ukupno_c4, counts.c4)
    assert.ok(shown.materijala_ispod_nule > 0 && shown.materijala_ispod_nule < 10, 'a few shortages')
    assert.ok(shown.c1_sa_manjkom > 0 && shown.c1_sa_manjkom < 25, 'in a few exports')
    assert.ok(shown.nedavni_c1[0].datum < '2026-03-02', 'nothing is dated today or later')
  })
})
