import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type Client, testApi } from '#server/testing.ts'
import { addCatalogue, c4Body, stored } from '#server/testing-documents.ts'

/** The newest entry about an import, whole. */
async function newest(api: Client, id: number) {
  const { results } = (await api.get(`/audit?vrsta=c4&predmet=${id}`)).body
  return (await api.get(`/audit/${results[0].id}`)).body
}

const kabl = { materijal_id: 'KABL1', kolicina: 10.5, cena_po_jedinici: 2.345678 }

anyEngine('what the audit trail tells of a C4', (engine) => {
  test('of a new one all that was said of it and of its lines, its rate, its PDF and its totals', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const pdf = { name: 'jci.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
    const pdf_fajl: string = (await api.upload('/c4/upload', pdf)).body.filePath
    const lines = [kabl, { ...kabl, redni_broj: 7, dokazuje_poreklo: true, zemlja_porekla: 'Italija' }]
    const body = c4Body('UV-1', '2026-02-01', lines, { pdf_fajl, paritet: 'DAP', primalac_mb: '17162543' })
    const { id, stavke } = await stored(api, '/c4', body)
    const { pre, posle } = await newest(api, id)
    assert.equal(pre, null)
    assert.deepEqual(posle, {
      ...body,
      kurs: 117.5,
      kolicina_total: 21,
      vrednost_total: 49.26,
      stavke: body.stavke.map((line, index) => ({ ...line, id: stavke[index].id })),
    })
  })
})
