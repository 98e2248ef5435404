import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restoreTexts } from '#contract/audit.ts'
import { sentences } from '#contract/errors.ts'
import { RESTORE_DAYS } from '#contract/limits.ts'
import { materialTexts } from '#contract/materials.ts'
import { type Client, eachEngine, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { verifyLedger } from '#server/verify/verify-ledger.ts'
import { verifyTotals } from '#server/verify/verify-totals.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOON = Date.parse('2026-03-01T12:00:00Z')
const PDF = { name: 'račun.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF') }
const ZICA = { id: 'ZICA1', naziv: 'Žica', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544' }
const PRIMALAC = { primalac_pib: '104052135', primalac_mb: '20084693' }
const lot = (materijal_id: string, kolicina: number) => [{ materijal_id, kolicina, cena_po_jedinici: 2 }]

/** Everything that the API says of documents and stock, and the PDF of each document. */
async function everything(client: Client, paths: readonly string[]) {
  const lists = ['/c4', '/c1', '/materials', '/proizvodi', '/razduzenje', '/dashboard', '/archive/materials']
  const answers: unknown[] = []
  for (const path of [...lists, ...paths]) answers.push([path, (await client.get(path)).body])
  return answers
}

/** Deletes, and answers what may be asked of the deletion in the trail. */
async function gone(client: Client, path: string) {
  const answer = await client.delete(path)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (await client.get('/audit?radnja=obrisano')).body.results[0]
}

async function refused(client: Client, path: string) {
  const answer = await client.post(`/vrati${path}`)
  assert.ok(answer.status === 409 || answer.status === 400, JSON.stringify(answer.body))
  return answer.body.message as string
}

eachEngine('taking a deletion back', (engine) => {
  test('brings documents back as they were, with ids, rates, PDFs, normativi of then and what they draw', async () => {
    const api = await testApi(engine, { now: () => NOON })
    const { c4, c1 } = await addDocuments(api)
    const { filePath } = (await api.upload('/c4/upload', PDF)).body
    const lines = [...lot('KABL1', 7.5), ...lot('KABL1', 0.000001)]
    const late = await stored(
      api,
      '/c4',
      c4Body('C4-3', '2026-01-15', lines, { pdf_fajl: filePath, ...PRIMALAC, rok_razduzenja: '2026-09-01' }),
    )
    const prolonged = { novi_rok: '2026-10-01', broj_akta: 'A-1', datum_akta: '2026-08-20', napomena: 'Zastoj' }
    assert.equal((await api.post(`/c4/${late.id}/produzenja`, prolonged)).status, 201)
    const sent = (await api.upload('/c1/upload', PDF)).body.filePath
    const snop = [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }]
    const carina = { broj_jci: 'J-1', oznaka_postupka: '3151', carinski_organ: 'CI Kragujevac' }
    const third = await stored(
      api,
      '/c1',
      c1Body('C1-3', '2026-02-06', snop, { pdf_fajl: sent, ...PRIMALAC, ...carina }),
    )
    // Neither today's rate nor today's normativ and unit are those of the documents.
    for (const [at, vazi_od] of ['2026-01-01', '2026-02-02'].entries())
      await stored(api, '/rates', { valuta: 'EUR', vazi_od, kurs: 118 + at })
    const body = {
      naziv: 'Snop',
      hs_code: '1',
      jedinica_mere: 'm',
      normativi: [{ materijal_id: 'KON8', potrebna_kolicina: 9 }],
    }
    assert.equal((await api.put('/proizvodi/SNOP1', body)).status, 200)
    const paths = [late.id, c4[1].id].flatMap((id) => [`/c4/${id}`, `/c4/${id}/razduzenje`])
    const all = [...paths, ...[...c1, third].flatMap(({ id }) => [`/c1/${id}`, `/c1/${id}/razduzenje`])]
    const before = await everything(api, all)
    const pdf = await api.get(`/c4/download/${late.id}`)
    const prolongations = async () =>
      (await api.get(`/c4/${late.id}/produzenja`)).body.map(({ id: _, ...one }: { id: number }) => one)
    const asked = await prolongations()

    const [id3, id2, id1] = [third.id, c1[1].id, c1[0].id]
    for (const path of [`/c1/${id3}`, `/c4/${late.id}`, `/c1/${id2}`, `/c1/${id1}`]) await gone(api, path)
    assert.notDeepEqual(await everything(api, all), before)
    for (const path of [`/c1/${id1}`, `/c4/${late.id}`, `/c1/${id3}`, `/c1/${id2}`]) {
      const answer = await api.post(`/vrati${path}`)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const { promenjeni_c1: _, promenjen_trosak_c1: __, ...document } = answer.body
      assert.deepEqual(document, (await api.get(path)).body)
    }
    assert.deepEqual(await everything(api, all), before)
    assert.deepEqual((await api.get(`/c4/download/${late.id}`)).bytes, pdf.bytes)
    assert.deepEqual(await prolongations(), asked)
    await verifyLedger(api.store.read)
    await verifyTotals(api.store.read)
    const [entry] = (await api.get('/audit')).body.results
    assert.deepEqual([entry.radnja, entry.opis, entry.moze_vratiti], ['vraceno', 'C1-2', false])
  })

  test('puts an import before another of the same day that was entered later', async () => {
    const api = await testApi(engine, { now: () => NOON })
    await addCatalogue(api)
    const first = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lot('KABL1', 100)))
    await stored(api, '/c4', c4Body('C4-2', '2026-01-10', lot('KABL1', 100)))
    await gone(api, `/c4/${first.id}`)
    const snopovi = [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 1 }]
    const { id } = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', snopovi))
    assert.equal((await api.post(`/vrati/c4/${first.id}`)).status, 200)
    const { body } = await api.get(`/c1/${id}/razduzenje`)
    const drawn = body.map((row: { lot: { c4_broj: string } | null; kolicina: number }) => row.lot?.c4_broj)
    assert.deepEqual(drawn, ['C4-1', undefined])
    await verifyLedger(api.store.read)
  })

  test('says which exports moved, and that papers do not show any more what is drawn', async () => {
    const api = await testApi(engine, { now: () => NOON })
    const { c4, c1 } = await addDocuments(api)
    assert.equal((await api.get(`/c1/${c1[0].id}/files`)).status, 200)
    await gone(api, `/c1/${c1[0].id}`)
    const same = await api.post(`/vrati/c1/${c1[0].id}`)
    assert.equal(same.body.papiri_zastareli, false, 'they show what is drawn')
    await stored(api, '/c4', c4Body('C4-PRE', '2025-12-31', lot('KABL1', 5)))
    assert.equal((await api.get(`/c1/${c1[0].id}`)).body.papiri_zastareli, true, 'a move after that is seen')
    await gone(api, `/c1/${c1[0].id}`)
    await stored(api, '/c4', c4Body('C4-0', '2026-01-01', lot('KABL1', 5)))
    const { body } = await api.post(`/vrati/c1/${c1[0].id}`)
    assert.equal(body.papiri_zastareli, true)
    assert.deepEqual([body.promenjeni_c1.map(({ broj_c1 }: { broj_c1: string }) => broj_c1)], [['C1-2']])
    const moved = (await api.get(`/audit?vrsta=c1&predmet=${c1[1].id}`)).body.results[0]
    assert.equal(moved.sazetak, 'Uzrok: vraćen izlazni dokument C1-1')
    assert.equal(await refused(api, `/c4/${c4[0].id}`), restoreTexts.documentThere)
    assert.equal((await api.post('/vrati/c4/999999')).status, 404)
  })

  test('brings a product back with its normativ, and a material under its version', async () => {
    const api = await testApi(engine, { now: () => NOON })
    await addCatalogue(api)
    await stored(api, '/materials', ZICA)
    await api.put('/materials/ZICA1', { ...ZICA, naziv: 'Žica tanka' })
    const paths = ['/proizvodi/SNOP1', '/materials/ZICA1']
    const before = await everything(api, paths)
    for (const path of paths) {
      const row = await gone(api, path)
      assert.equal(row.moze_vratiti, true)
      const entry = (await api.get(`/audit/${row.id}`)).body
      assert.deepEqual([entry.moze_vratiti, 'za_vracanje' in entry.pre], [true, false])
    }
    for (const path of paths) assert.equal((await api.post(`/vrati${path}`)).status, 200)
    assert.deepEqual(await everything(api, paths), before)
    const marks = (await api.get('/audit?radnja=obrisano')).body.results.map(
      (row: { moze_vratiti: boolean }) => row.moze_vratiti,
    )
    assert.deepEqual(marks, [false, false], 'what is there again needs no button')
  })

  test('brings back what an import changed of a material, once, and only while nothing stands on it', async () => {
    const api = await testApi(engine, { now: () => NOON })
    await stored(api, '/materials', ZICA)
    const newest = async () => (await api.get('/audit?vrsta=materijal&predmet=ZICA1')).body.results[0]
    const imported = async (naziv: string) => {
      const { body } = await api.upload('/materials/import', xlsx(['ID materijala', 'Naziv'], ['ZICA1', naziv]))
      assert.equal(body.izmenjenih, 1)
      return newest()
    }
    const back = (izmena: number) => api.post(`/vrati/materials/ZICA1?izmena=${izmena}`)
    const first = await imported('Žica tanka')
    assert.deepEqual([first.radnja, first.moze_vratiti], ['izmenjeno', true])
    assert.equal('za_vracanje' in (await api.get(`/audit/${first.id}`)).body.pre, false)
    assert.equal((await api.post('/vrati/materials/ZICA1')).status, 409, 'nothing is deleted')
    const both = await Promise.all([back(first.id), back(first.id)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
    const { verzija, naziv } = (await api.get('/materials/ZICA1')).body
    assert.deepEqual([verzija, naziv], [3, ZICA.naziv])
    const entry = (await api.get(`/audit/${(await newest()).id}`)).body
    assert.deepEqual(
      [entry.radnja, entry.pre, entry.posle],
      ['vraceno', { naziv: 'Žica tanka' }, { naziv: ZICA.naziv }],
    )
    assert.equal(entry.moze_vratiti, false)

    const second = await imported('Žica debela')
    await api.put('/materials/ZICA1', { ...ZICA, naziv: 'Žica srednja' })
    assert.equal((await api.get(`/audit/${second.id}`)).body.moze_vratiti, false)
    const refusals = await Promise.all([second.id, (await newest()).id, 999_999].map(back))
    assert.deepEqual(
      refusals.map(({ body }) => body.message),
      [restoreTexts.changedSince, restoreTexts.notImported, sentences.notFound],
    )
    assert.equal((await api.get('/materials/ZICA1')).body.naziv, 'Žica srednja')
  })

  test('brings back what a file changed of documents: lines that went with their ids, norms of then and draws', async () => {
    const api = await testApi(engine, { now: () => NOON })
    await addCatalogue(api)
    const lines = [...lot('KABL1', 100), ...lot('KABL1', 50), ...lot('KON8', 60)]
    const { id: c4 } = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lines, { broj_jci: '26RS01' }))
    const snop = { proizvod_id: 'SNOP1', kolicina: 30, cena: 5 }
    const items = [snop, { ...snop, kolicina: 18 }, { ...snop, proizvod_id: 'PRAZAN' }]
    const { id: c1 } = await stored(api, '/c1', c1Body('C1-1', '2026-02-01', items))
    await stored(api, '/c1', c1Body('C1-2', '2026-02-02', [{ ...snop, kolicina: 2 }]))
    const snopNow = (await api.get('/proizvodi/SNOP1')).body
    const normativi = [{ materijal_id: 'KON8', potrebna_kolicina: 9 }]
    assert.equal((await api.put('/proizvodi/SNOP1', { ...snopNow, normativi })).status, 200)
    const books = async () => {
      const said = await everything(api, [`/c4/${c4}`, `/c1/${c1}`, `/c4/${c4}/razduzenje`])
      return JSON.parse(JSON.stringify(said, (name, value) => (name === 'verzija' ? undefined : value)))
    }
    const imported = async (vrsta: 'c4' | 'c1', id: number, ...rows: (string | number)[][]) => {
      const { body } = await api.upload(`/${vrsta}/documents/import?zameni=true`, xlsx(...rows))
      assert.equal(body.izmenjenih, 1, JSON.stringify(body))
      return (await api.get(`/audit?vrsta=${vrsta}&predmet=${id}`)).body.results[0]
    }
    const back = (vrsta: 'c4' | 'c1', id: number, izmena: number) => api.post(`/vrati/${vrsta}/${id}?izmena=${izmena}`)

    const before = await books()
    const cable = await imported(
      ...(['c4', c4] as const),
      ['C4 broj', 'Datum', 'Broj JCI', 'Broj fakture', 'R. br.', 'Materijal', 'Količina', 'Cena po jedinici'],
      ['C4-1', '2026-01-12', '', 'F-1', 2, 'KABL1', 200, 3],
      ['C4-1', '', '', 'F-1', 3, 'KON8', 60, 2],
      ['C4-1', '', '', 'F-2', 1, 'KON8', 5, 1],
    )
    assert.deepEqual([cable.radnja, cable.moze_vratiti], ['izmenjeno', true])
    assert.notDeepEqual(await books(), before)
    assert.equal((await back('c4', c4, cable.id)).status, 200)
    assert.deepEqual(await books(), before)

    const snopovi = await imported(
      ...(['c1', c1] as const),
      ['C1 broj', 'Datum', 'Broj fakture', 'R. br.', 'Proizvod', 'Količina', 'Cena'],
      ['C1-1', '2026-02-03', 'F-1', 2, 'PRAZAN', 1, 1],
      ['C1-1', '', 'F-1', 3, 'SNOP1', 1, 1],
    )
    assert.equal(snopovi.moze_vratiti, true)
    const { body: saved } = await back('c1', c1, snopovi.id)
    assert.deepEqual([saved.verzija, saved.promenjeni_c1.length], [3, 1])
    assert.deepEqual(await books(), before)
    assert.equal((await api.get(`/audit?vrsta=c1&predmet=${c1}`)).body.results[0].radnja, 'vraceno')
    await verifyLedger(api.store.read)
    await verifyTotals(api.store.read)

    const more = await imported(
      ...(['c4', c4] as const),
      ['C4 broj', 'Datum', 'Broj fakture', 'R. br.', 'Materijal', 'Količina', 'Cena po jedinici'],
      ...[1, 2, 3].map((at) => ['C4-1', '2026-01-10', 'F-1', at, at === 3 ? 'KON8' : 'KABL1', 100, 2]),
    )
    const { id: taker } = await stored(api, '/c1', c1Body('C1-9', '2026-02-09', [{ ...snop, kolicina: 2 }]))
    assert.match((await back('c4', c4, more.id)).body.message, /ostao bez pokrića: Konektor žuti \(KON8\)/)
    assert.equal((await api.delete(`/c1/${taker}`)).status, 200)
    const { rok: _, ...document } = (await api.get(`/c4/${c4}`)).body
    assert.equal((await api.put(`/c4/${c4}`, { ...document, broj_jci: 'X' })).status, 200)
    assert.equal((await back('c4', c4, more.id)).body.message, restoreTexts.changedSince)
  })

  test('is refused where something has taken the place, in a sentence that says what', async () => {
    const api = await testApi(engine, { now: () => NOON })
    const { c1 } = await addDocuments(api)
    await stored(api, '/materials', ZICA)
    await stored(api, '/materials', { ...ZICA, id: 'ZICA2' })
    const [first, second] = [
      await stored(api, '/c4', c4Body('C4-8', '2026-03-01', lot('ZICA1', 1))),
      await stored(api, '/c4', c4Body('C4-9', '2026-03-01', lot('ZICA2', 1))),
    ]
    await gone(api, `/c4/${first.id}`)
    await stored(api, '/c4', c4Body('C4-8', '2026-03-02', lot('ZICA2', 1)))
    assert.equal(await refused(api, `/c4/${first.id}`), sentences.documentExists)
    await gone(api, '/materials/ZICA1')
    assert.equal(await refused(api, `/c4/${first.id}`), restoreTexts.materialsGone(['ZICA1']))
    await stored(api, '/materials', { ...ZICA, jedinica_mere: 'm' })
    assert.equal(await refused(api, `/c4/${first.id}`), restoreTexts.otherUnit('ZICA1', 'kg', 'm'))
    assert.equal(await refused(api, '/materials/ZICA1'), materialTexts.exists)
    for (const { id } of c1) await gone(api, `/c1/${id}`)
    await gone(api, '/proizvodi/SNOP1')
    assert.equal(await refused(api, `/c1/${c1[0].id}`), 'Stavka 1: proizvod SNOP1 ne postoji.')
    const before = (await api.get('/audit')).body.total
    await refused(api, `/c4/${second.id}`)
    assert.equal((await api.get('/audit')).body.total, before, 'a refusal changes nothing')
  })

  test('two clicks bring it back once, and after the days are over it stays deleted, and its PDF goes', async () => {
    let now = NOON
    const api = await testApi(engine, { now: () => now })
    await addCatalogue(api)
    const { filePath } = (await api.upload('/c4/upload', PDF)).body
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2026-01-10', lot('KABL1', 1), { pdf_fajl: filePath }))
    await gone(api, `/c4/${id}`)
    const key = { 'idempotency-key': 'k-1' }
    const both = await Promise.all([0, 1].map(() => api.post(`/vrati/c4/${id}`, undefined, key)))
    assert.deepEqual(both[0], both[1])
    assert.equal(both[0]?.status, 200)
    assert.equal(await refused(api, `/c4/${id}`), restoreTexts.documentThere)

    const pdfs = async () => (await api.store.read.selectFrom('pdf').select('putanja').execute()).length
    const deletion = await gone(api, `/c4/${id}`)
    const other = await stored(api, '/c4', c4Body('C4-2', '2026-01-10', lot('KABL1', 1)))
    await gone(api, `/c4/${other.id}`)
    const later = async (ms: number) => {
      now = NOON + ms
      const petar = await api.signIn(`petar${ms}@firma.rs`)
      await petar.upload('/c4/upload', PDF)
      return { petar, pdfs: await pdfs() }
    }
    const last = await later(RESTORE_DAYS * DAY_MS)
    assert.equal(last.pdfs, 2, 'kept until it cannot be asked for any more')
    const rowOf = async (client: Client) => (await client.get(`/audit/${deletion.id}`)).body.moze_vratiti
    assert.equal(await rowOf(last.petar), true)
    assert.equal((await last.petar.post(`/vrati/c4/${other.id}`)).status, 200)
    const after = await later(RESTORE_DAYS * DAY_MS + 1)
    assert.equal(await rowOf(after.petar), false)
    assert.equal(await refused(after.petar, `/c4/${id}`), restoreTexts.expired)
    const gonePdf = await later((RESTORE_DAYS + 2) * DAY_MS)
    assert.equal(gonePdf.pdfs, 1)
  })
})
