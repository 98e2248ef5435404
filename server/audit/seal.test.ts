import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '#server/db/open.ts'
import { eachEngine } from '#server/testing.ts'
import { verify } from '#server/verify/verify.ts'
import { logger } from './log.ts'
import { BATCH_BYTES, keepSealed, sealAll } from './seal.ts'

const ana = { id: 1, email: 'ana@firma.rs' }
const entry = (text = '') =>
  ({ radnja: 'dodato', vrsta: 'kurs', predmet: 'EUR', opis: 'EUR', posle: { text } }) as const
const write = ({ transact }: Store, ...texts: string[]) =>
  transact((tx) => logger(tx, ana, Date.now)(texts.map((text) => entry(text))))

/** The ids of the entries in the order of their seals; the chain holds. */
async function sealed({ read }: Store): Promise<number[]> {
  const verdict = await verify(read)
  assert.ok(verdict.ok, JSON.stringify(verdict))
  const rows = await read.selectFrom('pecat').select('dnevnik_id').orderBy('redni').execute()
  return rows.map(({ dnevnik_id }) => dnevnik_id)
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

eachEngine('sealing the audit trail', (engine) => {
  test('every entry is sealed once, however many there are, how large, and by how many at once', async () => {
    const store = await engine.open()
    const large = 'ž'.repeat(BATCH_BYTES)
    await write(store, large, large, ...upTo(600).map(String), large)
    await Promise.all([sealAll(store), sealAll(store), sealAll(store)])
    await sealAll(store)
    assert.deepEqual(await sealed(store), upTo(603))
  })

  test('a program that runs seals by itself, and what is left when it ends', async () => {
    const store = await engine.open()
    await write(store, 'a')
    const stop = keepSealed(store)
    const end = performance.now() + 30_000
    while ((await sealed(store)).length === 0) {
      assert.ok(performance.now() < end, 'nothing was sealed')
      await sleep(20)
    }
    await write(store, 'b')
    await stop()
    assert.deepEqual(await sealed(store), [1, 2])
  })

  if (engine.name === 'postgres')
    test('PostgreSQL: what comes up late is sealed behind what was seen before it', async () => {
      const store = await engine.open()
      const [written, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const late = store.transact(async (tx) => {
        await logger(tx, ana, Date.now)([entry('late')])
        written.resolve()
        await others.promise
      })
      await written.promise
      await write(store, 'b', 'c')
      await sealAll(store)
      others.resolve()
      await late
      await write(store, 'd')
      await sealAll(store, false)
      assert.deepEqual(await sealed(store), [2, 3, 4], 'looked for now and then')
      await sealAll(store)
      assert.deepEqual(await sealed(store), [2, 3, 4, 1])
    })
})
