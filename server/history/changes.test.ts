import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VRSTE } from '#contract/audit.ts'
import { logger } from '#server/audit/log.ts'
import { WATCHED_ENTRIES } from '#server/audit/trail-mark.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, stored } from '#server/testing-documents.ts'
import { MAX_TOLD_ENTRIES, OVERLAP_MS } from './changes.ts'

const HOUR_MS = 3_600_000

test('a screen begins 5 seconds back, 200 entries are told and 1000 watched', () => {
  assert.deepEqual([OVERLAP_MS, MAX_TOLD_ENTRIES, WATCHED_ENTRIES], [5_000, 200, 1_000])
})

const material = { id: 'ZICA1', naziv: 'Žica', zemlja_porekla: 'Kina', jedinica_mere: 'kg', tarifni_broj: '8544' }

type Changes = { cursor: string; vrste: string[] }
/** The changes after a cursor. */
async function after(api: TestApi, cursor?: string): Promise<Changes> {
  const { status, body } = await api.get(cursor === undefined ? '/changes' : `/changes?since=${cursor}`)
  assert.equal(status, 200)
  return body
}

/** Many entries in one transaction, as an import leaves them. */
const addEntries = ({ store, user }: TestApi, count: number, now = Date.now()) =>
  store.transact((tx) =>
    logger(
      tx,
      user,
      () => now,
    )(
      Array.from({ length: count }, (_, place) => ({
        radnja: 'izmenjeno',
        vrsta: 'materijal',
        predmet: `M${place}`,
        opis: '',
      })),
    ),
  )

eachEngine('what others changed', (engine) => {
  test('nothing at first; then the kinds of things since the cursor, each once; then nothing again', async () => {
    let now = Date.now()
    const api = await testApi(engine, { now: () => now })
    await addCatalogue(api)
    now += HOUR_MS
    const start = await after(api)
    assert.deepEqual(start.vrste, [])
    assert.deepEqual(await after(api, start.cursor), start)

    const jelena = await api.signIn('jelena@firma.rs')
    assert.equal((await jelena.post('/materials', material)).status, 201)
    assert.equal((await jelena.post('/materials', { ...material, id: 'ZICA2' })).status, 201)
    assert.equal((await jelena.post('/rates', { valuta: 'EUR', vazi_od: '2026-01-01', kurs: 118 })).status, 201)
    const changed = await after(api, start.cursor)
    assert.deepEqual(changed.vrste, ['materijal', 'kurs'])
    assert.deepEqual(await after(api, changed.cursor), { cursor: changed.cursor, vrste: [] })
  })

  test('documents, products and logins have kinds of their own', async () => {
    const api = await testApi(engine)
    const { cursor } = await after(api)
    await addDocuments(api)
    const documents = await after(api, cursor)
    assert.deepEqual(documents.vrste, ['c4', 'c1', 'materijal', 'proizvod'])
    const account = { email: 'petar@firma.rs', password: 'tajna-rec-1' }
    assert.equal((await api.anonymous.post('/auth/register', account)).status, 201)
    assert.deepEqual((await after(api, documents.cursor)).vrste, ['nalog'])
  })

  test('a new screen hears again of what was changed while it read', async () => {
    let now = Date.now()
    const api = await testApi(engine, { now: () => now })
    await stored(api, '/materials', material)
    now += OVERLAP_MS
    assert.deepEqual((await after(api, (await after(api)).cursor)).vrste, ['materijal'])
    now += 1
    assert.deepEqual((await after(api, (await after(api)).cursor)).vrste, [])
  })

  test(`more than ${MAX_TOLD_ENTRIES} entries, or an older state of the database: everything`, async () => {
    const api = await testApi(engine)
    const start = await after(api)
    await addEntries(api, MAX_TOLD_ENTRIES)
    const some = await after(api, start.cursor)
    assert.deepEqual(some.vrste, ['materijal'])
    await addEntries(api, MAX_TOLD_ENTRIES + 1)
    const many = await after(api, some.cursor)
    assert.deepEqual(many.vrste, [...VRSTE])
    // On PostgreSQL once more, for late entries behind that many; then it is quiet.
    const again = await after(api, many.cursor)
    assert.deepEqual(again.vrste, engine.name === 'postgres' ? [...VRSTE] : [])
    assert.deepEqual((await after(api, again.cursor)).vrste, [])
    const [newest = 0] = again.cursor.split('.').map(Number)
    const restored = await after(api, `${newest + 5}.0`)
    assert.deepEqual(restored, { cursor: again.cursor, vrste: [...VRSTE] })
  })

  test('what is no cursor is refused in a sentence', async () => {
    const api = await testApi(engine)
    for (const wrong of ['7', 'x', '-1.0', '1.2.3', `${'9'.repeat(17)}.0`, "1.0' or 1=1"]) {
      const { status, body } = await api.get(`/changes?since=${encodeURIComponent(wrong)}`)
      assert.equal(status, 400, wrong)
      assert.match(body.message, /Kursor nije ispravan/)
    }
  })

  if (engine.name === 'postgres') {
    for (const before of [0, WATCHED_ENTRIES]) {
      test(`an entry that comes up behind a newer one is heard of (${before} entries before)`, async () => {
        const api = await testApi(engine)
        const { store, user } = api
        await addEntries(api, before, Date.now() - HOUR_MS)
        const { cursor } = await after(api)
        const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const slow = store.transact(async (tx) => {
          const log = logger(tx, user, Date.now)
          await log([{ radnja: 'dodato', vrsta: 'c1', predmet: 1, opis: 'C1-1' }])
          // A write's answer is not waited for; that of a question comes behind it, when the entry has its id.
          await tx.selectFrom('dnevnik').select('id').limit(1).execute()
          held.resolve()
          await release.promise
        })
        await held.promise
        await stored(api, '/materials', material)
        const quick = await after(api, cursor)
        assert.deepEqual(quick.vrste, ['materijal'])
        release.resolve()
        await slow
        const late = await after(api, quick.cursor)
        assert.deepEqual(late.vrste, [...VRSTE])
        assert.deepEqual((await after(api, late.cursor)).vrste, [])
      })
    }
  }
})
