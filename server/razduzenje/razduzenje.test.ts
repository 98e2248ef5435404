import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { type ledgerEntry, razduzenjeEndpoints } from '#contract/razduzenje.ts'
import { anyEngine, type Client, testApi } from '#server/testing.ts'
import { addDocuments, c1Body, c4Body, stored } from '#server/testing-documents.ts'

type Entry = z.input<typeof ledgerEntry>

/** Every page of the ledger, one behind the other. */
async function wholeLedger(api: Client, query: string, limit: number): Promise<Entry[]> {
  const rows: Entry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const from: string = cursor ? `&cursor=${cursor}` : ''
    const { status, body } = await api.get(`/razduzenje?limit=${limit}&${query}${from}`, { prefer: 'handling=strict' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.results.length <= limit)
    assert.ok(!cursor || body.results.length > 0, 'a cursor names a page that has rows')
    rows.push(...body.results)
    cursor = body.cursor
  }
  return rows
}

const inShort = ({ broj_c1, materijal_id, kolicina, manjak, lot }: Entry) =>
  `${broj_c1} ${materijal_id} ${kolicina} ${manjak ? 'manjak' : lot?.c4_broj}`

anyEngine('The ledger as JSON', (engine) => {
  test('is every draw and shortage with what there is to say of it, as each export has them', async () => {
    const api = await testApi(engine)
    const { c1, c4 } = await addDocuments(api)
    const rows = await wholeLedger(api, '', 100)
    const ofExports: Entry[] = []
    for (const { id } of c1) {
      for (const row of (await api.get(`/c1/${id}/razduzenje`)).body) {
        // The ledger leaves out what changes without it: the remainder and the deadline.
        const { preostalo: _, rok: __, ...lot } = row.lot ?? {}
        ofExports.push({ ...row, lot: row.lot && lot })
      }
    }
    const sorted = (entries: Entry[]) => entries.map((row) => JSON.stringify(pick(row))).sort()
    assert.deepEqual(sorted(rows), sorted(ofExports))
    const drawn = rows.find(({ lot }) => lot)
    assert.ok(drawn?.lot)
    const { kolicina, lot, vrednost_rsd } = drawn
    assert.ok(c4.some(({ id }: { id: number }) => id === lot.c4_id))
    assert.equal(vrednost_rsd, Math.round(kolicina * lot.cena_po_jedinici * lot.kurs * 100) / 100)
    const lacking = rows.find(({ manjak }) => manjak)
    assert.deepEqual([lacking?.lot, lacking?.vrednost_rsd], [null, null])
  })

  test('is the same whatever the size of its pages, by period, material, C1 and C4', async () => {
    const api = await testApi(engine)
    const { c1 } = await addDocuments(api)
    const lot = { materijal_id: 'KABL1', cena_po_jedinici: 2, kolicina: 3 }
    const lines = [1, 2, 3].map((redni_broj) => ({ ...lot, redni_broj }))
    const { id: c4_id } = await stored(api, '/c4', c4Body('U9', '2026-01-15', lines))
    for (const day of ['03', '04', '05'])
      await stored(api, '/c1', c1Body(`I${day}`, `2026-03-${day}`, [{ proizvod_id: 'SNOP1', kolicina: 8, cena: 9 }]))
    const all = await wholeLedger(api, '', 5000)
    assert.ok(all.length > 10)
    const c1_id = c1[0].id
    const filters: [query: string, keeps: (entry: Entry) => boolean][] = [
      ['', () => true],
      ['datum_od=2026-03-04', ({ c1_datum }) => String(c1_datum) >= '2026-03-04'],
      ['datum_do=2026-03-03', ({ c1_datum }) => String(c1_datum) <= '2026-03-03'],
      ['materijal_id=KABL1', ({ materijal_id }) => materijal_id === 'KABL1'],
      ['materijal_id=KON8&datum_od=2026-03-04', (e) => e.materijal_id === 'KON8' && String(e.c1_datum) >= '2026-03-04'],
      [`c1_id=${c1_id}`, (entry) => entry.c1_id === c1_id],
      [`c1_id=${c1_id}&materijal_id=KON8`, (entry) => entry.c1_id === c1_id && entry.materijal_id === 'KON8'],
      [`c4_id=${c4_id}`, (entry) => entry.lot?.c4_id === c4_id],
      [`c4_id=${c4_id}&c1_id=${c1_id}`, (entry) => entry.lot?.c4_id === c4_id && entry.c1_id === c1_id],
    ]
    for (const [query, keeps] of filters) {
      const kept = all.filter(keeps)
      for (const limit of [1, 2, 5, 5000])
        assert.deepEqual((await wholeLedger(api, query, limit)).map(inShort), kept.map(inShort), `${query} by ${limit}`)
    }
  })

  test('leaves out a need that comes to nothing, by document and by material', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const norm = { materijal_id: 'KABL1', potrebna_kolicina: 0.000001 }
    await stored(api, '/proizvodi', {
      id: 'TRAG',
      naziv: 'Trag',
      hs_code: '8544',
      jedinica_mere: 'kom',
      normativi: [norm],
    })
    const line = { proizvod_id: 'TRAG', kolicina: 0.1, cena: 9 }
    const { id } = await stored(api, '/c1', c1Body('C1-9', '2026-03-09', [line]))
    const draws = (await api.get(`/c1/${id}/razduzenje`)).body
    assert.deepEqual(draws, [])
    assert.deepEqual(await wholeLedger(api, `c1_id=${id}`, 5), [])
    assert.deepEqual(await wholeLedger(api, 'materijal_id=KABL1&datum_od=2026-03-09', 5), [])
  })

  test('keeps the contract, with letters of any alphabet and warnings', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const { reply } = razduzenjeEndpoints.listRazduzenje
    const { body } = await api.get('/razduzenje?limt=3')
    const { upozorenja, ...answer } = body
    assert.equal(upozorenja.length, 1)
    z.object({ results: z.array(reply.shape.results.element.strict()), cursor: z.null() })
      .strict()
      .decode(answer)
    assert.ok(answer.results.some(({ materijal_naziv }: Entry) => materijal_naziv === 'Konektor žuti'))
  })

  test('refuses a cursor and an ID that are none', async () => {
    const api = await testApi(engine)
    const none = [Buffer.from('[1,2]').toString('base64url'), 'x', Buffer.from('null').toString('base64url')]
    for (const cursor of none) {
      const { status, body } = await api.get(`/razduzenje?cursor=${cursor}`)
      assert.deepEqual([status, body.message], [400, 'Kursor nije ispravan.'])
    }
    assert.equal((await api.get('/razduzenje?c4_id=abc')).body.message, 'C4: očekuje se ID.')
    assert.deepEqual((await api.get('/razduzenje')).body, { results: [], cursor: null })
  })
})

const shared = Object.keys(razduzenjeEndpoints.listRazduzenje.reply.shape.results.element.shape)
/** What both answers say of a row. */
function pick(row: Entry) {
  const own = ['c1_id', 'broj_c1', 'c1_datum', 'primalac_naziv', 'hs_code', 'manjak', 'vrednost_rsd', 'lot']
  const facts = shared.filter((name) => !own.includes(name)).map((name) => [name, row[name as keyof Entry]])
  const { kurs: _, ...lot } = (row.lot ?? {}) as Record<string, unknown>
  return [...facts, Object.entries(lot).sort()]
}
