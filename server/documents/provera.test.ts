// Looking before saving, through the app. It is the save, taken back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { sentences } from '#contract/errors.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'
import { xlsx } from '#server/testing-sheets.ts'

test('each list of the answer has 1000 rows at most', () => assert.equal(MAX_PROVERA_ROWS, 1000))

eachEngine('looking before saving', (engine) => {
  test('names what would be drawn, what would lack and which exports would move, and writes nothing', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    await api.store.transact((tx) => sql`update c4 set rok = '2026-07-10' where broj_c4 = 'C4-1'`.execute(tx))
    const before = await booksOf()
    const early = c1Body('C1-RANI', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 30, cena: 1 }])
    const told = (await api.post('/c1/provera', { dokument: early })).body
    assert.equal(told.odbijeno, null)
    assert.ok(told.razduzenje.length > 0)
    assert.equal(told.razduzenje[0].lot.rok, '2026-07-10')
    assert.deepEqual(told.razduzenje[0].c1_stavka_id, null)
    assert.deepEqual(await booksOf(), before)

    const { body: saved } = await api.post('/c1', early)
    assert.deepEqual(told.manjak, saved.manjak)
    assert.equal(told.promenjenih_c1, saved.promenjeni_c1.length)
    const { body: drawn } = await api.get(`/c1/${saved.id}/razduzenje`)
    const nameless = drawn.map((row: object) => ({ ...row, c1_stavka_id: null }))
    assert.deepEqual(told.razduzenje, nameless)

    async function booksOf() {
      const { rows } = await sql`select (select count(*) from dnevnik) as dnevnik, (select count(*) from c1) as c1,
        (select count(*) from razduzenje) as razduzenje`.execute(api.store.read)
      return rows
    }
  })

  test('says the sentence with which a save or a removal would be refused', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const [{ id }] = (await api.get('/c4?limit=50')).body.documents.toReversed()
    const taken = c4Body('C4-1', '2026-05-01', [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }])
    const twice = (await api.post('/c4/provera', { dokument: taken })).body
    assert.deepEqual(twice.odbijeno, {
      message: sentences.documentExists,
      errors: [{ field: 'broj_c4', message: sentences.documentExists }],
    })
    const gone = (await api.post('/c4/provera', { id })).body
    const { status, body } = await api.delete(`/c4/${id}`)
    assert.equal(status, 409)
    assert.deepEqual(gone.odbijeno, { message: body.message, errors: body.errors })
    assert.ok(gone.manjak.length > 0)
    assert.equal((await api.post('/c1/provera', {})).status, 400)
    assert.equal((await api.post('/c1/provera', { id: 4711 })).status, 404)
    const unsent = { ...taken, broj_c4: 'C4-77', pdf_fajl: '/nema.pdf' }
    const pdf = (await api.post('/c4/provera', { dokument: unsent })).body
    assert.equal(pdf.odbijeno.errors[0].field, 'pdf_fajl')
  })

  test('is told by the save itself, which leaves no row of any table and no change that others would see', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const [later, first] = (await api.get('/c4?limit=50')).body.documents
    const [{ id }] = (await api.get('/c1?limit=50')).body.documents
    const before = await everyRow(api)
    const { cursor } = (await api.get('/changes')).body
    assert.ok(cursor)
    const early = c1Body('C1-RANI', '2026-02-01', [{ proizvod_id: 'SNOP1', kolicina: 30, cena: 1 }])
    const another = c4Body('C4-RANI', '2026-01-01', [{ materijal_id: 'KABL1', kolicina: 7, cena_po_jedinici: 1 }])
    const asked = [
      ['/c1/provera', { dokument: early }],
      ['/c1/provera', { id, dokument: early }],
      ['/c1/provera', { id }],
      ['/c4/provera', { dokument: another }],
      ['/c4/provera', { id: later.id, dokument: another }],
      ['/c4/provera', { id: first.id }],
    ] as const
    for (const [path, body] of asked) assert.equal((await api.post(path, body)).status, 200, path)
    await api.put('/podesavanja?dryRun=true', { red_po_odobrenju: true })
    for (const [path, file] of FILES) {
      const { status, body } = await api.upload(`${path}/documents/import?dryRun=true`, file)
      assert.deepEqual([status, body.novih], [200, 1])
    }
    assert.deepEqual(await everyRow(api), before)
    assert.equal((await api.get('/changes')).body.cursor, cursor)
  })

  test('calls a lot that is not saved yet by its document alone, and one that would go by its own', async () => {
    const api = await testApi(engine)
    await addCatalogue(api)
    const line = (kolicina: number) => [{ materijal_id: 'KABL1', kolicina, cena_po_jedinici: 1 }]
    await stored(api, '/c4', c4Body('C4-1', '2026-01-10', line(100)))
    await stored(api, '/c4', c4Body('C4-2', '2026-01-11', line(100)))
    const c1 = c1Body('C1-1', '2026-03-01', [{ proizvod_id: 'SNOP1', kolicina: 1, cena: 1 }])
    const { stavke } = await stored(api, '/c1', c1)
    const { kolicina } = stavke[0].normativ.find((need: { materijal_id: string }) => need.materijal_id === 'KABL1')
    const [second, first] = (await api.get('/c4?limit=50')).body.documents
    const lotOf = async ({ id }: { id: number }) => (await api.get(`/c4/${id}/stavke`)).body[0].id
    const cover = { materijal_id: 'KABL1', kolicina }
    const one = { ...cover, ulaz_stavka_id: await lotOf(first), c4_broj: 'C4-1' }

    const added = (await api.post('/c4/provera', { dokument: c4Body('C4-0', '2026-01-01', line(50)) })).body
    const [moved] = added.promenjeni_c1
    assert.deepEqual(moved.pre, [one])
    assert.deepEqual(moved.posle, [{ ...cover, ulaz_stavka_id: null, c4_broj: 'C4-0' }])

    const gone = (await api.post('/c4/provera', { id: first.id })).body
    const [other] = gone.promenjeni_c1
    assert.deepEqual(other.pre, [one])
    assert.deepEqual(other.posle, [{ ...cover, ulaz_stavka_id: await lotOf(second), c4_broj: 'C4-2' }])
  })
})

const FIRMS = ['posiljalac_naziv', 'posiljalac_grad', 'posiljalac_drzava', 'primalac_naziv', 'primalac_grad']
const FILES = [
  [
    '/c4',
    xlsx(
      ['broj_c4', 'datum', ...FIRMS, 'zemlja_otpreme', 'tip_dokumenta', 'broj_terminala'].concat(
        ...['valuta', 'broj_fakture', 'materijal_id', 'kolicina', 'cena_po_jedinici'],
      ),
      [
        'C4-NOV',
        '2026-01-01',
        'Nova firma',
        'Ulm',
        'Nemačka',
        'Mi',
        'Niš',
        'Nemačka',
        'Uvozna deklaracija',
        'T1',
      ].concat(...['EUR', 'F-1', 'KABL1', '7', '1']),
    ),
  ],
  [
    '/c1',
    xlsx(
      ['broj_c1', 'datum', ...FIRMS, 'zemlja_otpreme', 'tip_dokumenta', 'proizvod_id', 'kolicina', 'cena'],
      [
        'C1-NOV',
        '2026-01-02',
        'Mi',
        'Niš',
        'Srbija',
        'Nova',
        'Ulm',
        'Srbija',
        'Izvozna deklaracija',
        'SNOP1',
        '3',
        '1',
      ],
    ),
  ],
] as const

/** Every row of every table of the books, but for what each call leaves of its session. */
async function everyRow({ store }: TestApi) {
  const found: Record<string, unknown[]> = {}
  for (const { name } of await store.read.introspection.getTables()) {
    if (name === 'sesija' || name.startsWith('sqlite_')) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.read)
    found[name] = rows.map((row) => JSON.stringify(row)).sort()
  }
  assert.ok(Object.keys(found).length > 20)
  return found
}
