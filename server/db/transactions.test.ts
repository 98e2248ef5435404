import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { eachEngine } from '#server/testing.ts'
import { MAX_TRIED_MS, outcomeOf, PATIENCE_MS, takenBackApart } from './transactions.ts'

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

  test('what is tried for long leaves nothing, and on SQLite goes on on a copy, for which nobody waits', async () => {
    const store = await engine.open()
    await store.transact(addRate('2026-01-01'))
    const tried: string[][] = []
    const answer = await takenBackApart(store, (transact, goOn) =>
      transact(async (tx) => {
        await addRate('2026-01-02')(tx)
        goOn()
        tried.push(await days({ ...store, read: tx }))
        if (tried.length === 1) await sleep(MAX_TRIED_MS * 1.1)
        goOn()
        if (tried.length === 2) await store.transact(addRate('2026-01-03'))
        return tried.length
      }),
    )
    const isCopied = engine.name === 'sqlite'
    assert.equal(answer, isCopied ? 2 : 1)
    assert.deepEqual(new Set(tried.map(String)), new Set(['2026-01-01,2026-01-02']))
    assert.deepEqual(await days(store), isCopied ? ['2026-01-01', '2026-01-03'] : ['2026-01-01'])
    if (isCopied) assert.ok(readdirSync(store.place.dataDir).every((name) => !name.startsWith('pregled-')))
  })

  test('a part that is refused is undone, and the rest of the transaction stands', async () => {
    const store = await engine.open()
    const outcomes = await store.transact(async (tx) => {
      const part = (day: string, refused?: string) =>
        outcomeOf(tx, async () => {
          await addRate(day)(tx)
          if (refused) throw new Refusal('conflict', refused)
          return day
        })
      return [await part('2026-01-01'), await part('2026-01-02', 'no'), await part('2026-01-03')]
    })
    assert.deepEqual(outcomes, [
      { answer: '2026-01-01' },
      { error: new Refusal('conflict', 'no') },
      { answer: '2026-01-03' },
    ])
    assert.deepEqual(await days(store), ['2026-01-01', '2026-01-03'])
    await assert.rejects(
      store.transact((tx) => outcomeOf(tx, () => addRate('2026-01-01')(tx))),
      (error) => store.engine.isUniqueViolation(error),
    )
  })

  if (engine.name === 'sqlite') {
    test('SQLite: they run in the order in which they came, and others get their turn in between', async () => {
      const store = await engine.open()
      const ran: string[] = []
      const run = (name: string) => store.transact(async () => ran.push(name))
      const saving = ['a', 'b', 'c'].map(run)
      await run('d')
      setImmediate(() => ran.push('other'))
      await Promise.all([...saving, run('e'), run('f'), run('g')])
      assert.deepEqual(
        ran.filter((name) => name !== 'other'),
        ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      )
      assert.ok(ran.indexOf('other') < ran.indexOf('g'), ran.join(' '))
    })

    test('SQLite: where a full disk ends a transaction, nobody goes on without one', async () => {
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
  }

  if (engine.name === 'postgres')
    test('PostgreSQL: two of a process at a time, and others beside one that takes long', async (t) => {
      const store = await engine.open()
      const ends = Promise.withResolvers<void>()
      t.after(() => ends.resolve())
      const begun: string[] = []
      const hold = (name: string) => {
        const begins = Promise.withResolvers<void>()
        const done = store.transact(async () => {
          begun.push(name)
          begins.resolve()
          await ends.promise
        })
        return { done, begins: begins.promise }
      }
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const held = ['a', 'b', 'c', 'd', 'e'].map(hold)
      await Promise.all([held[0]?.begins, held[1]?.begins])
      await days(store)
      // Each has a connection of its own, so either may be first.
      assert.deepEqual(begun.toSorted(), ['a', 'b'])
      t.mock.timers.tick(PATIENCE_MS)
      await Promise.all([held[2]?.begins, held[3]?.begins])
      assert.deepEqual(begun.toSorted(), ['a', 'b', 'c', 'd'])
      ends.resolve()
      await Promise.all(held.map(({ done }) => done))
      assert.equal(begun.length, 5)
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
