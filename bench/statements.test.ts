// How many statements a save and a page take. A count is the same on every machine: a query in a loop
// sees it here before any clock does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { type ArchiveSheet, archiveSheets } from '#contract/archive.ts'
import { parseIsoDate } from '#domain/calendar-date.ts'
import { archiveTable } from '#server/archive/archive-sheets.ts'
import type { Store } from '#server/db/open.ts'
import { eachEngine, type TestApi, type TestEngine, testApi } from '#server/testing.ts'
import { c1Body, c4Body, stored } from '#server/testing-documents.ts'

/**
 * The statements that a call may send, with the session of its user, without begin and commit; `each` are those of one
 * more export that is saved together with others. One of them looks at the session again, in the transaction; a call
 * with an Idempotency-Key does it in the statement that looks for the key.
 * A document whose two firms are new to the books takes `firms` more.
 */
const MAX_STATEMENTS = { c1: 13, c4: 14, page: 8, firms: 12 } as const
const ITEMS = 5
const BOM = 8
const LOTS = 10
/** More than a page has, so that lists have several pages. */
const DOCUMENTS = 60

const PAGES = [
  '/dashboard',
  '/dashboard/charts',
  '/partneri?limit=50',
  '/partneri/1',
  '/partneri/1/dokumenti?limit=50',
  '/c4?limit=50',
  '/c4?limit=50&page=2&sort=partner',
  '/c4?limit=50&search=kabel',
  '/c4/1',
  '/c4/firms',
  '/c1?limit=50',
  '/c1?limit=50&page=2&sort=vrednost_total',
  '/c1?limit=50&search=auto',
  '/c1?limit=50&ima_manjak=false',
  '/c1/1',
  '/c1/1/razduzenje',
  '/c4/1/razduzenje',
  '/c4/1/razduzenje?search=c1',
  '/c1/firms',
  '/materials?limit=50',
  '/materials/all',
  '/materials/MAT1/remaining',
  '/materials/MAT1/transactions?limit=50',
  '/materials/MAT1/transactions?limit=50&type=OUTPUT&c4_id=1&datum_od=2026-01-01',
  '/razduzenje?limit=50',
  '/razduzenje?limit=50&materijal_id=MAT1',
  '/razduzenje?limit=50&c4_id=1',
  '/razduzenje?limit=50&c1_id=1',
  '/proizvodi?limit=50',
  '/archive/overview',
  '/archive/documents?limit=50',
  '/archive/documents?limit=50&sort=tip',
  '/archive/remaining?limit=50',
  '/archive/remaining?limit=50&search=kabel',
  '/archive/remaining?limit=50&datum_do=2026-02-15',
  '/archive/remaining?limit=50&datum_do=2026-02-15&search=kabel',
  '/archive/materials?limit=50',
  '/archive/materials?limit=50&datum_od=2026-01-05&datum_do=2026-01-31',
  '/archive/products?limit=50',
  '/archive/products?limit=50&datum_od=2026-01-05&datum_do=2026-02-28',
  '/audit?limit=50',
  '/audit?limit=50&search=c1',
]

type Meter = { statements: number }

/** The same store, with every statement counted that Kysely sends. */
function counted(store: Store): { store: Store; meter: Meter } {
  const meter = { statements: 0 }
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      meter.statements++
      return result
    },
  }
  const transact: Store['transact'] = (work, options) =>
    store.transact((tx) => work(tx.withPlugin(counter) as typeof tx), options)
  const readAtOnce: Store['readAtOnce'] = (work) => store.readAtOnce((db) => work(db.withPlugin(counter)))
  const read = store.read.withPlugin(counter)
  const readBeforeWrite = () => store.readBeforeWrite().withPlugin(counter)
  return { store: { ...store, read, readBeforeWrite, readAtOnce, transact }, meter }
}

const materials = Array.from({ length: ITEMS * BOM }, (_, i) => `MAT${i + 1}`)

/** Materials, products of eight of them each, and one import that covers everything. */
async function addBooks(api: TestApi) {
  for (const id of materials)
    await stored(api, '/materials', {
      id,
      naziv: `Materijal ${id}`,
      zemlja_porekla: 'Nemačka',
      jedinica_mere: 'kg',
      tarifni_broj: '8544.49',
    })
  for (let product = 0; product < ITEMS; product++)
    await stored(api, '/proizvodi', {
      id: `PRO${product + 1}`,
      naziv: 'Snop',
      hs_code: '8544',
      jedinica_mere: 'kom',
      normativi: materials
        .slice(product * BOM, (product + 1) * BOM)
        .map((materijal_id) => ({ materijal_id, potrebna_kolicina: 1 })),
    })
  await importOf(api, 'UVOZ', materials)
  await exportOf(api, 'IZVOZ', 1)
}

const importOf = (api: TestApi, broj: string, some: readonly string[]) =>
  stored(
    api,
    '/c4',
    c4Body(
      broj,
      '2026-01-10',
      some.map((materijal_id) => ({ materijal_id, kolicina: 1000, cena_po_jedinici: 2 })),
    ),
  )
const exportBody = (broj: string, items: number) =>
  c1Body(
    broj,
    '2026-02-10',
    Array.from({ length: items }, (_, i) => ({ proizvod_id: `PRO${i + 1}`, kolicina: 1, cena: 9 })),
  )
const exportOf = (api: TestApi, broj: string, items: number, firms: object = {}) =>
  stored(api, '/c1', { ...exportBody(broj, items), ...firms })

async function withBooks(engine: TestEngine) {
  const { store, meter } = counted(await engine.open())
  const api = await testApi(engine, { store })
  await addBooks(api)
  return {
    api,
    store,
    async statementsOf(call: () => Promise<unknown>) {
      meter.statements = 0
      await call()
      return meter.statements
    },
  }
}

eachEngine('statements', (engine) => {
  test('a save takes a fixed number of them, whatever the number of its lines', async () => {
    const { api, statementsOf } = await withBooks(engine)
    const c1 = await statementsOf(() => exportOf(api, 'C1-5', ITEMS))
    const shortC1 = await statementsOf(() => exportOf(api, 'C1-1', 1))
    const c4 = await statementsOf(() => importOf(api, 'C4-10', materials.slice(0, LOTS)))
    const shortC4 = await statementsOf(() => importOf(api, 'C4-1', materials.slice(0, 1)))
    assert.ok(c1 <= MAX_STATEMENTS.c1, `a C1 takes ${c1} statements`)
    assert.ok(c4 <= MAX_STATEMENTS.c4, `a C4 takes ${c4} statements`)
    assert.deepEqual({ c1: shortC1, c4: shortC4 }, { c1, c4 })
    const firms = { posiljalac_naziv: 'Nova', primalac_naziv: 'Druga nova' }
    const newFirms = await statementsOf(() => exportOf(api, 'C1-2', 1, firms))
    assert.ok(newFirms <= c1 + MAX_STATEMENTS.firms, `two new firms take ${newFirms - c1} statements`)
    assert.equal(await statementsOf(() => exportOf(api, 'C1-3', 1, firms)), c1)
  })

  test('no page and no sheet asks for its rows one by one', async () => {
    const { api, store, statementsOf } = await withBooks(engine)
    for (let i = 0; i < DOCUMENTS; i++) {
      await importOf(api, `C4-${i}`, materials.slice(0, 2))
      await exportOf(api, `C1-${i}`, 2)
    }
    const slow: string[] = []
    for (const path of PAGES) {
      const statements = await statementsOf(async () => assert.equal((await api.get(path)).status, 200, path))
      if (statements > MAX_STATEMENTS.page) slow.push(`${path}: ${statements}`)
    }
    const query = { search: 'kabel', partner: 'e', datum_do: parseIsoDate('2026-02-15') ?? undefined }
    for (const sheet of Object.keys(archiveSheets) as ArchiveSheet[]) {
      const statements = await statementsOf(() => archiveTable(store.read, sheet, query))
      if (statements > MAX_STATEMENTS.page) slow.push(`${sheet}: ${statements}`)
    }
    assert.deepEqual(slow, [])
  })
})
