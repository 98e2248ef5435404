import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { outcomes, xlsx } from '#server/testing-sheets.ts'

const kabl = { id: 'KABL1', naziv: 'Kabl crni', zemlja_porekla: 'Nemačka', jedinica_mere: 'm', tarifni_broj: '8544.49' }
const CHANGES = [
  { naziv: 'Kabl beli' },
  { zemlja_porekla: 'Italija' },
  { jedinica_mere: 'kom' },
  { tarifni_broj: '8544.50' },
]
type Material = typeof kabl
const sheet = (material: Material) =>
  xlsx([material.id, material.naziv, material.zemlja_porekla, material.jedinica_mere, material.tarifni_broj])

anyEngine('changes of a material', (engine) => {
  /** Before and after in the newest entry about the material itself. */
  async function newest(api: TestApi) {
    const { results } = (await api.get('/audit?vrsta=materijal&predmet=KABL1')).body
    const { radnja, pre, posle } = (await api.get(`/audit/${results[0].id}`)).body
    return { radnja, pre, posle }
  }

  test('each field by itself is a change, in the form and in a sheet, and the trail tells it', async () => {
    const api = await testApi(engine)
    await stored(api, '/materials', kabl)
    assert.deepEqual(await newest(api), { radnja: 'dodato', pre: null, posle: kabl })
    for (const change of CHANGES) {
      const [field = ''] = Object.keys(change)
      const pre = { [field]: kabl[field as keyof Material] }
      assert.equal((await api.put('/materials/KABL1', { ...kabl, ...change })).status, 200)
      assert.deepEqual(await newest(api), { radnja: 'izmenjeno', pre, posle: change })
      assert.deepEqual(outcomes((await api.upload('/materials/import', sheet(kabl))).body), ['1 izmenjen KABL1'], field)
      assert.deepEqual(await newest(api), { radnja: 'izmenjeno', pre: change, posle: pre })
    }
    assert.deepEqual(outcomes((await api.upload('/materials/import', sheet(kabl))).body), ['1 nepromenjen KABL1'])
  })

  test('one that stands in an import, a normativ or an old export alone keeps its unit in a sheet', async () => {
    const inKom = sheet({ ...kabl, jedinica_mere: 'kom' })
    const product = { id: 'METAR', naziv: 'Metar', hs_code: '8544', jedinica_mere: 'm' }
    const items = [{ materijal_id: 'KABL1', potrebna_kolicina: 1 }]
    const uses = {
      'an import': (api: TestApi) =>
        stored(api, '/c4', c4Body('C4-1', '2026-01-10', [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }])),
      'a normativ': (api: TestApi) => stored(api, '/proizvodi', { ...product, normativi: items }),
      'an old export': async (api: TestApi) => {
        await stored(api, '/proizvodi', { ...product, normativi: items })
        await stored(api, '/c1', c1Body('C1-1', '2026-02-01', [{ proizvod_id: 'METAR', kolicina: 1, cena: 1 }]))
        await stored(api, '/materials', { ...kabl, id: 'KABL2' })
        const other = { items: [{ materijal_id: 'KABL2', potrebna_kolicina: 1 }] }
        assert.equal((await api.post('/normativ/METAR', other)).status, 200)
      },
    }
    for (const [name, use] of Object.entries(uses)) {
      const api = await testApi(engine)
      await stored(api, '/materials', kabl)
      await use(api)
      const { body } = await api.upload('/materials/import?dryRun=true', inKom)
      assert.deepEqual(outcomes(body), ['1 preskocen KABL1'], name)
    }
  })
})

anyEngine('changes of a product', (engine) => {
  test('each field by itself is a change, in the form and in a sheet, and the trail tells it', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const { naziv, hs_code, jedinica_mere } = { naziv: 'Kablovski snop', hs_code: '8544.30', jedinica_mere: 'kom' }
    const snop = { naziv, hs_code, jedinica_mere }
    const asBefore = xlsx(['SNOP1', naziv, hs_code, jedinica_mere, 'KABL1:2.5', 'KON8:1'])
    for (const change of [{ naziv: 'Snop' }, { hs_code: '8544.31' }, { jedinica_mere: 'set' }]) {
      const [field = ''] = Object.keys(change)
      // Without its normativ, which stays and is no change.
      assert.equal((await api.put('/proizvodi/SNOP1', { ...snop, ...change })).status, 200)
      const { results } = (await api.get('/audit?vrsta=proizvod&predmet=SNOP1')).body
      const { pre, posle } = (await api.get(`/audit/${results[0].id}`)).body
      assert.deepEqual([pre, posle], [{ [field]: snop[field as keyof typeof snop] }, change])
      assert.deepEqual(outcomes((await api.upload('/proizvodi/import', asBefore)).body), ['1 izmenjen SNOP1'], field)
    }
    assert.deepEqual(outcomes((await api.upload('/proizvodi/import', asBefore)).body), ['1 nepromenjen SNOP1'])
  })
})
