// What had left an import before the firm began these books (customs §4.3): on the lines of the C4, as a discharge of its
// own, in the account, from a sheet, and what refuses it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { writeRazduzenjeRow } from '#server/documents/razduzenje-rows.ts'
import { anyEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, c1Body, c4Body, column, type Fields, stored } from '#server/testing-documents.ts'
import { whileHeld } from '#server/testing-races.ts'
import { xlsx } from '#server/testing-sheets.ts'
import { assertBooks } from '#server/verify/testing-verify.ts'

const line = (kolicina: number, vec_razduzeno: number | null, fields: Fields = {}) => ({
  ...{ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 2, vec_razduzeno },
  ...fields,
})
const DAY = { dan_prelaska: '2026-01-01' }

anyEngine('what had left an import before the books began', (engine) => {
  const withCatalogue = async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    return api
  }
  const others = async (api: TestApi) => (await api.get('/ostala-razduzenja')).body.results as Fields[]
  const put = async (api: TestApi, { id, verzija }: Fields, body: unknown) =>
    api.put(`/c4/${id}`, body, { 'if-match': String(verzija) })

  test('a line keeps what came in, and another discharge takes the part that had left', async () => {
    const api = await withCatalogue()
    const lots = [line(100, 60), line(50, null)]
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2025-11-10', lots, DAY))
    assert.deepEqual(column(c4.stavke, 'kolicina'), [100, 50])
    assert.deepEqual(column(c4.stavke, 'preostalo'), [40, 50])
    const [own] = await others(api)
    assert.deepEqual(
      [own?.broj, own?.datum, own?.vrsta, own?.c4_id, own?.broj_stavki],
      ['PP C4-1', '2025-12-31', 'Razduženo pre početka', c4.id, 1],
    )
    await stored(api, '/c1', c1Body('C1-1', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 1 }]))
    assert.deepEqual(column((await api.get(`/c4/${c4.id}`)).body.stavke, 'preostalo'), [0, 40])
    const account = (await api.get('/obracun?datum_od=2026-01-01&datum_do=2026-03-31')).body
    const names = ['pocetno_stanje', 'razduzeno_pre_pocetka', 'ugradjeno', 'krajnje_stanje']
    assert.deepEqual(
      account.stavke.map((row: Fields) => names.map((name) => row[name])),
      [
        [40, 0, 40, 0],
        [50, 0, 10, 40],
      ],
    )
    const before = (await api.get('/obracun?datum_od=2025-11-01&datum_do=2025-12-31')).body
    assert.deepEqual(
      names.map((name) => before.ukupno[0][name]),
      [0, 60, 0, 90],
    )
    const stock = (await api.get('/archive/materials?datum_do=2025-12-31')).body.results
    assert.equal(stock.find(({ materijal_id }: Fields) => materijal_id === 'KABL1')?.preostalo, 90)
    await assertBooks(api)
  })

  test('an export before the day of change-over is marked on every screen and paper, before it is saved and after', async () => {
    const api = await withCatalogue()
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2025-11-10', [line(100, 60), line(50, null)], DAY))
    const marks = (rows: Fields[]) => rows.map(({ kolicina, pre_prelaska }) => [kolicina, pre_prelaska])
    for (const [broj, datum, first] of [
      ['C1-1', '2025-12-31', true],
      ['C1-2', '2026-01-01', undefined],
    ] as const) {
      const dokument = c1Body(broj, datum, [{ proizvod_id: 'SNOP1', kolicina: 10, cena: 1 }])
      const { body } = await api.post('/c1/provera', { dokument })
      assert.deepEqual(marks(body.razduzenje)[0]?.[1], first, datum)
      const { id } = await stored(api, '/c1', dokument)
      assert.deepEqual(marks((await api.get(`/c1/${id}/razduzenje`)).body), marks(body.razduzenje))
    }
    const marked = (rows: Fields[]) => rows.map(({ broj_c1, pre_prelaska }) => [broj_c1, pre_prelaska])
    const exported = (rows: Fields[]) => marked(rows.flatMap(({ izvoz }) => (izvoz ? [izvoz as Fields] : [])))
    // The second takes what is left of the first lot, and the rest from one of which nothing had left.
    const said = [
      ['C1-1', true],
      ['C1-2', undefined],
      ['C1-2', undefined],
    ]
    assert.deepEqual(exported((await api.get(`/c4/${c4.id}/razduzenje`)).body.results), said)
    const [first, second] = column(c4.stavke, 'id')
    const dokument = c4Body('C4-1', '2025-11-10', [line(100, 60, { id: first }), line(50, null, { id: second })], DAY)
    assert.deepEqual(exported((await api.post('/c4/provera', { id: c4.id, dokument })).body.razduzenje), said)
    assert.deepEqual(marked((await api.get('/razduzenje?materijal_id=KABL1')).body.results), said)
    const { izvoz, provere } = (await api.get('/obracun?datum_od=2025-12-01&datum_do=2026-03-31')).body
    assert.deepEqual(marked(izvoz), said)
    const check = provere.find(({ vrsta }: Fields) => vrsta === 'pre prelaska')
    assert.deepEqual(
      check.redovi.map(({ broj, opis }: Fields) => [broj, opis]),
      [['C1-1', 'KABL1 iz C4-1']],
    )
  })

  test('it follows the lines of its import, is changed there alone, and goes and comes back with it', async () => {
    const api = await withCatalogue()
    const first = await stored(api, '/c4', c4Body('C4-1', '2025-11-10', [line(100, 60)], DAY))
    const [own] = (await others(api)) as [Fields]
    const refused = await api.delete(`/ostala-razduzenja/${own.id}`, { 'if-match': String(own.verzija) })
    assert.deepEqual(
      [refused.status, refused.body.message],
      [409, 'Ovo razduženje se menja u dokumentu C4-1, na njegovim stavkama.'],
    )
    const [{ id }] = first.stavke
    const changed = await put(api, first, c4Body('C4-1', '2025-11-10', [line(100, 70, { id })], DAY))
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual(column(changed.body.stavke, 'preostalo'), [30])
    const same = await put(api, changed.body, c4Body('C4-1', '2025-11-10', [line(100, 70, { id })], DAY))
    assert.deepEqual(column(await others(api), 'verzija'), [2])
    const none = await put(api, same.body, c4Body('C4-1', '2025-11-10', [line(100, 0, { id })], DAY))
    assert.deepEqual(column(none.body.stavke, 'preostalo'), [100])
    assert.deepEqual(await others(api), [])
    const again = await put(api, none.body, c4Body('C4-1', '2025-11-10', [line(100, 100, { id })], DAY))
    assert.deepEqual(column(again.body.stavke, 'preostalo'), [0])
    const gone = await api.delete(`/c4/${first.id}`, { 'if-match': String(again.body.verzija) })
    assert.equal(gone.status, 200, JSON.stringify(gone.body))
    assert.deepEqual(await others(api), [])
    const back = await api.post(`/vrati/c4/${first.id}`, {})
    assert.equal(back.status, 200, JSON.stringify(back.body))
    assert.deepEqual(column(back.body.stavke, 'vec_razduzeno'), [100])
    assert.deepEqual(column(await others(api), 'broj'), ['PP C4-1'])
    await assertBooks(api)
  })

  test('more than came in or is left, no day, one before the import and a closed period are refused', async () => {
    const api = await withCatalogue()
    const refusal = async (lines: readonly Fields[], fields: Fields = {}) => {
      const { status, body } = await api.post('/c4', c4Body('C4-9', '2025-11-10', lines, fields))
      return [status, body.message, column(body.errors ?? [], 'field')]
    }
    assert.deepEqual(await refusal([line(100, 60)]), [
      400,
      'Dan prelaska: obavezno polje kad je deo uvoza već razdužen.',
      ['dan_prelaska'],
    ])
    assert.deepEqual(await refusal([line(100, 60)], { dan_prelaska: '2025-11-09' }), [
      400,
      'Dan prelaska ne može da bude pre datuma uvoza (10.11.2025.).',
      ['dan_prelaska'],
    ])
    assert.deepEqual(await refusal([line(100, null), line(100, 101)], DAY), [
      400,
      'Stavka 2: već razduženo (101) je više od uvezenog (100).',
      ['stavke.1.vec_razduzeno'],
    ])
    const c4 = await stored(api, '/c4', c4Body('C4-1', '2025-11-10', [line(100, null)]))
    const [{ id }] = c4.stavke
    const made = (broj: string, day: string) =>
      stored(api, '/c1', c1Body(broj, day, [{ proizvod_id: 'SNOP1', kolicina: 20, cena: 1 }]))
    await made('C1-1', '2025-12-20')
    const taken = await put(api, c4, c4Body('C4-1', '2025-11-10', [line(100, 51, { id })], DAY))
    assert.deepEqual(
      [taken.status, taken.body.message],
      [409, 'Na stavci 1 fakture F-1 (C4-1) na dan 31.12.2025. ima 50 m; ne može da se razduži 51 m.'],
    )
    await made('C1-2', '2026-02-20')
    const lost = await put(api, c4, c4Body('C4-1', '2025-11-10', [line(100, 50, { id })], DAY))
    assert.equal(lost.status, 409)
    assert.match(lost.body.message, /^Izmena nije moguća, jer bi izvoz ostao bez pokrića/)
    assert.equal((await api.post('/zakljucenje', { do_dana: '2025-12-31', potvrda: true })).status, 201)
    const closed = await put(api, c4, c4Body('C4-1', '2025-11-10', [line(100, 10, { id })], DAY))
    assert.match(closed.body.message, /^Period do 31\.12\.2025\. je zaključan/)
    const sameDay = c4Body('C4-8', '2026-01-05', [line(100, 60)], { dan_prelaska: '2026-01-05' })
    assert.equal((await api.post('/c4', sameDay)).status, 201, 'the change-over may be on the day of the import')
    await assertBooks(api)
  })

  test('its discharge has a number that is free, also where others have those that come first', async () => {
    const api = await withCatalogue()
    const other = await stored(api, '/c4', c4Body('C4-0', '2025-10-10', [line(100, null)]))
    const [{ id: ulaz_stavka_id }] = other.stavke
    const taken = async (broj: string) => {
      const said = { broj, datum: '2025-12-05', vrsta: 'Uništenje', razlog: 'Kvar' }
      await stored(api, '/ostala-razduzenja', { ...said, stavke: [{ ulaz_stavka_id, kolicina: 1 }] })
    }
    for (const end of ['', ' (2025)', ...Array.from({ length: 8 }, (_, at) => ` (2025-${at + 2})`)])
      await taken(`PP C4-1${end}`)
    const { id } = await stored(api, '/c4', c4Body('C4-1', '2025-11-10', [line(100, 60)], DAY))
    const { results } = (await api.get('/ostala-razduzenja?limit=100')).body
    const own = results.find(({ c4_id }: Fields) => c4_id === id)
    assert.equal(own?.broj, 'PP C4-1 (2025-10)')
    await assertBooks(api)
  })

  test('and where somebody else takes it while the import is saved', async () => {
    // SQLite has one writer.
    if (engine.name === 'sqlite') return
    const api = await withCatalogue()
    const facts = { broj_jci: null, carinski_organ: null, razlog: '', trazi: '', broj_stavki: 0 }
    const row = { broj: 'PP C4-1', broj_kljuc: 'pp c4-1', godina: 2025, datum: '2025-12-05' as CalendarDate, ...facts }
    const [saved] = await whileHeld(
      api,
      (tx) =>
        writeRazduzenjeRow(
          tx,
          { ...row, vrsta: 'Uništenje', pdf_fajl: null, c4_id: null },
          { stored: null, back: null },
        ),
      () => api.post('/c4', c4Body('C4-1', '2025-11-10', [line(100, 60)], DAY)),
    )
    assert.equal(saved.status, 201, JSON.stringify(saved.body))
    assert.deepEqual(column(await others(api), 'broj').sort(), ['PP C4-1', 'PP C4-1 (2025)'])
  })

  test('looking before saving shows what the save then does', async () => {
    const api = await withCatalogue()
    const dokument = c4Body('C4-1', '2025-11-10', [line(100, 60)], DAY)
    const { body: seen } = await api.post('/c4/provera', { dokument })
    const others = seen.razduzenje.map(({ ostalo_razduzenje, preostalo }: Fields) => [ostalo_razduzenje, preostalo])
    const start = { broj: 'PP C4-1', datum: '2025-12-31', vrsta: 'Razduženo pre početka', kolicina: 60 }
    assert.deepEqual(others, [[{ id: null, ...start }, 40]])
    const { id } = await stored(api, '/c4', dokument)
    const [row] = (await api.get(`/c4/${id}/razduzenje`)).body.results
    assert.deepEqual([{ ...row.ostalo_razduzenje, id: null }, row.preostalo], others[0])
    // A sentence about it names it as it is to be called.
    await stored(api, '/c1', c1Body('C1-1', '2025-12-20', [{ proizvod_id: 'SNOP1', kolicina: 10, cena: 1 }]))
    const renamed = c4Body('C4-7', '2025-11-10', [line(100, 80, { id: row.ulaz_stavka_id })], DAY)
    const told = await api.post('/c4/provera', { id, dokument: renamed })
    const refused = await put(api, (await api.get(`/c4/${id}`)).body, renamed)
    assert.deepEqual([refused.status, refused.body.message], [409, told.body.odbijeno?.message])
    assert.match(refused.body.message, /\(C4-7\) na dan 31\.12\.2025\. ima 75 m/)
  })

  test('looking before saving lists it in its place among other discharges of its day', async () => {
    const api = await withCatalogue()
    const { id, stavke } = await stored(api, '/c4', c4Body('C4-1', '2025-11-10', [line(100, 60)], DAY))
    const [{ id: ulaz_stavka_id }] = stavke
    for (const [broj, datum] of [
      ['R-1', '2026-03-06'],
      ['R-2', '2026-02-01'],
    ])
      await stored(api, '/ostala-razduzenja', {
        ...{ broj, datum, vrsta: 'Uništenje', razlog: 'Vlaga' },
        stavke: [{ ulaz_stavka_id, kolicina: 1 }],
      })
    const moved = { dan_prelaska: '2026-03-07' }
    const dokument = c4Body('C4-1', '2025-11-10', [line(100, 50, { id: ulaz_stavka_id })], moved)
    const numbersOf = (rows: Fields[]) => rows.map(({ ostalo_razduzenje }) => (ostalo_razduzenje as Fields).broj)
    const told = numbersOf((await api.post('/c4/provera', { id, dokument })).body.razduzenje)
    assert.deepEqual(told, ['R-2', 'PP C4-1', 'R-1'])
    assert.equal((await api.put(`/c4/${id}`, dokument)).status, 200)
    assert.deepEqual(numbersOf((await api.get(`/c4/${id}/razduzenje`)).body.results), told)
  })

  test('a sheet says it on its rows, the day once for the file, and the same file changes nothing', async () => {
    const api = await withCatalogue()
    const { stavke: _, ...head } = c4Body('C4-1', '2025-11-10', [])
    const COLUMNS = [...Object.keys(head), 'Materijal', 'Količina', 'Cena po jedinici', 'Već razduženo']
    const row = (fields: Fields, ...cells: (string | number)[]) => [
      ...Object.keys(head).map((name) => (fields[name] ?? '') as string),
      ...cells,
    ]
    const rows = [
      COLUMNS,
      row(head, 'KABL1', 100, 2, 60),
      row({ broj_c4: 'C4-1' }, 'KON8', 10, 2, 0),
      row({ ...head, broj_c4: 'C4-2', datum: '2026-02-01' }, 'KABL1', 5, 2, ''),
    ]
    const sheet = xlsx(...rows)
    const missing = await api.upload('/c4/documents/import?dryRun=true', sheet)
    assert.equal(missing.body.dokumenti[0].razlog, 'Dan prelaska: obavezno polje kad je deo uvoza već razdužen.')
    const path = '/c4/documents/import?dan_prelaska=2026-01-01'
    const done = await api.upload(path, sheet)
    assert.deepEqual(column(done.body.dokumenti, 'ishod'), ['nov', 'nov'])
    const documents = (await api.get('/c4?sort=broj&order=asc')).body.documents
    assert.deepEqual(column(documents, 'dan_prelaska'), ['2026-01-01', null])
    const { stavke } = (await api.get(`/c4/${documents[0].id}`)).body
    assert.deepEqual(column(stavke, 'preostalo'), [40, 10])
    const again = await api.upload(path, sheet)
    assert.deepEqual(column(again.body.dokumenti, 'ishod'), ['nepromenjen', 'nepromenjen'])
    assert.deepEqual(column(await others(api), 'verzija'), [1])
    const without = xlsx(...rows.slice(0, 2).map((row) => row.slice(0, -1)))
    const kept = await api.upload('/c4/documents/import', without)
    assert.deepEqual(column(kept.body.dokumenti, 'ishod'), ['nepromenjen'])
    await assertBooks(api)
  })
})
