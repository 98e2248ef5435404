import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, eachEngine } from '#server/testing.ts'
import { c4Body, stored } from '#server/testing-documents.ts'
import { importMeters, meterApi, meters } from '#server/testing-meters.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

type Line = { materijal_id: string; kolicina: number; cena_po_jedinici: number }
const of = (materijal_id: string, kolicina: number, cena_po_jedinici: number): Line => ({
  materijal_id,
  kolicina,
  cena_po_jedinici,
})

eachEngine('what had come in up to each C4', (engine) => {
  test('follows every change of a C4 that others stand behind', async () => {
    const api = await meterApi(engine)
    const { id } = await importMeters(api, 'C4-1', '2026-01-10', 10)
    await importMeters(api, 'C4-2', '2026-01-10', 100)
    await importMeters(api, 'C4-3', '2026-02-10', 1000)
    // With something dated later, none of these days is today.
    await stored(api, '/c4', c4Body('C4-4', '2026-12-01', [of('KON8', 1, 1)]))
    /** `day: quantity / C4 / RSD` of cable on these days. */
    async function after(datum: string, lines: Line[], valuta = 'EUR') {
      const answer = await api.put(`/c4/${id}`, c4Body('C4-1', datum, lines, { valuta }))
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      await assertBooks(api)
      return Promise.all(['2026-01-10', '2026-01-31', '2026-02-10'].map((day) => cableAt(api, day)))
    }
    const before = ['110 / 2 / 25850', '110 / 2 / 25850', '1110 / 3 / 260850']
    assert.deepEqual(await after('2026-01-10', meters(10)), before)
    // As much money for other metres, and as many metres for other money.
    const twice = ['120 / 2 / 25850', '120 / 2 / 25850', '1120 / 3 / 260850']
    assert.deepEqual(await after('2026-01-10', [of('KABL1', 20, 1)]), twice)
    const cheap = ['120 / 2 / 23520', '120 / 2 / 23520', '1120 / 3 / 258520']
    assert.deepEqual(await after('2026-01-10', [of('KABL1', 20, 1)], 'RSD'), cheap)
    const inTwoLines = [of('KABL1', 4, 2), of('KABL1', 6, 2)]
    assert.deepEqual(await after('2026-01-10', inTwoLines), before)
    const without = ['100 / 1 / 23500', '100 / 1 / 23500', '1100 / 2 / 258500']
    assert.deepEqual(await after('2026-01-10', [of('KON8', 10, 2)]), without)
    assert.deepEqual(await after('2026-01-10', meters(10)), before)
    const later = ['100 / 1 / 23500', '110 / 2 / 25850', '1110 / 3 / 260850']
    assert.deepEqual(await after('2026-01-11', meters(10)), later)
    assert.deepEqual(await after('2026-02-10', meters(10)), ['100 / 1 / 23500', '100 / 1 / 23500', '1110 / 3 / 260850'])
    assert.deepEqual(await after('2026-02-11', meters(10)), without)
    assert.deepEqual(await after('2026-01-10', meters(10)), before)

    assert.equal((await api.delete(`/c4/${id}`)).status, 200)
    await assertBooks(api)
    assert.equal(await cableAt(api, '2026-02-10'), '1100 / 2 / 258500')
  })
})

async function cableAt(api: Client, day: string): Promise<string> {
  const { totalInput, broj_c4, vrednost_rsd } = (await api.get(`/archive/materials?datum_do=${day}&search=kabl1`)).body
    .results[0]
  return `${totalInput} / ${broj_c4} / ${vrednost_rsd}`
}
