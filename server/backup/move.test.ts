import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type FreshDatabase, freshDatabase, postgresUrl } from '#reliability/fresh-database.ts'
import { fillDemo } from '#scripts/demo-fill.ts'
import { sealAll } from '#server/audit/seal.ts'
import { authenticator } from '#server/auth/sessions.ts'
import { openStore, type Place, type Store } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'
import { featuresOf } from '#server/features.ts'
import { createApp } from '#server/http/app.ts'
import { type Client, testApi } from '#server/testing.ts'
import { addCatalogue, addDocuments, c4Body } from '#server/testing-documents.ts'
import { verifyPlace } from '#server/verify/verify.ts'
import { moveDatabase } from './move.ts'

const NOT_EMPTY = { message: 'Odredište nije prazno: podaci se sele samo u praznu bazu.' }
const IN_USE = { message: 'Bazu koristi program. Zaustavite sve njegove procese, pa ponovite.' }

async function execute(url: string, statement: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Keeps everybody off a table until the answered function is called. */
async function shut(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return () => client.end()
}

/** Until somebody waits for this table. */
async function untilWaiting(url: string, table: string) {
  const client = new pg.Client(url)
  await client.connect()
  const ask = `select 1 from pg_locks where not granted and relation = '${table}'::regclass`
  const end = performance.now() + 30_000
  while ((await client.query(ask)).rows.length === 0) {
    assert.ok(performance.now() < end, `nobody waits for ${table}`)
    await sleep(10)
  }
  await client.end()
}

/** Until the program has no more connections than that: it ends those that rest for ten seconds. */
async function untilConnections(url: string, atMost: number) {
  const client = new pg.Client(url)
  await client.connect()
  const ask = `select 1 from pg_stat_activity where datname = current_database() and application_name = 'zalihe'`
  const end = performance.now() + 60_000
  assert.ok((await client.query(ask)).rows.length > atMost)
  while ((await client.query(ask)).rows.length > atMost) {
    assert.ok(performance.now() < end, `more than ${atMost} connections`)
    await sleep(100)
  }
  await client.end()
}

const digest = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const textOf = (row: object) =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, value]) => [name, value instanceof Uint8Array ? digest(value) : value])
      .sort(),
  )

describe('moving between the engines', { skip: !postgresUrl }, () => {
  let folder = ''
  let database: FreshDatabase
  let sqlite: Place
  let postgres: Place
  let back: Place
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'move-'))
    database = await freshDatabase()
    sqlite = { dataDir: join(folder, 'data') }
    postgres = { dataDir: folder, databaseUrl: database.url }
    back = { dataDir: join(folder, 'back') }
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true })
    await database.drop()
  })

  async function at<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore(place)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  let token = ''
  const enter = (place: Place, add: (client: Client) => Promise<unknown> = addDocuments) =>
    at(place, async (store) => {
      const api = await testApi({ name: 'sqlite', open: async () => store })
      await add(api)
      token = api.token
    })
  /** A call of the user who entered the documents, whose session moves with them. */
  const call = (place: Place, method: string, path: string, body?: unknown) =>
    at(place, async (store) => {
      const services = { store, now: () => Date.now(), authenticate: authenticator(store) }
      const app = createApp(featuresOf(store, { registration: 'closed', weakPasswords: 'allow' }), services)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const answer = await app.request(`/api${path}`, { method, headers, body: JSON.stringify(body) ?? null })
      assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
      return method === 'POST' ? await answer.json() : null
    })
  const addC4 = async (place: Place, broj: string): Promise<number> => {
    const lines = [{ materijal_id: 'KABL1', kolicina: 1, cena_po_jedinici: 1 }]
    return (await call(place, 'POST', '/c4', c4Body(broj, '2026-04-01', lines))).id
  }
  /** The content of some tables, PDFs and the trail among them, as hashes. */
  const contentOf = (place: Place) =>
    at(place, async ({ read }) => {
      const tables = [
        'korisnik',
        'sesija',
        'rezervni_kod',
        'kurs',
        'pdf',
        'c4',
        'c4_stavka',
        'c1_stavka',
        'razduzenje',
        'dnevnik',
        'pomereno',
        'pecat',
        'prilog',
        'beleska',
        'instalacija',
        'partner',
        'partner_zapis',
      ] as const
      const rows = await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()))
      return rows.map((list, at) => `${tables[at]} ${list.length} ${digest(list.map(textOf).sort().join('\n'))}`)
    })

  test('a year of documents goes to PostgreSQL and back, row by row the same', async () => {
    await at(sqlite, async (store) => {
      await fillDemo(store, '2026-06-30')
      await sealAll(store)
    })
    const before = await contentOf(sqlite)
    const there = await moveDatabase(sqlite, postgres)
    assert.ok(there.rows > 1000, JSON.stringify(there))
    assert.match(there.trail, /^Dnevnik: zapečaćeno zapisa \d+, poslednji pečat \d+:[0-9a-f]{64}\.$/)
    assert.deepEqual(await contentOf(postgres), before)
    assert.deepEqual(await contentOf(sqlite), before, 'the source stays as it was')

    const andBack = await moveDatabase(postgres, back)
    assert.deepEqual(await contentOf(back), before)
    assert.deepEqual({ ...andBack }, { ...there })
    for (const place of [postgres, back]) assert.ok((await verifyPlace(place)).ok)
    assert.equal(
      readdirSync(back.dataDir).find((name) => name.startsWith('seljenje')),
      undefined,
    )
  })

  test('ids go on where they stood, also after the last document was removed; the trail stays closed', async () => {
    await enter(sqlite)
    const last = await addC4(sqlite, 'C4-9')
    await call(sqlite, 'DELETE', `/c4/${last}`)
    await moveDatabase(sqlite, postgres)
    assert.equal(await addC4(postgres, 'C4-10'), last + 1)
    await call(postgres, 'DELETE', `/c4/${last + 1}`)
    await moveDatabase(postgres, back)
    assert.equal(await addC4(back, 'C4-11'), last + 2)
    await assert.rejects(
      at(postgres, (store) => sql`delete from dnevnik`.execute(store.read)),
      /Dnevnik se samo dopunjuje/,
    )
    await assert.rejects(
      at(back, (store) => store.transact((tx) => sql`delete from dnevnik`.execute(tx))),
      /Dnevnik se samo dopunjuje/,
    )
  })

  test('ids go on where they stood, also when nothing is left', async () => {
    await enter(sqlite, addCatalogue)
    const c4 = await addC4(sqlite, 'C4-1')
    await call(sqlite, 'DELETE', `/c4/${c4}`)
    await moveDatabase(sqlite, postgres)
    await moveDatabase(postgres, back)
    assert.equal(await addC4(back, 'C4-2'), c4 + 1)
  })

  test('a trail keeps its numbers, with the gaps that PostgreSQL left, and its chain goes on', async () => {
    await enter(sqlite)
    await moveDatabase(sqlite, postgres)
    await at(postgres, async (store) => {
      await sealAll(store)
      await sql`select nextval(pg_get_serial_sequence('dnevnik', 'id'))`.execute(store.read)
    })
    await addC4(postgres, 'C4-9')
    const { trail } = await moveDatabase(postgres, back)
    assert.match(trail, /; još nije zapečaćeno 1\.$/)
    await addC4(back, 'C4-10')
    const ids = await at(back, async (store) => {
      await sealAll(store)
      const rows = await store.read.selectFrom('pecat').select('dnevnik_id').orderBy('redni').execute()
      return rows.map(({ dnevnik_id }) => dnevnik_id)
    })
    const before = ids.length - 2
    assert.deepEqual(ids, [...Array(before + 4).keys()].slice(1).toSpliced(before, 1))
    const verdict = await verifyPlace(back)
    assert.ok(verdict.ok && /zapečaćeno zapisa \d+, poslednji pečat/.test(verdict.trail), JSON.stringify(verdict))
  })

  test('a target that holds anything is refused, and stays as it was', async () => {
    await enter(sqlite)
    await moveDatabase(sqlite, postgres)
    await assert.rejects(moveDatabase(sqlite, postgres), NOT_EMPTY)
    await assert.rejects(moveDatabase(postgres, sqlite), NOT_EMPTY)
  })

  test('somebody else’s tables are no empty database', async () => {
    await enter(sqlite)
    await execute(database.url, 'create table tudja (x int)')
    await assert.rejects(moveDatabase(sqlite, postgres), NOT_EMPTY)
  })

  test('a target that could lose what it has confirmed is refused', async () => {
    await enter(sqlite)
    const careless = new URL(database.url)
    careless.searchParams.set('options', '-c synchronous_commit=off')
    await assert.rejects(
      moveDatabase(sqlite, { ...postgres, databaseUrl: careless.href }),
      /synchronous_commit ne sme biti isključen/,
    )
  })

  test('a source that a program uses is refused', async () => {
    await enter(sqlite)
    await at(sqlite, () => assert.rejects(moveDatabase(sqlite, postgres), /već koristi drugi proces/))
    await moveDatabase(sqlite, postgres)
    await at(postgres, () => assert.rejects(moveDatabase(postgres, back), IN_USE))
    assert.ok(!existsSync(back.dataDir), 'not even the folder is made')
  })

  test('so is one of a program of which nobody has asked anything for long', async () => {
    await enter(sqlite)
    await moveDatabase(sqlite, postgres)
    await at(postgres, async ({ read }) => {
      const asked = () => sql`select pg_sleep(0.2)`.execute(read)
      await Promise.all([asked(), asked(), asked()])
      await untilConnections(database.url, 1)
      await assert.rejects(moveDatabase(postgres, back), IN_USE)
    })
  })

  test('a program that uses another database of the same server is in nobody’s way', async () => {
    await enter(sqlite)
    await moveDatabase(sqlite, postgres)
    const other = await freshDatabase()
    try {
      await at({ dataDir: '', databaseUrl: other.url }, () => moveDatabase(postgres, back))
    } finally {
      await other.drop()
    }
    assert.ok((await verifyPlace(back)).ok)
  })

  test('a source that a program begins to use while it is copied is refused, and the target stays empty', async () => {
    await enter(sqlite)
    await moveDatabase(sqlite, postgres)
    const open = await shut(database.url, 'pdf')
    const refused = assert.rejects(moveDatabase(postgres, back), IN_USE)
    await untilWaiting(database.url, 'pdf')
    await at(postgres, async () => {
      await open()
      await refused
    })
    assert.ok(!existsSync(databaseFile(back.dataDir)))
  })

  test('nobody starts on an embedded database that is copied, or registers in the target meanwhile', async () => {
    await enter(sqlite)
    await at(postgres, async () => undefined)
    const open = await shut(database.url, 'c4')
    const moving = moveDatabase(sqlite, postgres)
    await untilWaiting(database.url, 'c4')
    await assert.rejects(openStore(sqlite), /već koristi drugi proces/)
    const registered = execute(
      database.url,
      `insert into korisnik (email, email_kljuc, lozinka, napravljen) values ('eva@firma.rs', 'eva@firma.rs', '', 1)`,
    )
    await untilWaiting(database.url, 'korisnik')
    await open()
    await moving
    await registered
    const users = await at(postgres, ({ read }) => read.selectFrom('korisnik').select(['id', 'email']).execute())
    assert.deepEqual(users, [
      { id: 1, email: 'ana@firma.rs' },
      { id: 2, email: 'eva@firma.rs' },
    ])
  })

  test('a row that does not arrive as it left is told, and nothing stays of the move', async () => {
    await enter(sqlite)
    await at(postgres, async () => undefined)
    // A target with a rule of its own, for what no other row follows from.
    await execute(
      database.url,
      `create function grad() returns trigger language plpgsql as
        'begin new.posiljalac_grad := ''Beograd''; return new; end';
      create trigger grad before insert on c4 for each row execute function grad()`,
    )
    await assert.rejects(moveDatabase(sqlite, postgres), {
      message: 'Tabela c4 nije ista posle seljenja: 2 i 2 redova.',
    })
    await at(postgres, async ({ read }) =>
      assert.deepEqual(await read.selectFrom('korisnik').select('id').execute(), []),
    )
  })

  test('a source whose books do not agree is not moved', async () => {
    await enter(sqlite)
    await at(sqlite, (store) =>
      store.transact((tx) => sql`update stanje set total_input = total_input + 1`.execute(tx)),
    )
    await assert.rejects(moveDatabase(sqlite, postgres), /^Error: RAZLIKA u preseljenim podacima: /)
    await at(postgres, async ({ read }) =>
      assert.deepEqual(await read.selectFrom('materijal').selectAll().execute(), []),
    )
  })

  test('the same engine on both sides, and a folder without a database, are refused with a sentence', async () => {
    await assert.rejects(moveDatabase(sqlite, back), /^Error: Seli se između ugrađene baze i PostgreSQL-a/)
    await assert.rejects(moveDatabase(sqlite, postgres), /^Error: U folderu .* nema baze\.$/)
  })
})
