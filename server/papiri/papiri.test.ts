import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSheet } from '#server/sheets/parse-sheet.ts'
import { SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { readZipDirectory, unpackMembers } from '#server/sheets/zip-directory.ts'
import { anyEngine, testApi } from '#server/testing.ts'
import { addDocuments, stored } from '#server/testing-documents.ts'

const PDF = new Uint8Array(Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n%%EOF'))

anyEngine('all papers of a period', (engine) => {
  test('come as one zip: a folder for each document with our papers, its PDF and attachments, and an index', async () => {
    const api = await testApi(engine)
    const { c4, c1 } = await addDocuments(api)
    const { filePath } = (await api.upload('/c4/upload', { name: 'a.pdf', bytes: PDF })).body
    await api.put(`/c4/${c4[0].id}`, { ...c4[0], pdf_fajl: filePath })
    await api.upload(`/prilozi?uz=c1&predmet=${c1[0].id}&vrsta=CMR`, { name: '../../zlo?.pdf', bytes: PDF })
    await stored(api, '/obracuni', {
      ...{ broj: 'O/1', datum_od: '2026-01-01', datum_do: '2026-01-31', potvrda_manjka: true },
    })
    await stored(api, '/ostala-razduzenja', {
      ...{ broj: 'OR-1', datum: '2026-02-01', vrsta: 'Uništenje', razlog: 'Kvar' },
      stavke: [{ ulaz_stavka_id: c4[0].stavke[0].id, kolicina: 1 }],
    })
    for (const komisija of ['Ana', 'Petar'])
      await stored(api, '/popisi', {
        ...{ datum: '2026-02-01', komisija, stavke: [{ materijal_id: c4[0].stavke[0].materijal_id, izbrojano: 1 }] },
      })
    const period = `?datum_od=${c4[0].datum}&datum_do=${c1[0].datum}`
    const size = (await api.get(`/archive/papiri${period}`)).body
    const accounts = async (day: string) =>
      (await api.get(`/archive/papiri?datum_od=${day}&datum_do=${day}`)).body.obracuna
    const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01']
    assert.deepEqual(await Promise.all(days.map(accounts)), [0, 1, 1, 0], 'an account of January')
    const { status, bytes, headers } = await api.get(`/archive/papiri.zip${period}`)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/zip')
    assert.match(headers.get('content-disposition') ?? '', /papiri_od-2026-01-10_do-/)
    const entries = readZipDirectory(bytes, { ...SHEET_LIMITS, maxEntries: 100 })
    const names = entries.map(({ name }) => name)
    const folder = `Izvoz/${c1[0].datum} ${c1[0].broj_c1}`
    for (const name of [
      `Uvoz/${c4[0].datum} ${c4[0].broj_c4}/C4_${c4[0].broj_c4}_razduzenje.pdf`,
      `Uvoz/${c4[0].datum} ${c4[0].broj_c4}/${c4[0].broj_c4} dokument.pdf`,
      `${folder}/C1_${c1[0].broj_c1}_specifikacija.pdf`,
      `${folder}/C1_${c1[0].broj_c1}_razduzenje.pdf`,
      `${folder}/Prilog 1 CMR ..-..-zlo-.pdf`,
      'Ostala razduženja/2026-02-01 OR-1/razduzenje_OR-1.pdf',
      'Popisi/2026-02-01/popis_2026-02-01.pdf',
      'Popisi/2026-02-01 (2)/popis_2026-02-01.pdf',
      'Obračuni/2026-01-01 2026-01-31 O-1 (1).pdf',
      'Sadržaj.xlsx',
    ])
      assert.ok(names.includes(name), `${name} in ${names.join(', ')}`)
    assert.equal(names.length, size.papira + size.fajlova + 1)
    assert.equal(new Set(names).size, names.length)
    const members = unpackMembers(bytes, entries, () => true)
    assert.deepEqual(Buffer.from(members.get(`${folder}/Prilog 1 CMR ..-..-zlo-.pdf`) ?? []), Buffer.from(PDF))
    const { rows } = parseSheet(members.get('Sadržaj.xlsx') as Uint8Array, SHEET_LIMITS)
    // Its head, a row for each document and account, and the sum.
    assert.equal(rows.length, size.uvoza + size.izvoza + size.razduzenja + size.popisa + size.obracuna + 2)
  })

  test('of one at a time; whoever goes away gives up one place, and HEAD takes none', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const ask = (method = 'GET') =>
      api.app.request('/api/archive/papiri.zip', { method, headers: { authorization: `Bearer ${api.token}` } })
    const refused = async () => {
      const { status, headers } = await ask()
      assert.deepEqual([status, headers.get('retry-after')], [503, '60'])
    }
    for (let times = 0; times < 2; times++) {
      const head = await ask('HEAD')
      assert.deepEqual([head.status, head.headers.get('content-type'), head.body], [200, 'application/zip', null])
    }
    const first = (await ask()).body?.getReader()
    assert.equal((await first?.read())?.done, false)
    await refused()
    // While the next piece is on its way to him.
    const late = first?.read()
    await first?.cancel()
    await late
    const second = await ask()
    assert.equal(second.status, 200)
    await refused()
    assert.ok((await second.arrayBuffer()).byteLength > 0)
    assert.equal((await ask()).status, 200)
  })
})
