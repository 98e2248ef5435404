// Accounts that are handed in, through the app: what is frozen stays, whatever becomes of the books.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { MAX_OBRACUN_C4 } from '#contract/obracuni.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addDocuments, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { MAX_READS } from './obracun-hand-in.ts'

test('the limits of handing in', () => assert.deepEqual([MAX_OBRACUN_C4, MAX_READS], [500, 5]))

const FEBRUARY = { datum_od: '2026-02-02', datum_do: '2026-02-28' }
const february = (broj: string, more: Fields = {}) => ({ broj, ...FEBRUARY, potvrda_manjka: true, ...more })

async function textOf(api: TestApi, id: number): Promise<string> {
  const { files } = (await api.get(`/obracuni/${id}/files`)).body
  const sheet = await getDocumentProxy(new Uint8Array(Buffer.from(files[0].data, 'base64')))
  return (await extractText(sheet, { mergePages: true })).text.replace(/\s+/g, ' ')
}

eachEngine('handing in', (engine) => {
  test('freezes rows and paper, with the hash of the rows on it, and lists them', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const refused = await api.post('/obracuni', { broj: 'O-1/26', ...FEBRUARY })
    assert.equal(refused.status, 409)
    const sentence = 'Obračun ima 1 izvoz bez pokrića. Podnošenje je moguće tek posle potvrde.'
    assert.deepEqual(refused.body, {
      message: sentence,
      errors: [{ field: 'potvrda_manjka', message: sentence }],
    })

    const { id, sha256, stanje } = await stored(api, '/obracuni', february('O-1/26'))
    assert.equal(stanje, 'podnet')
    const { stavke, izvoz, normativi, bez_pokrica, ukupno, provere } = (await api.get(`/obracuni/${id}`)).body
    const rows = { stavke, izvoz, normativi, bez_pokrica, ukupno, provere }
    assert.equal(createHash('sha256').update(JSON.stringify(rows)).digest('hex'), sha256)
    const live = (await api.get('/obracun?datum_od=2026-02-02&datum_do=2026-02-28')).body
    assert.deepEqual({ ...FEBRUARY, ...rows }, live)

    const paper = await textOf(api, id)
    for (const said of ['OBRAČUN br. O-1/26', 'svih uvoza, od 02.02.2026. do 28.02.2026.', sha256])
      assert.ok(paper.includes(said), said)

    assert.equal((await api.post('/obracuni', february('o-1/26'))).body.message, 'Obračun sa ovim brojem već postoji.')
    const two = await stored(api, '/obracuni', { broj: 'O-2/26', ...FEBRUARY, c4_ids: [c4[1].id] })
    const { results, total } = (await api.get('/obracuni')).body
    assert.deepEqual([total, column(results, 'broj')], [2, ['O-2/26', 'O-1/26']])
    assert.deepEqual(results[0].c4_brojevi, ['C4-2'])
    assert.ok((await textOf(api, two.id)).includes('uvoza C4-2, od 02.02.2026.'))
    assert.equal((await api.get('/audit?vrsta=obracun')).body.total, 2)

    const before = (await api.get(`/obracuni/${id}/files`)).body
    await stored(api, '/c4', c4Body('C4-9', '2026-02-03', [{ materijal_id: 'KON8', kolicina: 9, cena_po_jedinici: 1 }]))
    assert.deepEqual((await api.get(`/obracuni/${id}/files`)).body, before)
    assert.deepEqual((await api.get(`/obracuni/${id}`)).body.stavke, stavke)
  })

  test('refuses what names no import, and a request that comes twice hands in once', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const wrong = await api.post('/obracuni', february('O-1', { c4_ids: [4711] }))
    assert.deepEqual(
      [wrong.status, wrong.body.errors],
      [400, [{ field: 'c4_ids', message: 'C4 sa ID 4711 ne postoji.' }]],
    )
    const empty = await api.post('/obracuni', { ...february(' '), c4_ids: [] })
    assert.deepEqual(column(empty.body.errors, 'field'), ['broj', 'c4_ids'])
    const key = { 'idempotency-key': 'once' }
    const first = await api.post('/obracuni', february('O-1'), key)
    assert.deepEqual((await api.post('/obracuni', february('O-1'), key)).body, first.body)
    assert.equal((await api.get('/obracuni')).body.total, 1)
    assert.equal((await api.get('/obracuni/4711')).status, 404)
  })
})
