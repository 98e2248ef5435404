import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_HITS } from '#contract/pretraga.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { addDocuments, c4Body, column, stored } from '#server/testing-documents.ts'
import { SEARCHED_DOCUMENTS } from './pretraga.ts'

test('five answers of a kind, words in the 15.000 newest documents', () =>
  assert.deepEqual([MAX_HITS, SEARCHED_DOCUMENTS], [5, 15_000]))

eachEngine('one search over everything', (engine) => {
  test('finds documents by number, invoice and partner, the very number first; goods and partners too', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const kabl = { materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }
    for (let day = 10; day < 20; day++)
      await stored(api, '/c4', c4Body(`C4-1${day}`, `2026-03-${day}`, [{ ...kabl, broj_fakture: `RN-${day}` }]))
    const find = async (q: string) => (await api.get(`/pretraga?q=${encodeURIComponent(q)}`)).body
    const byNumber = await find('c4-1')
    assert.deepEqual(column(byNumber.dokumenti, 'broj'), ['C4-1', 'C4-119', 'C4-118', 'C4-117', 'C4-116'])
    assert.deepEqual(column((await find('rn-12')).dokumenti, 'broj'), ['C4-112'])
    const celik = await find('челик')
    assert.deepEqual(column(celik.dokumenti, 'broj'), ['C4-2'])
    assert.deepEqual(column(celik.partneri, 'naziv'), ['Čelik promet'])
    assert.deepEqual((await find('kabl crni')).materijali, [{ id: 'KABL1', naziv: 'Kabl crni' }])
    assert.deepEqual((await find('snop')).proizvodi, [{ id: 'SNOP1', naziv: 'Kablovski snop' }])
    const [{ id, ...beta }] = (await find('beta')).partneri
    assert.deepEqual(beta, { naziv: 'Beta Auto', grad: 'Zagreb' })
    assert.equal((await api.get(`/partneri/${id}`)).body.naziv, 'Beta Auto')
    assert.deepEqual(await find('  '), {
      dokumenti: [],
      partneri: [],
      odobrenja: [],
      materijali: [],
      proizvodi: [],
      beleske: [],
    })
    assert.deepEqual((await find("%_'")).dokumenti, [])
  })
})
