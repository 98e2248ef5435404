import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { IDEMPOTENCY_KEY_DAYS, MAX_IDEMPOTENCY_KEY_CHARACTERS } from '#contract/limits.ts'
import { update } from '#server/db/engine.ts'
import type { Store, Tx } from '#server/db/open.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from './refusal.ts'

type Keyed = { userId: number; key: string; request: string; now: number; day?: string | undefined }

const KEY = { korisnik_id: 'int', kljuc: 'text' } as const
const FORGET = statement<never, [oldest: number]>(
  () => sql`delete from idempotencija where napravljen < ${0}`,
  'unanswered',
)
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
        await FORGET(tx, oldest)
        // The key comes first, so that on PostgreSQL a twin request waits here instead of doing the work a second time.
        await tx
          .insertInto('idempotencija')
          .values({ korisnik_id: userId, kljuc: key, zahtev_hash, odgovor: '', napravljen: now })
          .execute()
        const answer = await work(tx)
        const row = { korisnik_id: userId, kljuc: key, odgovor: JSON.stringify(answer ?? null) }
        await store.engine.write(tx, [update('idempotencija', KEY, { odgovor: 'text' }, [row])])
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
