import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { MAX_SEARCH_WORDS } from '#contract/limits.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { ownTimeMs } from '#reliability/server-process.ts'
import { containsWords } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import { walked } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import { eachEngine, type TestApi, testApi } from '#server/testing.ts'
import { isDeep } from '#server/testing-depth.ts'
import { addDocuments, addOdobrenje, stored } from '#server/testing-documents.ts'

/** Every address that compares texts; the sheets of the archive ask with the same conditions, in a process of their own. */
const PLACES = [
  '/pretraga?q=',
  '/audit?search=',
  ...['search', 'posiljalac', 'c4Number', 'broj_jci'].map((name) => `/c4?${name}=`),
  ...['search', 'primalac', 'c1Number', 'broj_jci'].map((name) => `/c1?${name}=`),
  ...['documents', 'remaining', 'materials', 'products'].map((list) => `/archive/${list}?search=`),
  ...['materials', 'proizvodi', 'partneri', 'odobrenja', 'otpad', 'ostala-razduzenja'].map(
    (list) => `/${list}?search=`,
  ),
]

const ROWS = 2000
/** Words that stand at the end of a hostile text alone, behind many letters that begin each of them. */
const LATE = [...'cdefghijklm'].map((letter) => `a${letter}`).join(' ')
const hostile = (letters: number) => `b${'a'.repeat(letters - LATE.length - 2)} ${LATE}`
const HOSTILE = [`${'a'.repeat(63)}b`, `b${'a'.repeat(63)}`, `${'a'.repeat(31)}b${'a'.repeat(32)}`]
const MANY = `${LATE.split(' ')
  .slice(0, MAX_SEARCH_WORDS - 1)
  .join(' ')} zz`

/** A hostile search may take so many times as long as an ordinary one of the same rows. By letters it takes 20 times and more. */
const MOST_TIMES = 8
/** The clock of a thread moves by 4 ms: over two calls an ordinary search may be read 2 ms short, which counts eight times. */
const TICK_MS = 20
const CALLS = 2
const ROUNDS = 3

/** Makes ROWS of the first row of a table, `changed` where they must differ, by their number `i`, or are to be hostile. */
async function multiply(db: Db, table: string, changed: Readonly<Record<string, RawBuilder<unknown>>>) {
  const known = (await db.introspection.getTables()).find(({ name }) => name === table)
  const columns = (known?.columns ?? []).map(({ name }) => name).filter((name) => name !== 'id' || 'id' in changed)
  const values = columns.map((name) => changed[name] ?? sql.ref(`t.${name}`))
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
    select ${sql.join(values)} from (select * from ${sql.table(table)} limit 1) t cross join n where 1 = 1`.execute(db)
}

async function fill(api: TestApi) {
  const { c4 } = await addDocuments(api)
  await addOdobrenje(api, { broj: 'OD-1' })
  const lot = c4[1].stavke[0].id
  const unisteno = { broj: 'OR-1', datum: '2026-03-01', vrsta: 'Uništenje', razlog: 'Požar' }
  await stored(api, '/ostala-razduzenja', { ...unisteno, stavke: [{ ulaz_stavka_id: lot, kolicina: 1 }] })
  await stored(api, '/beleske', { vrsta: 'c4', predmet: String(c4[0].id), tekst: 'Čeka se' })
  const number = sql`'x' || cast(n.i as text)`
  const text = sql.lit(hostile(200))
  const broj_trazi = sql.lit(`${hostile(200)}\n${hostile(200)}`)
  await api.store.transact(async (tx) => {
    const waste = {
      datum: '2026-03-01' as CalendarDate,
      vrsta: 'Izvoz',
      kolicina: 1 as Micro,
      trazi: '',
      verzija: 1,
    } as const
    await tx
      .insertInto('otpad_raspored')
      .values({ ...waste, materijal_id: 'KABL1', broj_jci: null, napomena: null })
      .execute()
    await multiply(tx, 'beleska', { trazi: sql.lit(hostile(1000)) })
    await multiply(tx, 'dnevnik', { trazi: sql.lit(hostile(500)) })
    for (const table of ['c4', 'c1']) await multiply(tx, table, { broj_kljuc: number, broj_trazi, partner_trazi: text })
    await multiply(tx, 'materijal', { id: number, trazi: text })
    await multiply(tx, 'stanje', { materijal_id: number })
    await multiply(tx, 'proizvod', { id: number, trazi: text })
    await multiply(tx, 'partner', { trazi: text })
    await multiply(tx, 'odobrenje', { broj: number, broj_kljuc: number, trazi: text })
    await multiply(tx, 'otpad_raspored', { trazi: text })
    await multiply(tx, 'ostalo_razduzenje', { broj: number, broj_kljuc: number, trazi: text })
  })
}

eachEngine('every search', (engine) => {
  // PostgreSQL works outside of this process: what it takes only the clock tells.
  if (engine.name === 'sqlite' || isDeep)
    test('takes no longer for a hostile query over hostile texts than a few ordinary ones', async () => {
      const api = await testApi(engine)
      await fill(api)
      const now = engine.name === 'sqlite' ? ownTimeMs : () => performance.now()
      const timeOf = async (address: string) => {
        const began = now()
        for (let call = 0; call < CALLS; call++) assert.equal((await api.get(address)).status, 200, address)
        return (now() - began) / CALLS
      }
      const slow: string[] = []
      for (const path of PLACES)
        for (const words of [...HOSTILE, MANY]) {
          let told = ''
          for (let round = 0; round < ROUNDS; round++) {
            const ordinary = await timeOf(`${path}nemaga`)
            const took = await timeOf(path + encodeURIComponent(words))
            told =
              took > MOST_TIMES * ordinary + TICK_MS
                ? `${path}${words}: ${took} ms, an ordinary one ${ordinary} ms`
                : ''
            if (told === '') break
          }
          if (told) slow.push(told)
        }
      assert.deepEqual(slow, [])
    })

  test('of the trail and of documents by day reads along an index, and stops at the end of its page', async () => {
    const api = await testApi(engine)
    await addDocuments(api)
    const number = sql`'a' || cast(n.i as text)`
    await api.store.transact(async (tx) => {
      await multiply(tx, 'dnevnik', { trazi: number })
      for (const table of ['c4', 'c1']) await multiply(tx, table, { broj_kljuc: number, broj_trazi: number })
    })
    const { read } = api.store
    for (const [table, text, day] of [
      ['dnevnik', 'trazi', 'vreme'],
      ['c4', 'broj_trazi', 'datum'],
      ['c1', 'broj_trazi', 'datum'],
    ] as const) {
      // PostgreSQL goes by what it has counted: six words are in no row, and rows lie by their day, as an office enters them.
      if (engineOf(read).name === 'postgres') {
        await sql`cluster ${sql.table(table)} using ${sql.table(`${table}_${day}`)}`.execute(read)
        await sql`vacuum analyze ${sql.table(table)}`.execute(read)
      }
      const order = sql`${sql.ref(day)} desc, id desc`
      const found = walked(
        read,
        table,
        { texts: containsWords(engineOf(read), text, 'a b c d e f'), conditions: [] },
        order,
      )
      const explain = engineOf(read).name === 'sqlite' ? sql`explain query plan` : sql`explain`
      const { rows } = await sql`${explain} select id ${found} order by ${order} limit 20`.execute(read)
      const plan = JSON.stringify(rows)
      assert.match(plan, new RegExp(`${table}_${day}`))
      assert.doesNotMatch(plan, /B-TREE|Sort/)
    }
  })
})
