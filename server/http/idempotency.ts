import { createHash } from 'node:crypto'
import { sentences } from '#contract/errors.ts'
import { IDEMPOTENCY_KEY_DAYS, MAX_IDEMPOTENCY_KEY_CHARACTERS } from '#contract/limits.ts'
import type { Store, Tx } from '#server/db/open.ts'
import { Refusal } from './refusal.ts'

type Keyed = { userId: number; key: string; request: string; now: number; day?: string | undefined }

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Runs `work` in a transaction at most once per user and key: its answer is stored in the same transaction, and the
 * same key with the same request is answered from there. The same key with another request is refused. Keys are
 * forgotten after some days.
 */
export async function once<T>(
  store: Store,
  { userId, key, request, now, day }: Keyed,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS) {
    throw new Refusal('invalid', `Idempotency-Key: najviše ${MAX_IDEMPOTENCY_KEY_CHARACTERS} znakova.`)
  }
  const zahtev_hash = createHash('sha256').update(request).digest('hex')
  const oldest = now - IDEMPOTENCY_KEY_DAYS * DAY_MS
  // Whoever looks for the key first may begin again at any time: what was committed is found.
  const attempt = () =>
    store.transact(
      async (tx) => {
        const known = await tx
          .selectFrom('idempotencija')
          .select(['zahtev_hash', 'odgovor'])
          .where('korisnik_id', '=', userId)
          .where('kljuc', '=', key)
          .where('napravljen', '>=', oldest)
          .executeTakeFirst()
        if (known) {
          if (known.zahtev_hash !== zahtev_hash) throw new Refusal('conflict', sentences.keyReused)
          return JSON.parse(known.odgovor) as T
        }
        await tx.deleteFrom('idempotencija').where('napravljen', '<', oldest).execute()
        // The key comes first, so that on PostgreSQL a twin request waits here instead of doing the work a second time.
        await tx
          .insertInto('idempotencija')
          .values({ korisnik_id: userId, kljuc: key, zahtev_hash, odgovor: '', napravljen: now })
          .execute()
        const answer = await work(tx)
        await tx
          .updateTable('idempotencija')
          .set({ odgovor: JSON.stringify(answer ?? null) })
          .where('korisnik_id', '=', userId)
          .where('kljuc', '=', key)
          .execute()
        return answer
      },
      { repeatable: true, day },
    )
  try {
    return await attempt()
  } catch (error) {
    // The twin has committed meanwhile: the second look finds its answer.
    if (!(error instanceof Refusal) && store.engine.isUniqueViolation(error)) return attempt()
    throw error
  }
}
