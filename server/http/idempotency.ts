import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import { IDEMPOTENCY_KEY_DAYS, MAX_IDEMPOTENCY_KEY_CHARACTERS } from '#contract/limits.ts'
import type { Part } from '#server/audit/log.ts'
import { engineOf, update } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { TransactOptions } from '#server/db/transactions.ts'
import { answerOrThrow, type Outcome, shared, type Together } from '#server/db/work.ts'
import { Refusal } from '#server/refusal.ts'

/** One call's part of a transaction. */
type KeyedPart<Input> = Part<Input> & {
  /** What the user did under which key, and what exactly he asked for; null without a key. */
  readonly keyed: {
    readonly userId: number
    readonly key: string
    readonly request: string
    readonly now: number
  } | null
  /**
   * His session by its key in the table, and the clock by which it is over, or the key of a program; it is looked at
   * again in the transaction.
   */
  readonly session: { readonly id: string; now(): number; readonly program: boolean } | null
}

type Session = NonNullable<KeyedPart<unknown>['session']>

const answerKeys = update('idempotencija', { korisnik_id: 'int', kljuc: 'text' }, { odgovor: 'text' })
const DAY_MS = 24 * 60 * 60 * 1000

/** What says when the part has its turn. */
export type Turn = Pick<TransactOptions, 'day' | 'bytes' | 'isGone'>

type Known = { zahtev_hash: string | null; odgovor: string | null }
/**
 * Whether the session still stands where its work is written, and what is known of the key: a body may be three minutes
 * on its way, and who was sent away meanwhile writes nothing. Locked, on PostgreSQL, so that its end waits for the commit.
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
const FORGET = statement<never, [oldest: number]>(() => sql`delete from idempotencija where napravljen < ${0}`, {
  unanswered: true,
})

/**
 * Does `part` in a transaction, with what waits for the same `together`, at most once per user and key (`eachOnce`). A
 * document that is saved has its `day` (server/db/transactions.ts).
 */
export async function once<Input, T>(
  store: Store,
  together: Together<Part<Input>, T>,
  part: KeyedPart<Input>,
  turn: Turn,
): Promise<T> {
  const work = shared(eachOnce(together), part, together)
  if (!part.keyed) return store.transact(work, turn)
  if (part.keyed.key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS) {
    throw new Refusal('invalid', `Idempotency-Key: najviše ${MAX_IDEMPOTENCY_KEY_CHARACTERS} znakova.`)
  }
  // Whoever looks for the key first may begin again at any time: what was committed is found.
  const attempt = () => store.transact(work, { ...turn, repeatable: true })
  try {
    return await attempt()
  } catch (error) {
    // The twin has committed meanwhile: the second look finds its answer.
    if (store.engine.isUniqueViolation(error)) return attempt()
    throw error
  }
}

/**
 * Does each part at most once per user and key: the answer is stored in the same transaction, and the same key with the
 * same request is answered from there. The same key with another request is refused. Keys are forgotten after some days.
 */
const eachOnce =
  <Input, T>(together: Together<Part<Input>, T>): Together<KeyedPart<Input>, T> =>
  async (tx, parts) => {
    const outcomes: Outcome<T>[] = []
    const open: { part: KeyedPart<Input>; at: number }[] = []
    for (const [at, part] of parts.entries()) {
      const known = await claim(tx, part)
      if (known) outcomes[at] = known as Outcome<T>
      else open.push({ part, at })
    }
    if (open.length === 0) return outcomes
    const done = await together(
      tx,
      open.map(({ part }) => part),
    )
    const answers = open.flatMap(({ part: { keyed }, at }, index) => {
      const outcome = done[index] as Outcome<T>
      outcomes[at] = outcome
      if (!keyed) return []
      // A refusal must undo its key too, or a retry would find the key without an answer: this throws, and all is undone.
      const answer = answerOrThrow(outcome)
      return [{ korisnik_id: keyed.userId, kljuc: keyed.key, odgovor: JSON.stringify(answer ?? null) }]
    })
    await engineOf(tx).write(tx, [answerKeys(answers)])
    return outcomes
  }

/** Looks whether the session stands and the key was used: answers what came of it, or null where the work is to be done. */
async function claim(tx: Tx, { keyed, session }: KeyedPart<unknown>): Promise<Outcome<unknown> | null> {
  const oldest = (keyed?.now ?? 0) - IDEMPOTENCY_KEY_DAYS * DAY_MS
  const [known] = session ? await stands(tx, session, keyed?.key ?? '', oldest) : [NOTHING]
  if (!known) return { error: new Refusal('unauthorized', sentences.unauthorized) }
  if (!keyed) return null
  const { userId, key, request, now } = keyed
  const zahtev_hash = createHash('sha256').update(request).digest('hex')
  if (known.zahtev_hash !== null && known.odgovor !== null) {
    // A twin beside it in one transaction: alone, the second finds the answer of the first.
    if (known.odgovor === '') throw new Error('the same key twice in one transaction')
    if (known.zahtev_hash !== zahtev_hash) return { error: new Refusal('conflict', sentences.keyReused) }
    return { answer: JSON.parse(known.odgovor) }
  }
  await FORGET(tx, oldest)
  // The key comes first, so that on PostgreSQL a twin request waits here instead of doing the work a second time.
  await tx
    .insertInto('idempotencija')
    .values({ korisnik_id: userId, kljuc: key, zahtev_hash, odgovor: '', napravljen: now })
    .execute()
  return null
}
const stands = (tx: Tx, { id, now, program }: Session, key: string, oldest: number) =>
  program ? KEY_STANDS(tx, key, oldest, id) : STANDS(tx, key, oldest, id, now())

const NOTHING: Known = { zahtev_hash: null, odgovor: null }
