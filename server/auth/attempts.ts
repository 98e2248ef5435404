import { createHash } from 'node:crypto'
import { authTexts } from '#contract/auth.ts'
import { postaTexts } from '#contract/posta.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { TryAgain } from '#server/refusal.ts'
import { knownDevice } from './tokens.ts'

const turns = new Map<string, Promise<unknown>>()

/**
 * Runs `work` after all earlier work under the same key. So none of many logins at once, of one account and from one
 * address, is refused because others, which will succeed, are still being counted.
 */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(key, turn)
  const leave = () => {
    if (turns.get(key) === turn) turns.delete(key)
  }
  turn.then(leave, leave)
  return turn
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * How many tries may reach the password hash, and in what time (ASVS 6.3.1, 2.4.1). Counted in the database, so that all
 * instances share it. A login that succeeds is taken out of the count again.
 */
const LIMITS = {
  /** One account from one address, from one device that it knows, or in one of its sessions (second factors too). */
  own: { max: 10, windowMs: 15 * MINUTE_MS },
  /** One account from all addresses from which it never logged in: many machines that guess one password. */
  account: { max: 100, windowMs: HOUR_MS },
  /** All calls of one address without a session: logins to any account, registrations, one-time links, mails. */
  address: { max: 150, windowMs: 15 * MINUTE_MS },
  /** Mails to one address, whether it has an account or not. */
  mail: { max: 5, windowMs: HOUR_MS },
} as const
/** An address from which an account logged in is known that long: guesses from elsewhere do not shut it out. */
const KNOWN_MS = 90 * DAY_MS

type Budget = { readonly kljuc: string; readonly max: number; readonly windowMs: number }
/**
 * The budgets that a try counts in; `succeeded` gives it back. `here` is the caller's budget, `known` the address that
 * the account knows after a success.
 */
export type Attempt = { readonly budgets: readonly Budget[]; readonly here: string; readonly known: string | null }

/** The table holds no address and no e-mail: a password may have been typed into the wrong field. */
const hashOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
const budget = (kind: keyof typeof LIMITS, ...parts: string[]): Budget => ({
  kljuc: hashOf(kind, ...parts),
  ...LIMITS[kind],
})

/**
 * The budgets of a login to an account: `device` is the token that the browser got with an earlier login. A device that
 * the account knows has a count of its own, so that nobody can shut the owner out.
 */
export async function attemptOf(
  db: Db,
  { account, network, device }: { account: string; network: string; device: string },
  now: number,
): Promise<Attempt> {
  const knownDeviceHash = await knownDevice(db, account, device, now)
  if (knownDeviceHash) return attemptBy(account, knownDeviceHash)
  const here = budget('own', account, network)
  const known = hashOf('known', account, network)
  const isKnown = await db
    .selectFrom('pokusaj')
    .select('kljuc')
    .where('kljuc', '=', known)
    .where('istice', '>', now)
    .executeTakeFirst()
  const elsewhere = isKnown ? [] : [budget('account', account)]
  return { budgets: [here, ...elsewhere, budget('address', network)], here: here.kljuc, known }
}

/** The budgets of a try by a logged-in user: `by` is the session. */
export function attemptBy(account: string, by: string): Attempt {
  const own = budget('own', account, by)
  return { budgets: [own], here: own.kljuc, known: null }
}

/** Counts a try before its password is hashed. Refuses with 429 when there were too many. */
export const countAttempt = (store: Store, { budgets }: Attempt, now: number): Promise<void> =>
  spend(store, budgets, now)

/** Counts a registration, or a look at a one-time link or its use. Refuses with 429 when there were too many. */
export const countAddress = (store: Store, address: string, now: number): Promise<void> =>
  spend(store, [budget('address', address)], now)

/** Counts a request for a mail, of an address without an account too. Refuses with 429 when there were too many. */
export const countMail = (store: Store, account: string, address: string, now: number): Promise<void> =>
  spend(store, [budget('mail', account), budget('address', address)], now, postaTexts.tooMany)

/** The password was right, and the code is still to come: of the caller's tries only this one is forgotten. */
export async function giveBack(tx: Tx, { budgets }: Attempt, forgotten = ''): Promise<void> {
  for (const { kljuc } of inOrder(budgets)) {
    if (kljuc === forgotten) await tx.deleteFrom('pokusaj').where('kljuc', '=', kljuc).execute()
    else
      await tx
        .updateTable('pokusaj')
        .set((row) => ({ broj: row('broj', '-', 1) }))
        .where('kljuc', '=', kljuc)
        .where('broj', '>', 0)
        .execute()
  }
}

/** The caller has proved who he is: his tries are forgotten, and the account knows the address from now on. */
export async function succeeded(tx: Tx, attempt: Attempt, now: number): Promise<void> {
  const { here, known } = attempt
  await giveBack(tx, attempt, here)
  if (known === null) return
  await tx
    .insertInto('pokusaj')
    .values({ kljuc: known, broj: 0, istice: now + KNOWN_MS })
    .onConflict((conflict) => conflict.column('kljuc').doUpdateSet({ istice: now + KNOWN_MS }))
    .execute()
}

/** One order for everybody, so that no two transactions wait for each other. */
const inOrder = (budgets: readonly Budget[]) => budgets.toSorted((a, b) => (a.kljuc < b.kljuc ? -1 : 1))

async function spend(
  store: Store,
  budgets: readonly Budget[],
  now: number,
  sentence: string = authTexts.tooMany,
): Promise<void> {
  // A try beyond the limit costs one read and nothing more.
  const spent = await store.read
    .selectFrom('pokusaj')
    .select(['kljuc', 'broj', 'istice'])
    .where(
      'kljuc',
      'in',
      budgets.map(({ kljuc }) => kljuc),
    )
    .where('istice', '>', now)
    .execute()
  const full = spent.filter(({ kljuc, broj }) => broj >= (budgets.find((one) => one.kljuc === kljuc)?.max ?? 0))
  if (full.length > 0) throw tooMany(sentence, Math.max(...full.map(({ istice }) => istice)), now)
  await store.transact(async (tx) => {
    await tx.deleteFrom('pokusaj').where('istice', '<=', now).execute()
    for (const { kljuc, max, windowMs } of inOrder(budgets)) {
      const { broj, istice } = await tx
        .insertInto('pokusaj')
        .values({ kljuc, broj: 1, istice: now + windowMs })
        .onConflict((conflict) =>
          conflict.column('kljuc').doUpdateSet((row) => ({ broj: row('pokusaj.broj', '+', 1) })),
        )
        .returning(['broj', 'istice'])
        .executeTakeFirstOrThrow()
      // Refusing takes the transaction back: a try that is turned away is not counted.
      if (broj > max) throw tooMany(sentence, istice, now)
    }
  })
}

/** The refusal until the window of the counted tries ends. */
const tooMany = (sentence: string, istice: number, now: number) =>
  new TryAgain('too_many', sentence, Math.ceil((istice - now) / 1000))
