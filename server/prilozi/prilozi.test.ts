import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sheetTexts } from '#contract/imports.ts'
import { MAX_PRILOG_BYTES, MAX_PRILOGA, RESTORE_DAYS } from '#contract/limits.ts'
import { prilogTexts } from '#contract/prilozi.ts'
import type { Tx } from '#server/db/schema.ts'
import * as pictures from '#server/files/testing-pictures.ts'
import { xlsxMembers } from '#server/sheets/testing-zip.ts'
import { type ZipMember, zipOf } from '#server/sheets/write-zip.ts'
import { type Client, eachEngine, testApi, type Upload } from '#server/testing.ts'
import { addDocuments, column, stored } from '#server/testing-documents.ts'
import { whileHeld } from '#server/testing-races.ts'
import { verify } from '#server/verify/verify.ts'

const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const PDF = latin('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF')
const PNG = new Uint8Array(pictures.PNG)
const JPEG = new Uint8Array(pictures.JPEG)
const xlsxOf = (...more: ZipMember[]) => new Uint8Array(zipOf([...xlsxMembers('<sheetData/>'), ...more]))
const XLSX = xlsxOf()
const fixtureOf = (room: string) => (name: string) =>
  new Uint8Array(readFileSync(new URL(`../${room}/fixtures/${name}`, import.meta.url)))
const [sheetFixture, pictureFixture] = [fixtureOf('sheets'), fixtureOf('files')]
const DAY_MS = 24 * 60 * 60 * 1000

const attach = (client: Client, file: Upload, beside: string, said = 'vrsta=CMR') =>
  client.upload(`/prilozi?${beside}&${said}`, file)

eachEngine('attachments', (engine) => {
  test('stand beside documents of every kind, come as they were sent, and are told by their bytes', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    const own = await api.upload('/ostala-razduzenja/upload', { name: 'zapisnik.pdf', bytes: PDF })
    const razduzenje = await stored(api, '/ostala-razduzenja', {
      ...{ broj: 'OR-1', datum: '2026-03-01', vrsta: 'Uništenje', razlog: 'Kvar', pdf_fajl: own.body.filePath },
      stavke: [{ ulaz_stavka_id: c4[1].stavke[0].id, kolicina: 1 }],
    })
    const said = 'vrsta=EUR.1&broj=A%20123&datum=2026-03-02'
    const { status, body } = await attach(api, { name: 'EUR1.PDF', bytes: PDF }, `uz=c4&predmet=${c4[0].id}`, said)
    assert.equal(status, 201, JSON.stringify(body))
    const { id, uneto, ...rest } = body
    assert.ok(Date.parse(uneto))
    assert.deepEqual(rest, {
      ...{ uz: 'c4', predmet: c4[0].id, vrsta: 'EUR.1', broj: 'A 123', datum: '2026-03-02', naziv: 'EUR1.PDF' },
      ...{ format: 'pdf', velicina: PDF.length, korisnik: 'ana@firma.rs' },
    })
    for (const [name, bytes, type, kept] of [
      ['slika.html', PNG, 'image/png', 'slika.png'],
      ['skenirano.jpeg', JPEG, 'image/jpeg', 'skenirano.jpeg'],
      ['pakovna.xlsx', XLSX, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'pakovna.xlsx'],
    ] as const) {
      const uz = `uz=ostalo_razduzenje&predmet=${razduzenje.id}`
      const file = (await attach(api, { name, bytes }, uz)).body
      const sent = await api.get(`/prilozi/${file.id}/file`)
      assert.deepEqual([sent.bytes, sent.headers.get('content-type')], [bytes, type])
      assert.match(sent.headers.get('content-disposition') ?? '', new RegExp(`^attachment; filename="${kept}"`))
      assert.equal(sent.headers.get('x-content-type-options'), 'nosniff')
      assert.match(sent.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox$/)
    }
    const listed = async (uz: string) => (await api.get(`/prilozi?${uz}`)).body.results
    assert.deepEqual(column(await listed(`uz=ostalo_razduzenje&predmet=${razduzenje.id}`), 'format'), [
      'png',
      'jpg',
      'xlsx',
    ])
    assert.deepEqual(await listed(`uz=c1&predmet=${c1[0].id}`), [])
    const changed = await api.put(`/prilozi/${id}`, { vrsta: 'Faktura', broj: 'F-1' })
    assert.deepEqual([changed.body.vrsta, changed.body.broj, changed.body.datum], ['Faktura', 'F-1', null])
    assert.equal((await verify(api.store.read)).ok, true)
  })

  test('what is none of them, is cut or could run is refused', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const types = (type: string): ZipMember => ({ name: '[Content_Types].xml', content: type })
    for (const [bytes, message] of [
      [latin('<svg xmlns="http://www.w3.org/2000/svg"/>'), prilogTexts.wrongType],
      [latin('GIF89a'), prilogTexts.wrongType],
      [latin(''), prilogTexts.wrongType],
      [new Uint8Array(zipOf([{ name: 'a.txt', content: 'a' }])), prilogTexts.wrongType],
      [new Uint8Array(zipOf([types(' '.repeat(2_000_000))])), sheetTexts.tooManyCells],
      [XLSX.subarray(0, -30), prilogTexts.cut],
      [sheetFixture('odsecen.xlsx'), prilogTexts.cut],
      [sheetFixture('sa-lozinkom.xlsx'), sheetTexts.encrypted],
      [xlsxOf({ name: 'xl/embeddings/oleObject1.bin', content: 'x' }), prilogTexts.objects],
      [xlsxOf({ name: 'xl/vbaProject.bin', content: 'x' }), prilogTexts.macros],
      [xlsxOf({ name: 'xl/macrosheets/sheet1.xml', content: 'x' }), prilogTexts.macros],
      [PNG.subarray(0, 20), prilogTexts.cut],
      [JPEG.subarray(0, 6), prilogTexts.cut],
      [pictureFixture('pola-fotografije.jpg'), prilogTexts.cut],
      [PDF.subarray(0, -6), prilogTexts.cut],
    ] as const) {
      const bare = new Uint8Array(bytes)
      const { status, body } = await attach(api, { name: 'a.pdf', bytes: bare }, `uz=c4&predmet=${c4[0].id}`)
      assert.deepEqual([status, body.message], [415, message], Buffer.from(bytes).toString('latin1').slice(0, 40))
    }
    const nowhere = (beside: string, said?: string) => attach(api, { name: 'a.pdf', bytes: PDF }, beside, said)
    assert.equal((await nowhere('uz=c4&predmet=999')).body.message, prilogTexts.noDocument)
    assert.equal((await nowhere('uz=materijal&predmet=1')).body.message, prilogTexts.unknownKind)
    const unnamed = await nowhere(`uz=c4&predmet=${c4[0].id}`, 'broj=1')
    assert.deepEqual([unnamed.status, unnamed.body.message], [400, 'Vrsta priloga: obavezno polje.'])
  })

  test('20 of at most 10 MB each, also where two come at the same moment', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const uz = `uz=c4&predmet=${c4[0].id}`
    const ofSize = (size: number) => {
      const bytes = new Uint8Array(size)
      bytes.set(PDF)
      return { name: 'veliki.pdf', bytes }
    }
    assert.equal((await attach(api, ofSize(MAX_PRILOG_BYTES), uz)).status, 201)
    const large = await attach(api, ofSize(MAX_PRILOG_BYTES + 1), uz)
    assert.deepEqual([large.status, large.body.message], [413, prilogTexts.tooLarge])
    for (let n = 1; n < MAX_PRILOGA - 1; n++) await attach(api, { name: 'a.pdf', bytes: PDF }, uz)
    const both = await Promise.all([1, 2].map(() => attach(api, { name: 'a.pdf', bytes: PDF }, uz)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.equal((await attach(api, { name: 'a.pdf', bytes: PDF }, uz)).body.message, prilogTexts.tooMany)
  })

  test('are changed and deleted as they are then, also where somebody else changes them at the same moment', async () => {
    // SQLite has one writer.
    if (engine.name === 'sqlite') return
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const { id } = (await attach(api, { name: 'a.pdf', bytes: PDF }, `uz=c4&predmet=${c4[0].id}`)).body
    const numbered = (broj: string) => (tx: Tx) => tx.updateTable('prilog').set({ broj }).where('id', '=', id).execute()
    const told = async () => {
      const [entry] = (await api.get(`/audit?vrsta=prilog&predmet=${id}`)).body.results
      return (await api.get(`/audit/${entry.id}`)).body.pre.broj
    }
    await whileHeld(api, numbered('A-1'), () => api.put(`/prilozi/${id}`, { vrsta: 'CMR', broj: 'A-2' }))
    assert.equal(await told(), 'A-1')
    await whileHeld(api, numbered('A-3'), () => api.delete(`/prilozi/${id}`))
    assert.equal((await api.post(`/vrati/prilozi/${id}`)).body.broj, 'A-3')
  })

  test('come back alone and with their document, and leave when nothing can be taken back any more', async () => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const api = await testApi(engine, { now: () => now })
    const { c1 } = await addDocuments(api)
    const uz = `uz=c1&predmet=${c1[1].id}`
    const { id } = (await attach(api, { name: 'cmr.pdf', bytes: PDF }, uz)).body
    const other = (await attach(api, { name: 'faktura.png', bytes: PNG }, uz)).body
    const listed = async () => column((await api.get(`/prilozi?${uz}`)).body.results, 'id')

    assert.deepEqual((await api.delete(`/prilozi/${id}`)).body, { message: 'Prilog je obrisan.' })
    assert.equal((await api.get(`/prilozi/${id}/file`)).status, 404)
    const [entry] = (await api.get(`/audit?vrsta=prilog&predmet=${id}`)).body.results
    assert.deepEqual([entry.opis, entry.moze_vratiti], [`cmr.pdf uz ${c1[1].broj_c1}`, true])
    const path = (await api.store.read.selectFrom('pdf_bez_dokumenta').select('putanja').executeTakeFirstOrThrow())
      .putanja
    const stolen = await api.put(`/c1/${c1[0].id}`, { ...c1[0], pdf_fajl: path })
    assert.deepEqual(
      [stolen.status, stolen.body.errors[0].field],
      [400, 'pdf_fajl'],
      'it never becomes a PDF of a document',
    )
    assert.equal((await api.post(`/vrati/prilozi/${id}`)).status, 200)
    assert.equal((await api.post(`/vrati/prilozi/${id}`)).status, 409)

    assert.equal((await api.delete(`/c1/${c1[1].id}`)).status, 200)
    assert.equal((await verify(api.store.read)).ok, true, 'while the document is gone')
    assert.equal((await api.post(`/vrati/c1/${c1[1].id}`, {})).status, 200)
    assert.deepEqual(await listed(), [id, other.id])
    assert.deepEqual((await api.get(`/prilozi/${other.id}/file`)).bytes, PNG)
    assert.equal((await verify(api.store.read)).ok, true)

    await api.delete(`/c1/${c1[1].id}`)
    now += (RESTORE_DAYS + 2) * DAY_MS
    const later = await api.signIn('mika@firma.rs')
    await later.upload('/c4/upload', { name: 'a.pdf', bytes: PDF })
    assert.deepEqual(column((await later.get(`/prilozi?${uz}`)).body.results, 'id'), [])
    assert.equal((await api.store.read.selectFrom('pdf').select('putanja').execute()).length, 1)
  })

  test('of an import come back with it', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    for (const { id } of c1) await api.delete(`/c1/${id}`)
    const { id } = c4[0]
    const prilog = (await attach(api, { name: 'cmr.pdf', bytes: PDF }, `uz=c4&predmet=${id}`)).body
    assert.equal((await api.delete(`/c4/${id}`)).status, 200)
    assert.equal((await verify(api.store.read)).ok, true, 'while the document is gone')
    assert.equal((await api.post(`/vrati/c4/${id}`, {})).status, 200)
    assert.deepEqual((await api.get(`/prilozi/${prilog.id}/file`)).bytes, PDF)
    assert.equal((await verify(api.store.read)).ok, true)
  })

  test('a closed period lets them come and go, and whoever only reads downloads them', async () => {
    const api = await testApi(engine)
    const { c4 } = await addDocuments(api)
    const uz = `uz=c4&predmet=${c4[0].id}`
    await api.store.transact((tx) => tx.updateTable('korisnik').set({ uloga: 'Administrator' }).execute())
    await stored(api, '/zakljucenje', { do_dana: '2026-01-31', razlog: 'Kvartal', potvrda: true })
    const { id } = (await attach(api, { name: 'cmr.pdf', bytes: PDF }, uz)).body
    const reader = await api.signIn('inspektor@carina.rs', 'Samo čitanje')
    assert.equal((await attach(reader, { name: 'cmr.pdf', bytes: PDF }, uz)).status, 403)
    assert.equal((await reader.delete(`/prilozi/${id}`)).status, 403)
    assert.deepEqual((await reader.get(`/prilozi/${id}/file`)).bytes, PDF)
    assert.equal((await api.delete(`/prilozi/${id}`)).status, 200)
  })
})
