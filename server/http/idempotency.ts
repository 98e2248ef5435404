import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { IDEMPOTENCY_KEY_DAYS, MAX_IDEMPOTENCY_KEY_CHARACTERS } from '#contract/limits.ts'
import { engineOf, update } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import { Refusal } from '#server/refusal.ts'

/** A key of a user, with the exact request that was made under it. */
export type Keyed = {
  readonly userId: number
  readonly key: string
  readonly request: string
  readonly now: number
}
/**
 * The session by its key in the table, with the clock that ends it, or the key of a program. It is checked again in the
 * transaction.
 */
export type HeldSession = { readonly id: string; now(): number; readonly program: boolean }

const answerKeys = update('idempotencija', { korisnik_id: 'int', kljuc: 'text' }, { odgovor: 'text' })
const DAY_MS = 24 * 60 * 60 * 1000

type Known = { zahtev_hash: string | null; odgovor: string | null }
/**
 * Looks up the session in the transaction that writes, and the stored answer of the key. A body may be three minutes on
 * its way, and a session that ended meanwhile writes nothing. On PostgreSQL the row is locked, so that the end of the
 * session waits for the commit.
 */
const STANDS = statement<Known, [key: string, oldest: number, session: string, now: number]>(
  ({ locksRows }) => sql`
    select i.zahtev_hash, i.odgovor from sesija s join korisnik k on k.id = s.korisnik_id
    left join idempotencija i on i.korisnik_id = k.id and i.kljuc = ${''} and i.napravljen >= ${0}
    where s.token_hash = ${''} and s.istice > ${0} and k.iskljucen = 0 ${locksRows ? sql`for key share of s` : sql``}`,
)
/** The same of the key of a program. */
const KEY_STANDS = statement<Known, [key: string, oldest: number, token_hash: string]>(
  ({ locksRows }) => sql`
    select i.zahtev_hash, i.odgovor from kljuc s join korisnik k on k.id = s.korisnik_id
    left join idempotencija i on i.korisnik_id = k.id and i.kljuc = ${''} and i.napravljen >= ${0}
    where s.token_hash = ${''} and k.iskljucen = 0 ${locksRows ? sql`for key share of s` : sql``}`,
)
const FORGET = statement<never, [oldest: number]>(() => sql`delete from idempotencija where napravljen < ${0}`)

/**
 * Does `work` in a transaction of a valid session, at most once per user and key. The answer is stored in the same
 * transaction, and a repeated request with the key gets that answer. The same key with another request is refused. Keys
 * are forgotten after some days. Without a key the work is done each time.
 */
export async function once<T>(
  { transact, engine }: Pick<Store, 'transact' | 'engine'>,
  session: HeldSession | null,
  keyed: Keyed | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!keyed)
    return transact(async (tx) => {
      await known(tx, session, null)
      return work(tx)
    })
  if (keyed.key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS) {
    throw new Refusal('invalid', `Idempotency-Key: najviše ${MAX_IDEMPOTENCY_KEY_CHARACTERS} znakova.`)
  }
  // Work that looks for its key first may begin again at any time: it finds what was committed.
  const attempt = () => transact((tx) => unlessDone(tx, session, keyed, work), { repeatable: true })
  try {
    return await attempt()
  } catch (error) {
    // The twin request has committed meanwhile: the second look finds its answer.
    if (engine.isUniqueViolation(error)) return attempt()
    throw error
  }
}

async function unlessDone<T>(
  tx: Tx,
  session: HeldSession | null,
  keyed: Keyed,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { userId: korisnik_id, key: kljuc, request, now: napravljen } = keyed
  const zahtev_hash = createHash('sha256').update(request).digest('hex')
  const before = await known(tx, session, keyed)
  if (before.zahtev_hash !== null && before.odgovor !== null) {
    if (before.zahtev_hash !== zahtev_hash) throw new Refusal('conflict', sentences.keyReused)
    return JSON.parse(before.odgovor)
  }
  await FORGET(tx, oldestOf(keyed))
  // The key is written first, so that on PostgreSQL a twin request waits here and does not do the work a second time.
  await tx.insertInto('idempotencija').values({ korisnik_id, kljuc, zahtev_hash, odgovor: '', napravljen }).execute()
  const answer = await work(tx)
  const odgovor = JSON.stringify(answer ?? null)
  await engineOf(tx).write(tx, [answerKeys([{ korisnik_id, kljuc, odgovor }])])
  return answer
}

/** The stored request and answer of the key. Refuses a session that has ended meanwhile. */
async function known(tx: Tx, session: HeldSession | null, keyed: Keyed | null): Promise<Known> {
  if (!session) return { zahtev_hash: null, odgovor: null }
  const { id, now, program } = session
  const key = keyed?.key ?? ''
  const oldest = keyed ? oldestOf(keyed) : 0
  const [found] = await (program ? KEY_STANDS(tx, key, oldest, id) : STANDS(tx, key, oldest, id, now()))
  if (!found) throw new Refusal('unauthorized', sentences.unauthorized)
  return found
}

const oldestOf = ({ now }: Keyed) => now - IDEMPOTENCY_KEY_DAYS * DAY_MS
