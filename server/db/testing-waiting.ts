import type { Store } from './open.ts'
import { DOCUMENTS_AT_ONCE } from './transactions.ts'

/**
 * Answers what `start` answers: whatever documents it saves wait for each other, because others are being saved until
 * `started` says that all of them do.
 */
export async function whileOthersSave<T>(
  { transact }: Pick<Store, 'transact'>,
  start: () => Promise<T>,
  started: () => Promise<void> = async () => undefined,
): Promise<T> {
  const held = Promise.withResolvers<void>()
  const holding = Array.from({ length: DOCUMENTS_AT_ONCE }, () => transact(() => held.promise, { day: '0' }))
  const done = start()
  await started()
  held.resolve()
  await Promise.all(holding)
  return done
}
