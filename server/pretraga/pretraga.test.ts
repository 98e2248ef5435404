import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_HITS } from '#contract/pretraga.ts'
import { eachEngine, testApi } from '#server/testing.ts'
import { addDocuments, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
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
    await stored(api, '/c4', c4Body('U-2026/0031', '2026-01-05', [{ ...kabl, kolicina: 112, broj_fakture: 'S-1' }]))
    for (const named of ['u 31', '31/26', 'U-2026-0031', '0031', 'u-2026/31'])
      assert.equal((await find(named)).dokumenti[0].broj, 'U-2026/0031', named)
    // The quantity of the same document is 112 too, and names nothing.
    assert.deepEqual(column((await find('112')).dokumenti, 'broj'), ['C4-112'])
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

  test('finds what left named lots by number, kind, material and import, the very number first', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const stavke = [{ ulaz_stavka_id: c4[1].stavke[0].id, kolicina: 1 }]
    for (const [broj, datum, vrsta] of [
      ['OR-1', '2026-03-01', 'Uništenje'],
      ['OR-12', '2026-03-02', 'Gubitak'],
    ])
      await stored(api, '/ostala-razduzenja', { broj, datum, vrsta, razlog: 'Požar', stavke })
    const found = async (q: string) =>
      (await api.get(`/pretraga?q=${encodeURIComponent(q)}`)).body.dokumenti.map((row: Fields) =>
        [row.vrsta, row.broj, row.datum, row.partner].join(' '),
      )
    const [first, second] = [
      'ostalo_razduzenje OR-1 2026-03-01 Uništenje',
      'ostalo_razduzenje OR-12 2026-03-02 Gubitak',
    ]
    assert.deepEqual(await found('or-1'), [first, second])
    assert.deepEqual(await found('уништење'), [first])
    assert.deepEqual(await found('požar kabl'), [second, first])
    assert.deepEqual((await found('c4-2')).slice(1), [second, first])
  })
})
