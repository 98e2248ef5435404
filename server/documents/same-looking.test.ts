import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { meterApi, meters, pieces } from '#server/testing-meters.ts'

/** `C1-99` as others write it: with another dash, full-width, with a Cyrillic С. */
const SAME = ['C1\u201199', 'C1–99', 'C1−99', 'Ｃ１－９９', 'С1-99', 'с1—99']

eachEngine('numbers that look the same', (engine) => {
  test('are one number of a document, stored with dashes and full-width signs in ASCII', async () => {
    const api = await meterApi(engine)
    const first = await stored(api, '/c4', c4Body('C1\u201199', '2026-01-10', meters(1), { broj_terminala: 'Ｔ–1' }))
    assert.deepEqual([first.broj_c4, first.broj_terminala], ['C1-99', 'T-1'])
    assert.equal((await stored(api, '/c1', c1Body('С1–99', '2026-02-01', pieces(1)))).broj_c1, 'С1-99')
    for (const broj of SAME)
      for (const [path, body] of [
        ['/c4', c4Body(broj, '2026-03-01', meters(1))],
        ['/c1', c1Body(broj, '2026-03-01', pieces(1))],
      ] as const)
        assert.equal((await api.post(path, body)).status, 409, `${path} ${broj}`)
  })

  test('find each other in lists, in the archive, in the history and by the address of a PDF', async () => {
    const api = await meterApi(engine)
    await stored(api, '/c4', c4Body('С1-99', '2026-01-10', meters(1)))
    const upload = await api.upload('/c1/upload', {
      name: 'a.pdf',
      bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF'),
    })
    await stored(api, '/c1', c1Body('C1-99', '2026-02-01', pieces(1), { pdf_fajl: upload.body.filePath }))
    const totals = async (text: string) => {
      const paths = [
        '/c4?search=',
        '/c4?c4Number=',
        '/c1?search=',
        '/archive/documents?search=',
        '/audit?vrsta=c4&search=',
      ]
      const answers = await Promise.all(paths.map((path) => api.get(`${path}${encodeURIComponent(text)}`)))
      return answers.map(({ body }) => body.total)
    }
    for (const broj of ['C1-99', ...SAME]) {
      assert.deepEqual(await totals(broj), [1, 1, 1, 2, 1], broj)
      assert.equal((await api.get(`/documents/pdf/${encodeURIComponent(broj)}`)).status, 200, broj)
    }
    assert.deepEqual(await totals('Ж1-99'), [0, 0, 0, 0, 0])
  })

  test('are one invoice of a document and one material or product', async () => {
    const api = await meterApi(engine)
    const lines = meters(1, 2).map((line, at) => ({ ...line, broj_fakture: ['F–1', 'f−1'][at], materijal_id: 'КАВL1' }))
    const { stavke } = await stored(api, '/c4', c4Body('UV-1', '2026-01-10', lines))
    const named = stavke.map((line: Record<string, unknown>) => [line.broj_fakture, line.materijal_id])
    assert.deepEqual(named, [
      ['F-1', 'KABL1'],
      ['F-1', 'KABL1'],
    ])
    await stored(api, '/c4', c4Body('UV-3', '2026-01-10', [{ ...meters(1)[0], broj_fakture: 'F-11' }]))
    for (const faktura of ['f-1', 'F–1', 'Ｆ－１']) {
      const found = await api.get(`/c4?search=${encodeURIComponent(faktura)}`)
      assert.deepEqual(
        found.body.results.map((row: { broj_c4: string }) => row.broj_c4),
        ['UV-1'],
        faktura,
      )
    }
    const twice = lines.map((line) => ({ ...line, redni_broj: 1 }))
    assert.equal((await api.post('/c4', c4Body('UV-2', '2026-01-10', twice))).status, 400)
    await stored(api, '/c1', c1Body('IZ-1', '2026-02-01', [{ proizvod_id: 'МЕТАR', kolicina: 1, cena: 5 }]))
    const address = `/materials/${encodeURIComponent('КАВL1')}`
    const { naziv, zemlja_porekla, jedinica_mere, tarifni_broj, id } = (await api.get(address)).body
    assert.equal(id, 'KABL1')
    const again = { id: 'КАВL1', naziv, zemlja_porekla, jedinica_mere, tarifni_broj }
    assert.equal((await api.post('/materials', again)).status, 409)
    assert.equal((await api.get(`/materials?search=${encodeURIComponent('КАВ')}`)).body.total, 1)
  })
})
