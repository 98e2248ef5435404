import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentTexts } from '#contract/documents.ts'
import { MAX_PDF_BYTES } from '#contract/limits.ts'
import { type Client, eachEngine, type Upload } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { meterApi, meters, pieces } from '#server/testing-meters.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
/** The least that a PDF has; what stands behind it is none of its business. */
const PDF = '%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF'
const pdf = (text = 'racun'): Upload => ({ name: `${text}.pdf`, bytes: bytesOf(`${PDF}\n${text}`) })
const HOUR_MS = 60 * 60 * 1000

/** Uploads a PDF and answers the path that the server issues. */
async function uploaded(client: Client, path: string, file: Upload = pdf(), fields = {}): Promise<string> {
  const { status, body } = await client.upload(path, file, fields)
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['filePath'])
  return body.filePath
}

const c4With = (pdf_fajl: unknown, broj = 'C4-1') => c4Body(broj, '2026-01-10', meters(1), { pdf_fajl })
const c1With = (pdf_fajl: unknown, broj = 'C1-1', datum = '2026-02-01') => c1Body(broj, datum, pieces(1), { pdf_fajl })
const text = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes)

eachEngine('PDFs of documents', (engine) => {
  test('an uploaded PDF is adopted by the document and comes back byte by byte under its number', async () => {
    const api = await meterApi(engine)
    const every = Uint8Array.from({ length: 4096 }, (_, index) => index % 256)
    const file = { name: 'x.pdf', bytes: new Uint8Array([...bytesOf(PDF), ...every]) }
    for (const [kind, withPdf] of [
      ['c4', c4With],
      ['c1', c1With],
    ] as const) {
      const path = await uploaded(api, `/${kind}/upload`, file, { documentId: 'Ulaz 7/26 ž' })
      const saved = await stored(api, `/${kind}`, withPdf(path, 'Ulaz 7/26 ž'))
      assert.equal(saved.pdf_fajl, path)
      const { status, bytes, headers } = await api.get(`/${kind}/download/${saved.id}`)
      assert.equal(status, 200)
      assert.deepEqual(bytes, file.bytes)
      assert.equal(headers.get('content-type'), 'application/pdf')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="Ulaz 7-26 z.pdf"; filename*=UTF-8''Ulaz%207-26%20%C5%BE.pdf`,
      )
    }
  })

  test('the name of a file is kept without the sign that no database holds and those that turn it around, and of a long one the end', async () => {
    const api = await meterApi(engine)
    for (const [name, kept] of [
      ['ra\0cun.pdf', 'racun.pdf'],
      ['\0', 'dokument.pdf'],
      ['racun\u202Egpj.pdf', 'racungpj.pdf'],
      [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ] as const) {
      const putanja = await uploaded(api, '/c4/upload', { ...pdf(), name })
      const row = api.store.read.selectFrom('pdf').select('naziv').where('putanja', '=', putanja)
      assert.equal((await row.executeTakeFirstOrThrow()).naziv, kept)
    }
  })

  test('a file part of any name is taken, with the number in any of its fields or none', async () => {
    const api = await meterApi(engine)
    for (const path of ['/c1/upload', '/c4/upload'])
      for (const part of ['pdf', 'file', 'dokument'])
        for (const field of ['documentId', 'brojC1', 'broj_c1', null]) {
          const form = new FormData()
          if (field) form.set(field, 'C1-1')
          form.set(part, new File([pdf().bytes], 'racun.pdf'))
          const headers = { authorization: `Bearer ${api.token}` }
          const response = await api.app.request(`/api${path}`, { method: 'POST', headers, body: form })
          assert.equal(response.status, 200, `${path} ${part} ${field}`)
          assert.deepEqual(Object.keys(await response.json()), ['filePath'])
        }
  })

  test('10 485 760 bytes are taken, one more is not', async () => {
    const api = await meterApi(engine)
    const ofSize = (size: number): Upload => {
      const bytes = new Uint8Array(size)
      bytes.set(bytesOf(PDF))
      return { name: 'veliki.pdf', bytes }
    }
    assert.equal(MAX_PDF_BYTES, 10_485_760)
    for (const kind of ['c4', 'c1']) {
      await uploaded(api, `/${kind}/upload`, ofSize(10_485_760))
      for (const size of [10_485_761, 30_000_000]) {
        const { status, body } = await api.upload(`/${kind}/upload`, ofSize(size))
        assert.equal(status, 413)
        assert.deepEqual(body, { message: 'PDF fajl ne sme biti veći od 10MB.' })
      }
    }
  })

  test('all PDFs together may have so many bytes and no more; those without a document make room', async () => {
    let now = Date.parse('2026-02-01T12:00:00Z')
    const size = pdf('1').bytes.length
    const api = await meterApi(engine, { now: () => now, maxAllPdfBytes: 3 * size })
    const stay = await uploaded(api, '/c4/upload', pdf('1'))
    await stored(api, '/c4', c4With(stay))
    await uploaded(api, '/c1/upload', pdf('2'))
    const refused = async (path: string, file: Upload) => {
      const { status, body } = await api.upload(path, file)
      assert.deepEqual([status, body], [413, { message: documentTexts.pdfNoRoom }])
    }
    await refused('/c4/upload', pdf('33'))
    await uploaded(api, '/c4/upload', pdf('3'))
    for (const path of ['/c4/upload', '/c1/upload']) await refused(path, pdf(''))
    assert.equal((await api.store.read.selectFrom('pdf').select('putanja').execute()).length, 3)
    now += 24 * HOUR_MS + 1
    const later = await api.signIn('mika@firma.rs')
    const both = [later.upload('/c4/upload', pdf('44')), later.upload('/c1/upload', pdf('55'))]
    assert.deepEqual((await Promise.all(both)).map(({ status }) => status).sort(), [200, 413], 'at the same moment')
  })

  test('content tells a PDF, not its name', async () => {
    const api = await meterApi(engine)
    await uploaded(api, '/c4/upload', { name: 'skenirano.bin', bytes: pdf().bytes })
    await uploaded(api, '/c4/upload', { name: 'preamble.pdf', bytes: bytesOf(`${' '.repeat(1019)}${PDF}`) })
    for (const bytes of [
      bytesOf('MZ\x90 program'),
      bytesOf(`${' '.repeat(1020)}${PDF}`),
      bytesOf('pdf'),
      bytesOf(''),
    ]) {
      const { status, body } = await api.upload('/c1/upload', { name: 'racun.pdf', bytes })
      assert.equal(status, 415)
      assert.deepEqual(body, { message: 'Molimo vas da odaberete PDF fajl.' })
    }
  })

  test('a PDF that was cut is refused with a sentence of its own', async () => {
    const api = await meterApi(engine)
    const { status, body } = await api.upload('/c4/upload', { name: 'a.pdf', bytes: bytesOf(PDF.slice(0, -6)) })
    assert.equal(status, 415)
    assert.deepEqual(body, { message: 'PDF fajl nije ceo: nedostaje mu kraj. Preuzmite ga ili skenirajte ponovo.' })
  })

  test('a path that the server did not issue is refused', async () => {
    const api = await meterApi(engine)
    for (const path of ['../../etc/passwd', 'pdf/00000000-0000-4000-8000-000000000000.pdf', 'x', 'a\0b', '%']) {
      for (const [kind, body] of [
        ['c4', c4With(path)],
        ['c1', c1With(path)],
      ] as const) {
        const { status, body: answer } = await api.post(`/${kind}`, body)
        assert.equal(status, 400, path)
        assert.match(answer.message, /^PDF/)
        assert.equal(answer.errors[0].field, 'pdf_fajl')
      }
    }
    assert.equal((await api.post('/c4', c4With(7))).status, 400)
    assert.equal((await api.get('/c4')).body.total, 0)
  })

  test('a path that another document has is refused, also to a document of the other kind', async () => {
    const api = await meterApi(engine)
    const path = await uploaded(api, '/c4/upload')
    const first = await stored(api, '/c4', c4With(path))
    assert.equal((await api.post('/c4', c4With(path, 'C4-2'))).status, 400)
    assert.equal((await api.post('/c1', c1With(path))).status, 400)
    const other = await stored(api, '/c1', c1With(undefined))
    const stolen = await api.put(`/c1/${other.id}`, c1With(path))
    assert.equal(stolen.status, 400)
    assert.deepEqual(stolen.body.errors, [
      { field: 'pdf_fajl', message: 'PDF fajl već pripada drugom dokumentu. Pošaljite ga ponovo.' },
    ])
    assert.equal((await api.get(`/c1/${other.id}`)).body.pdf_fajl, null)
    assert.equal((await api.put(`/c4/${first.id}`, c4With(path))).body.pdf_fajl, path, 'its own may be sent again')
  })

  test('of documents that adopt one path at the same moment one gets it', async () => {
    const api = await meterApi(engine)
    const path = await uploaded(api, '/c4/upload')
    const answers = await Promise.all([
      ...[1, 2, 3].map((n) => api.post('/c4', c4With(path, `C4-${n}`))),
      ...[1, 2, 3].map((n) => api.post('/c1', c1With(path, `C1-${n}`), { prefer: 'return=minimal' })),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400, 400, 400])
  })

  test('in an edit an absent path keeps the PDF, null or an empty one removes it, another one replaces it', async () => {
    const api = await meterApi(engine)
    for (const [kind, withPdf] of [
      ['c4', c4With],
      ['c1', c1With],
    ] as const) {
      const { id, pdf_fajl } = await stored(api, `/${kind}`, withPdf(await uploaded(api, `/${kind}/upload`)))
      const put = async (path: unknown) => (await api.put(`/${kind}/${id}`, withPdf(path))).body.pdf_fajl
      assert.equal(await put(undefined), pdf_fajl)
      const other = await uploaded(api, `/${kind}/upload`, pdf('drugi'))
      assert.equal(await put(other), other)
      assert.match(text(await api.get(`/${kind}/download/${id}`)), /drugi/)
      assert.equal(await put(undefined), other)
      for (const nothing of [null, '']) {
        assert.equal((await put(await uploaded(api, `/${kind}/upload`))) !== null, true)
        assert.equal(await put(nothing), null)
        assert.equal((await api.get(`/${kind}/download/${id}`)).status, 404)
      }
    }
  })

  test('a refused save keeps the PDF that was there', async () => {
    const api = await meterApi(engine)
    const { id, pdf_fajl } = await stored(api, '/c4', c4With(await uploaded(api, '/c4/upload')))
    await stored(api, '/c4', c4With(undefined, 'C4-2'))
    assert.equal((await api.put(`/c4/${id}`, c4With(null, 'C4-2'))).status, 409)
    assert.equal((await api.get(`/c4/${id}`)).body.pdf_fajl, pdf_fajl)
    await uploaded(api, '/c4/upload')
    assert.equal((await api.get(`/c4/download/${id}`)).status, 200)
  })

  test('what no document adopts within 24 hours is removed, and so is what a document let go', async () => {
    let now = Date.parse('2026-02-01T12:00:00Z')
    const api = await meterApi(engine, { now: () => now })
    const kept = await stored(api, '/c4', c4With(await uploaded(api, '/c4/upload', pdf('adopted'))))
    const alsoKept = await stored(api, '/c1', c1With(await uploaded(api, '/c1/upload', pdf('adopted too'))))
    const orphan = await uploaded(api, '/c4/upload', pdf('orphan'))
    const replaced = await stored(api, '/c4', c4With(await uploaded(api, '/c4/upload', pdf('old')), 'C4-2'))
    await api.put(`/c4/${replaced.id}`, c4With(await uploaded(api, '/c4/upload', pdf('new')), 'C4-2'))
    const gone = await stored(api, '/c4', c4With(await uploaded(api, '/c4/upload', pdf('deleted')), 'C4-3'))
    await api.delete(`/c4/${gone.id}`)
    const away = await stored(api, '/c1', c1With(await uploaded(api, '/c1/upload', pdf('exported')), 'C1-3'))
    await api.delete(`/c1/${away.id}`)
    const paths = async () =>
      (await api.store.read.selectFrom('pdf').select('putanja').execute()).map((row) => row.putanja)
    now += 24 * HOUR_MS
    const later = await api.signIn('mika@firma.rs')
    const last = await uploaded(later, '/c4/upload', pdf('last'))
    assert.ok((await paths()).includes(orphan), 'exactly a day old')
    now += 1
    const newest = await uploaded(later, '/c4/upload', pdf('newest'))
    const edited = (await later.get(`/c4/${replaced.id}`)).body.pdf_fajl
    // Those of deleted documents stay as long as the deletion can be taken back (server/records/restore.test.ts).
    const deleted = [gone.pdf_fajl, away.pdf_fajl]
    const stay = [kept.pdf_fajl, alsoKept.pdf_fajl, edited, last, newest, ...deleted]
    assert.deepEqual((await paths()).sort(), stay.sort())
    assert.equal((await later.post('/c4', c4With(orphan, 'C4-4'))).status, 400)
    assert.match(text(await later.get(`/c4/download/${kept.id}`)), /adopted/)
  })

  test('the PDF of a C1 is found by its number: encoded signs, any case, and of equal numbers the newest', async () => {
    const api = await meterApi(engine)
    const save = async (broj: string, datum: string, content: string) =>
      stored(api, '/c1', c1With(await uploaded(api, '/c1/upload', pdf(content)), broj, datum))
    await save('Iz/12 š%', '2026-03-01', 'newest')
    await save('Iz/12 š%', '2025-03-01', 'oldest')
    await save('12', '2026-03-01', 'other')
    const found = await api.get(`/documents/pdf/${encodeURIComponent('Iz/12 š%')}`)
    assert.equal(found.status, 200)
    assert.match(text(found), /newest/)
    assert.match(found.headers.get('content-disposition') ?? '', /filename="Iz-12 s%\.pdf"/)
    assert.match(text(await api.get(`/documents/pdf/${encodeURIComponent('IZ/12 Š%')}`)), /newest/)
    assert.match(text(await api.get('/documents/pdf/12')), /other/)
    assert.equal((await api.get('/documents/pdf/Iz')).status, 404)
    await stored(api, '/c1', c1With(undefined, '13'))
    assert.equal((await api.get('/documents/pdf/13')).status, 404)
    await stored(api, '/c1', c1With(undefined, 'Iz/12 š%', '2027-03-01'))
    const kept = await api.get(`/documents/pdf/${encodeURIComponent('Iz/12 š%')}`)
    assert.match(text(kept), /newest/, 'of those that have one')
  })

  test('without a session there is no PDF, and the token never stands in the address', async () => {
    const api = await meterApi(engine)
    const { id } = await stored(api, '/c1', c1With(await uploaded(api, '/c1/upload')))
    for (const path of [`/c1/download/${id}`, '/documents/pdf/C1-1', `/c1/download/${id}?token=${api.token}`])
      assert.equal((await api.anonymous.get(path)).status, 401)
    assert.equal((await api.anonymous.upload('/c1/upload', pdf())).status, 401)
  })
})
