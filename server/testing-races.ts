// Deeds of two people at the same moment, in an order that a test decides; on PostgreSQL, where several write at once.
import { sql } from 'kysely'
import type { Tx } from '#server/db/schema.ts'
import type { Answer, TestApi } from './testing.ts'
import { until } from './testing-until.ts'

/** For what a test does itself, of which no trail is wanted. */
export const noLog = async (): Promise<void> => undefined

/**
 * Has each of the calls come as far as it gets, one after the other, while a transaction that has done `work` stays open;
 * then that is committed. Answers what they were answered.
 */
export async function whileHeld<Calls extends (() => Promise<Answer>)[]>(
  { store }: TestApi,
  work: (tx: Tx) => Promise<unknown>,
  ...calls: Calls
): Promise<{ [K in keyof Calls]: Answer }> {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = store.transact(async (tx) => {
    await work(tx)
    // A lock is not waited for; what is asked behind it is.
    await sql`select 1`.execute(tx)
    held.resolve()
    await free.promise
  })
  await Promise.race([held.promise, holding])
  const waits = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const begun: Promise<Answer>[] = []
  let ended = 0
  for (const call of calls) {
    begun.push(call().finally(() => ended++))
    await until(
      'every call waits or has its answer',
      async () => (await waits.execute(store.read)).rows.length + ended >= begun.length,
    )
  }
  free.resolve()
  await holding
  return Promise.all(begun) as Promise<{ [K in keyof Calls]: Answer }>
}
