import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { eachEngine } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { exportMeters, importMeters, meterApi, pieces } from '#server/testing-meters.ts'

type Paper = { name: string; data: string }

/** The text of a PDF that came as base64. */
async function textOf({ data }: Paper): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(data, 'base64'))
  assert.equal(Buffer.from(bytes).toString('base64'), data)
  assert.equal(new TextDecoder('latin1').decode(bytes.subarray(0, 5)), '%PDF-')
  const pdf = await getDocumentProxy(bytes)
  const pages = Array.from({ length: pdf.numPages }, async (_, page) => {
    const { items } = await (await pdf.getPage(page + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  })
  return (await Promise.all(pages)).join('\n')
}

eachEngine('papers of a C1', (engine) => {
  test('come with the answer of a new document and of an edit, named by its number', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-ЂŽ', '2026-01-10', 30)
    const created = await api.post('/c1', c1Body('14/26', '2026-02-01', pieces(40), { primalac_naziv: 'Đorđe & Љубо' }))
    assert.equal(created.status, 201)
    const names = ({ files }: { files: Paper[] }) => files.map(({ name }) => name)
    assert.deepEqual(names(created.body), ['C1_14-26_specifikacija.pdf', 'C1_14-26_razduzenje.pdf'])
    const [specifikacija, razduzenje] = (await Promise.all(created.body.files.map(textOf))) as [string, string]
    for (const said of ['14/26', 'Đorđe & Љубо', 'Metar kabla', '200,00']) assert.ok(specifikacija.includes(said), said)
    for (const said of ['C4-ЂŽ', '10.01.2026.', 'Kabl crni', '8544.49', 'Nemačka'])
      assert.ok(razduzenje.includes(said), said)
    const edited = await api.put(`/c1/${created.body.id}`, c1Body('15', '2026-02-01', pieces(30)))
    assert.deepEqual(names(edited.body), ['C1_15_specifikacija.pdf', 'C1_15_razduzenje.pdf'])
  })

  test('name PIB and MB of our own firm where it is the sender, once it is filled in', async () => {
    const api = await meterApi(engine)
    const { body: saved } = await api.post('/c1', c1Body('C1-1', '2026-02-01', pieces(1)))
    const own = { pib: '104052135', mb: '20084693' }
    const texts = async () => Promise.all((await api.get(`/c1/${saved.id}/files`)).body.files.map(textOf))
    const named = async () => (await texts()).map((text) => text.includes(`PIB: ${own.pib}, MB: ${own.mb}`))
    assert.deepEqual(await named(), [false, false])
    const firma = { ...own, naziv: saved.posiljalac_naziv, grad: 'Kragujevac', drzava: 'Srbija' }
    assert.equal((await api.put('/nasa-firma', firma)).status, 200)
    assert.deepEqual(await named(), [true, true])
    await api.put('/nasa-firma', { ...firma, naziv: 'Druga firma' })
    assert.deepEqual(await named(), [false, false])
  })

  test('can be had again at any time, as the books are then', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-2', '2026-01-20', 30)
    const { body: saved } = await api.post('/c1', c1Body('C1-1', '2026-02-01', pieces(20)))
    // Of two prints only the moment differs.
    const read = async (files: Paper[]) =>
      (await Promise.all(files.map(textOf))).map((text) => text.replaceAll(/Odštampano \S+ u \S+ /g, ''))
    const again = async () => read((await api.get(`/c1/${saved.id}/files`)).body.files)
    const [specifikacija, razduzenje] = await read(saved.files)
    assert.deepEqual(await again(), [specifikacija, razduzenje])
    await importMeters(api, 'C4-1', '2026-01-10', 20)
    const [unchanged, changed = ''] = await again()
    assert.equal(unchanged, specifikacija)
    assert.ok(changed.includes('C4-1') && !changed.includes('C4-2'))
  })

  test('are outdated once the export draws otherwise than they say, until they are given out again', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const body = c1Body('C1-1', '2026-02-01', pieces(20))
    const { body: saved } = await api.post('/c1', body)
    const minimal = { Prefer: 'return=minimal' }
    const unprinted = await api.post('/c1', c1Body('C1-2', '2026-02-02', pieces(20)), minimal)
    const outdated = async () =>
      Object.fromEntries(
        (await api.get('/c1')).body.results.map((row: Record<string, unknown>) => [row.broj_c1, row.papiri_zastareli]),
      )
    assert.deepEqual([saved.papiri_zastareli, unprinted.body.papiri_zastareli], [false, false])
    await importMeters(api, 'C4-0', '2026-01-05', 100)
    assert.deepEqual(await outdated(), { 'C1-1': true, 'C1-2': false }, 'of one without papers none can be')
    assert.equal((await api.get(`/c1/${saved.id}`)).body.papiri_zastareli, true)
    await api.get(`/c1/${saved.id}/files`)
    assert.deepEqual(await outdated(), { 'C1-1': false, 'C1-2': false })
    const edited = await api.put(`/c1/${saved.id}`, { ...body, ...c1Body('C1-1', '2026-02-01', pieces(30)) }, minimal)
    assert.equal(edited.body.papiri_zastareli, true)
    assert.equal((await outdated())['C1-1'], true)
    assert.equal((await api.put(`/c1/${saved.id}`, body)).body.papiri_zastareli, false)
    assert.equal((await outdated())['C1-1'], false)
  })

  test('name under each material its own lots, and as missing what no lot covers', async () => {
    const api = await meterApi(engine)
    await importMeters(api, 'C4-1', '2026-01-10', 100)
    const plug = { materijal_id: 'KON8', kolicina: 4, cena_po_jedinici: 1 }
    await stored(api, '/c4', c4Body('C4-2', '2026-01-11', [plug]))
    const snop = { proizvod_id: 'SNOP1', kolicina: 10, cena: 15 }
    const { files } = (await api.post('/c1', c1Body('C1-1', '2026-02-01', [snop, { ...snop, kolicina: 2 }]))).body
    const text = (await textOf(files[1])).replace(/\s+/g, ' ')
    assert.equal(text.match(/Manjak – nijedan/g)?.length, 2)
    assert.equal(text.match(/KABL1 Kabl crni, 2,5 po komadu, potrebno (25|5) C4-1/g)?.length, 2)
    assert.equal(text.match(/KON8 Konektor žuti, 1 po komadu, potrebno 10 C4-2/g)?.length, 1)
    assert.ok(text.includes('KABL1 Kabl crni 30 30 0 m'), text)
    assert.ok(text.includes('KON8 Konektor žuti 12 4 8 kom'), text)
  })

  test('say of an old export the HS code that its product had then', async () => {
    const api = await meterApi(engine)
    const { body: saved } = await api.post('/c1', c1Body('C1-1', '2026-02-01', pieces(20)))
    await api.put('/proizvodi/METAR', { naziv: 'Metar kabla', hs_code: '8536.90', jedinica_mere: 'kom' })
    const { files } = (await api.get(`/c1/${saved.id}/files`)).body
    assert.equal(files.length, saved.files.length)
    assert.ok((await textOf(files[0])).includes('8544'))
  })

  test('stay away where nobody wants them', async () => {
    const api = await meterApi(engine)
    for (const prefer of ['return=minimal', 'respond-async, return=minimal', 'wait=10,Return = "minimal"; a=b']) {
      const body = c1Body(`C1-${prefer.length}`, '2026-02-01', pieces(1))
      const created = await api.post('/c1', body, { prefer })
      assert.equal(created.status, 201)
      assert.equal('files' in created.body, false)
      const edited = await api.put(`/c1/${created.body.id}`, body, { prefer })
      assert.equal('files' in edited.body, false)
    }
    const wanted = await api.post('/c1', c1Body('C1-9', '2026-02-01', pieces(1)), { prefer: 'x-return=minimal' })
    assert.equal(wanted.body.files.length, 2)
  })

  test('come as one file where they are wanted so, with a save and when they are asked for', async () => {
    const api = await meterApi(engine)
    const body = c1Body('C1-1', '2026-02-01', pieces(1))
    const { body: saved } = await api.post('/c1?jedan_pdf=true', body)
    const strict = { prefer: 'handling=strict' }
    const answers = [
      saved,
      (await api.put(`/c1/${saved.id}?jedan_pdf=true`, body, strict)).body,
      (await api.get(`/c1/${saved.id}/files?jedan_pdf=true`, strict)).body,
    ]
    for (const { files } of answers) {
      assert.deepEqual(
        files.map(({ name }: Paper) => name),
        ['C1_C1-1_papiri.pdf'],
      )
      const text = await textOf(files[0])
      assert.ok(text.includes('SPECIFIKACIJA ROBE') && text.includes('RAZDUŽENJE MATERIJALA'))
    }
    assert.equal((await api.get(`/c1/${saved.id}/files?jedan_pdf=false`)).body.files.length, 2)
    const { status, body: refused } = await api.get(`/c1/${saved.id}/files?jedan_pdf=možda`)
    assert.deepEqual([status, refused.message], [400, 'jedan_pdf: očekuje se true ili false.'])
  })

  test('are not in the lists and not in the document itself', async () => {
    const api = await meterApi(engine)
    const { id } = await exportMeters(api, 'C1-1', '2026-02-01', 1)
    for (const path of [`/c1/${id}`, '/c1']) assert.doesNotMatch(JSON.stringify((await api.get(path)).body), /"files"/)
  })

  test('that cannot be drawn now come later: the answer says why there are none, and when to ask', async (t) => {
    t.mock.method(console, 'error', () => undefined)
    const api = await meterApi(engine)
    const printer = t.mock.method(Worker.prototype, 'postMessage', () => {
      throw new Error('no paper')
    })
    const { status, body, headers } = await api.post('/c1', c1Body('C1-1', '2026-02-01', pieces(1)))
    const message = 'PDF fajlovi trenutno ne mogu da se naprave. Dokument je sačuvan.'
    assert.deepEqual([status, body.files, body.papiri_poruka, body.papiri_posle], [201, [], message, 10])
    assert.equal(headers.get('retry-after'), '10')
    const refused = await api.get(`/c1/${body.id}/files`)
    assert.deepEqual([refused.status, refused.body, refused.headers.get('retry-after')], [503, { message }, '10'])
    printer.mock.restore()
    assert.equal((await api.get(`/c1/${body.id}/files`)).body.files.length, 2)
    const changed = await api.put(`/c1/${body.id}`, c1Body('C1-1', '2026-02-01', pieces(2)))
    assert.deepEqual([changed.body.files.length, 'papiri_poruka' in changed.body], [2, false])
    assert.equal(changed.headers.get('retry-after'), null)
  })

  test('that are too long to draw do not cost the document', async (t: TestContext) => {
    const log = t.mock.method(console, 'error', () => undefined)
    const api = await meterApi(engine)
    const lines = Array.from({ length: 4000 }, () => ({ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }))
    const { status, body } = await api.post('/c1', c1Body('C1-1', '2026-02-01', lines))
    assert.deepEqual([status, body.broj_stavki, body.files], [201, 4000, []])
    assert.deepEqual(
      [body.papiri_poruka.split('.', 1), 'papiri_posle' in body],
      [['Razduženje ima previše redova (16'], false],
    )
    const again = await api.get(`/c1/${body.id}/files`)
    assert.equal(again.status, 413)
    assert.deepEqual(again.body, {
      message:
        'Razduženje ima previše redova (16.000), a u PDF staje najviše 15.000. U arhivi ga možete preuzeti kao Excel fajl.',
    })
    assert.equal(log.mock.callCount(), 0)
    assert.equal((await stored(api, '/c1', c1Body('C1-2', '2026-02-01', pieces(1)))).verzija, 1)
  })
})
