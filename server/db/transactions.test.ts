import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { MAX_SHARED_MS } from '#server/db/sqlite/group-commit.ts'
import { eachEngine } from '#server/testing.ts'
import { whileOthersSave } from './testing-waiting.ts'
import { DOCUMENTS_AT_ONCE } from './transactions.ts'
import { MAX_PASSED_OVER } from './waiting-room.ts'
import { MAX_SHARED, type Outcome, shared, type Together } from './work.ts'

const addRate = (vazi_od: string) => (tx: Tx) =>
  sql`insert into kurs (valuta, vazi_od, kurs) values ('EUR', ${vazi_od}, 1)`.execute(tx)

const days = async ({ read }: Store) => {
  const rows = await read
    .selectFrom('kurs')
    .select('vazi_od')
    .where('kurs', '=', 1 as never)
    .orderBy('vazi_od')
    .execute()
  return rows.map(({ vazi_od }) => vazi_od as string)
}

test('at most 64 share a commit, for 20 ms; PostgreSQL saves two documents at a time', () => {
  assert.deepEqual([MAX_SHARED, MAX_SHARED_MS, DOCUMENTS_AT_ONCE], [64, 20, 2])
})

eachEngine('transactions', (engine) => {
  test('those that wait together are each all or nothing on their own', async () => {
    const store = await engine.open()
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        store.transact(async (tx) => {
          await addRate(`2026-${String(i).padStart(3, '0')}a`)(tx)
          if (i % 3 === 0) throw new Error(`no ${i}`)
          await addRate(`2026-${String(i).padStart(3, '0')}b`)(tx)
          return i
        }),
      ),
    )
    for (const [i, result] of results.entries()) {
      if (i % 3 === 0) assert.equal(result.status === 'rejected' && result.reason.message, `no ${i}`)
      else assert.equal(result.status === 'fulfilled' && result.value, i)
    }
    const kept = Array.from({ length: 200 }, (_, i) => i).filter((i) => i % 3 !== 0)
    assert.deepEqual(
      await days(store),
      kept.flatMap((i) => [`2026-${String(i).padStart(3, '0')}a`, `2026-${String(i).padStart(3, '0')}b`]),
    )
  })

  test('what waits for the same is done by one call; what that throws undoes all of it, and each is done alone', async () => {
    const store = await engine.open()
    const calls: string[][] = []
    const together: Together<string, string> = async (tx, parts) => {
      calls.push([...parts])
      const outcomes: Outcome<string>[] = []
      for (const day of parts) {
        if (day.endsWith('0')) outcomes.push({ error: new Error(`no ${day}`) })
        else outcomes.push(await addRate(day)(tx).then(() => ({ answer: day })))
      }
      if (parts.length > 1 && parts.includes('2026-09-09')) throw new Error('not together')
      return outcomes
    }
    async function atOnce(...days: string[]) {
      const done = await whileOthersSave(store, () =>
        Promise.allSettled(days.map((day) => store.transact(shared(together, day), { day }))),
      )
      return done.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))
    }
    assert.deepEqual(await atOnce('2026-01-03', '2026-01-10', '2026-01-02'), [
      '2026-01-03',
      'no 2026-01-10',
      '2026-01-02',
    ])
    assert.deepEqual(calls.splice(0), [['2026-01-02', '2026-01-03', '2026-01-10']])
    assert.deepEqual(await atOnce('2026-09-09', '2026-09-08', '2026-09-10'), [
      '2026-09-09',
      '2026-09-08',
      'no 2026-09-10',
    ])
    assert.deepEqual(calls, [
      ['2026-09-08', '2026-09-09', '2026-09-10'],
      ['2026-09-08'],
      ['2026-09-09'],
      ['2026-09-10'],
    ])
    assert.deepEqual(await days(store), ['2026-01-02', '2026-01-03', '2026-09-08', '2026-09-09'])
  })

  test('what is refused alone is undone, whatever it wrote', async () => {
    const store = await engine.open()
    const refused: Together<string, string> = async (tx, parts) => {
      for (const day of parts) await addRate(day)(tx)
      return parts.map((day) => ({ error: new Error(`no ${day}`) }))
    }
    await assert.rejects(store.transact(shared(refused, '2026-01-01')), { message: 'no 2026-01-01' })
    assert.deepEqual(await days(store), [])
  })

  test('of more than share a commit the oldest are done by one call, the others by the next', async () => {
    const store = await engine.open()
    const calls: number[] = []
    const count: Together<number, number> = async (_, parts) => {
      calls.push(parts.length)
      return parts.map((answer) => ({ answer }))
    }
    const numbers = Array.from({ length: MAX_SHARED + 5 }, (_, i) => i)
    const done = await whileOthersSave(store, () =>
      Promise.all(numbers.map((one) => store.transact(shared(count, one), { day: '2026-01-02' }))),
    )
    assert.deepEqual(done, numbers)
    assert.ok(calls.length > 1 && Math.max(...calls) <= MAX_SHARED, String(calls))
  })

  if (engine.name === 'sqlite') {
    test('SQLite: of those that wait together, that of the oldest day goes first, others in the order they came', async () => {
      const store = await engine.open()
      const ran: string[] = []
      const run = (name: string, day?: string) => store.transact(async () => ran.push(name), { day })
      await Promise.all([run('a', '2026-02-01'), run('b'), run('c', '2026-01-31'), run('d', '2026-01-31'), run('e')])
      assert.deepEqual(ran, ['b', 'e', 'c', 'd', 'a'])
    })

    test('SQLite: others come in between of many that take long, and all of them are done', async () => {
      const store = await engine.open()
      const WORK_MS = 5
      const saving = Array.from({ length: 40 }, (_, i) =>
        store.transact(async (tx) => {
          const end = performance.now() + WORK_MS
          while (performance.now() < end);
          await addRate(`2026-${String(i).padStart(3, '0')}`)(tx)
        }),
      )
      let turns = 0
      const counting = setInterval(() => turns++, 1)
      await Promise.all(saving).finally(() => clearInterval(counting))
      assert.equal((await days(store)).length, 40)
      assert.ok(turns >= (40 * WORK_MS) / MAX_SHARED_MS / 2, `${turns} turns`)
    })

    test('SQLite: where a full disk ends the shared transaction, nobody goes on without one', async () => {
      const store = await engine.open()
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.read)
      await store.transact((tx) => sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(tx))
      const small = (day: string) => store.transact(addRate(day))
      const large = store.transact((tx) =>
        sql`insert into kurs (valuta, vazi_od, kurs) values ('EUR', ${'x'.repeat(100_000)}, 1)`.execute(tx),
      )
      const broken = store.transact(async (tx) => {
        await addRate('2026-01-02')(tx)
        throw new Error('no')
      })
      const [first, full, none, last] = await Promise.allSettled([
        small('2026-01-01'),
        large,
        broken,
        small('2026-01-03'),
      ])
      assert.equal(full.status === 'rejected' && store.engine.outageOf(full.reason), 'full')
      assert.equal(none.status, 'rejected')
      const kept = [first.status === 'fulfilled' && '2026-01-01', last.status === 'fulfilled' && '2026-01-03']
      assert.deepEqual(await days(store), kept.filter(Boolean))
    })

    test('SQLite: whoever shares a commit that fails hears of that and nothing else, and nothing is kept', async () => {
      const store = await engine.open()
      const shared = [
        store.transact(addRate('2026-01-01')),
        store.transact(async () => {
          throw new Error('seen beside what was never kept')
        }),
        store.transact(async (tx) => {
          await sql`pragma defer_foreign_keys = on`.execute(tx)
          await sql`insert into stanje (materijal_id) values ('NEMA')`.execute(tx)
        }),
      ]
      for (const result of await Promise.allSettled(shared))
        assert.match(result.status === 'rejected' ? String(result.reason) : 'saved', /FOREIGN KEY/)
      assert.deepEqual(await days(store), [])
      await store.transact(addRate('2026-01-02'))
      assert.deepEqual(await days(store), ['2026-01-02'])
    })
  }

  if (engine.name === 'postgres') {
    test('PostgreSQL: so many documents at once, then that of the oldest day; what has no day does not wait', async () => {
      const store = await engine.open()
      const ran: string[] = []
      const run = (name: string, day?: string) => store.transact(async () => ran.push(name), { day })
      const held = Array.from({ length: DOCUMENTS_AT_ONCE }, () => Promise.withResolvers<void>())
      const holding = held.map(({ promise }) => store.transact(() => promise, { day: '2026-03-01' }))
      const late = [run('a', '2026-02-01'), run('b', '2026-01-31'), run('c', '2026-01-31')]
      await run('d')
      assert.deepEqual(ran, ['d'])
      held[0]?.resolve()
      await Promise.all(late)
      assert.deepEqual(ran, ['d', 'b', 'c', 'a'])
      for (const { resolve } of held) resolve()
      await Promise.all(holding)
    })
  }

  test('older documents that keep coming go before one that waits, but not for ever', async () => {
    const store = await engine.open()
    let passedOver = 0
    const held = Array.from({ length: engine.name === 'sqlite' ? 1 : DOCUMENTS_AT_ONCE }, () =>
      Promise.withResolvers<void>(),
    )
    const holding = held.map(({ promise }) => store.transact(() => promise, { day: '2026-03-01' }))
    let done = false
    const newest = store.transact(
      async () => {
        done = true
      },
      { day: '2026-02-01' },
    )
    // Each older one lets the next come before it ends, so that there is always one that waits beside the newest.
    const olderOnes = async (): Promise<void> => {
      if (done || passedOver === 3 * MAX_PASSED_OVER) return
      await store.transact(
        async () => {
          passedOver++
          void olderOnes()
        },
        { day: '2026-01-01' },
      )
    }
    void olderOnes()
    held[0]?.resolve()
    await newest
    for (const { resolve } of held) resolve()
    await Promise.all(holding)
    assert.ok(passedOver >= MAX_PASSED_OVER && passedOver <= MAX_PASSED_OVER + 2, `${passedOver} went before it`)
  })

  test('is visible to readers when it is answered, and not before', async () => {
    const store = await engine.open()
    let seenInside: string[] = ['?']
    await store.transact(async (tx) => {
      await addRate('2026-01-01')(tx)
      seenInside = await days(store)
    })
    assert.deepEqual(seenInside, [])
    assert.deepEqual(await days(store), ['2026-01-01'])
  })

  test('goes on after one that failed in the database', async () => {
    const store = await engine.open()
    await store.transact(addRate('2026-01-01'))
    const twice = Promise.allSettled([store.transact(addRate('2026-01-01')), store.transact(addRate('2026-01-02'))])
    const [first, second] = await twice
    assert.ok(first.status === 'rejected' && store.engine.isUniqueViolation(first.reason))
    assert.equal(second.status, 'fulfilled')
    assert.deepEqual(await days(store), ['2026-01-01', '2026-01-02'])
  })
})
