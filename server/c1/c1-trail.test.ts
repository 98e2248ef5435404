import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine, type Client, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, stored } from '#server/testing-documents.ts'

/** The newest entry about an export, whole. */
async function newest(api: Client, id: number) {
  const { results } = (await api.get(`/audit?vrsta=c1&predmet=${id}`)).body
  return (await api.get(`/audit/${results[0].id}`)).body
}

const prazan = { proizvod_id: 'PRAZAN', kolicina: 10.5, cena: 2.345678 }

anyEngine('what the audit trail tells of a C1', (engine) => {
  test('of a new one all that was said of it and of its lines, its rate, its PDF and its totals', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const pdf = { name: 'jci.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
    const pdf_fajl: string = (await api.upload('/c1/upload', pdf)).body.filePath
    const body = c1Body('IZ-1', '2026-02-01', [prazan, { ...prazan, redni_broj: 7 }], { pdf_fajl, primalac_pib: '123' })
    const { id, stavke } = await stored(api, '/c1', body)
    const entry = await newest(api, id)
    assert.deepEqual(
      [entry.radnja, entry.opis, entry.sazetak, entry.pre],
      ['dodato', 'IZ-1', '01.02.2026. · Beta Auto · stavki: 2 · 49,26 EUR', null],
    )
    const { stavke: _, ...said } = body
    const line = { broj_fakture: 'F-1', ...prazan }
    assert.deepEqual(entry.posle, {
      ...said,
      kurs: 117.5,
      kolicina_total: 21,
      vrednost_total: 49.26,
      stavke: [
        { ...line, id: stavke[0].id, redni_broj: 1 },
        { ...line, id: stavke[1].id, redni_broj: 7 },
      ],
    })
  })

  test('of a change what was and what is: rate, PDF, price and ordinal', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const pdf = { name: 'jci.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
    const pdf_fajl: string = (await api.upload('/c1/upload', pdf)).body.filePath
    const { id, stavke } = await stored(api, '/c1', c1Body('IZ-1', '2026-02-01', [prazan], { pdf_fajl }))
    await stored(api, '/rates', { valuta: 'EUR', vazi_od: '2026-02-02', kurs: 118 })
    const changed = { ...prazan, id: stavke[0].id, cena: 2.345679, redni_broj: 2 }
    await api.put(`/c1/${id}`, c1Body('IZ-1', '2026-02-02', [changed], { pdf_fajl: null }))
    const { pre, posle } = await newest(api, id)
    const line = { broj_fakture: 'F-1', ...prazan, id: stavke[0].id }
    assert.deepEqual(pre, { datum: '2026-02-01', kurs: 117.5, pdf_fajl, stavke: [{ ...line, redni_broj: 1 }] })
    assert.deepEqual(posle, { datum: '2026-02-02', kurs: 118, stavke: [{ ...line, cena: 2.345679, redni_broj: 2 }] })
  })
  test('those that one import moved by their day, and of one day as they were entered', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const product = { naziv: 'Od jednog materijala', hs_code: '8544.30', jedinica_mere: 'kom' }
    for (const [id, materijal_id] of [
      ['KABL9', 'KABL1'],
      ['KON9', 'KON8'],
    ])
      await stored(api, '/proizvodi', { id, ...product, normativi: [{ materijal_id, potrebna_kolicina: 1 }] })
    const lots = ['KABL1', 'KON8'].map((materijal_id) => ({ materijal_id, kolicina: 100, cena_po_jedinici: 1 }))
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lots))
    for (const [broj, datum, proizvod_id] of [
      ['IZ-1', '2026-02-03', 'KABL9'],
      ['IZ-2', '2026-02-02', 'KON9'],
      ['IZ-3', '2026-02-02', 'KABL9'],
      ['IZ-4', '2026-02-01', 'KON9'],
    ] as const)
      await stored(api, '/c1', c1Body(broj, datum, [{ proizvod_id, kolicina: 10, cena: 5 }]))
    const { promenjeni_c1 } = await stored(api, '/c4', c4Body('C4-0', '2026-01-09', lots))
    assert.deepEqual(
      promenjeni_c1.map(({ broj_c1 }: { broj_c1: string }) => broj_c1),
      ['IZ-4', 'IZ-2', 'IZ-3', 'IZ-1'],
    )
  })
})
