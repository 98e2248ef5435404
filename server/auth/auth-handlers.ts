import { type authEndpoints, authTexts } from '#contract/auth.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { sentences } from '#contract/errors.ts'
import { MAX_WAITING_SHOWN } from '#contract/limits.ts'
import { ULOGE } from '#contract/roles.ts'
import type { Config } from '#server/config.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { networkOf } from '#server/http/client.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { accountHandlers } from './account-handlers.ts'
import {
  accountEntry,
  accountKey,
  findAccount,
  from,
  NOBODY,
  newRole,
  withAddress,
  writeIfVerified,
} from './accounts.ts'
import { attemptOf, countAddress, countAttempt, giveBack, inTurn, succeeded } from './attempts.ts'
import { confirmed, fault, tell, weak } from './confirmed.ts'
import { isGuessable } from './guessable.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { proofOf, recoveryCodesLeft, spendProof } from './second-factor.ts'
import { endSession, endSessionById, endSessionsOf, sessionsOf, startSession } from './sessions.ts'
import { endLinksOf, rememberDevice } from './tokens.ts'

/** The accounts that nobody has let in yet, the newest first, and how many there are. */
async function waitingAccounts(db: Db) {
  const waiting = db.selectFrom('korisnik').where('ceka_odobrenje', '=', 1).where('iskljucen', '=', 0)
  const accounts = await waiting
    .select(['id', 'email', 'napravljen'])
    .orderBy('id', 'desc')
    .limit(MAX_WAITING_SHOWN)
    .execute()
  const { total } = await waiting.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { accounts, total: Number(total) }
}

/** Lets an account in that waits; undefined where none with this number does. */
export const approve = (tx: Tx, id: number) =>
  tx
    .updateTable('korisnik')
    .set({ ceka_odobrenje: 0 })
    .where('id', '=', id)
    .where('ceka_odobrenje', '=', 1)
    .where('iskljucen', '=', 0)
    .returning(['id', 'email'])
    .executeTakeFirst()

/** Removes an account that waits: nobody has ever come in with it, and its e-mail is free for its owner again. */
export const reject = (tx: Tx, id: number) =>
  tx
    .deleteFrom('korisnik')
    .where('id', '=', id)
    .where('ceka_odobrenje', '=', 1)
    .returning(['id', 'email'])
    .executeTakeFirst()

type Rules = Pick<Config, 'registration'> & Partial<Pick<Config, 'weakPasswords' | 'secondFactor'>>

/** The calls of login, registration and the account itself (spec §5 Login and register, §7 Authentication). */
export const authHandlers = (store: Store, rules: Rules): Handlers<typeof authEndpoints> => ({
  async me({ user: { id } }) {
    const { lozinka_vazi_do, totp_od, program, ...user } = await store.read
      .selectFrom('korisnik')
      .select(['email', 'ime', 'uloga', 'lozinka_vazi_do', 'totp_od', 'program'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const waits = rules.secondFactor === 'required' && totp_od === null && program === 0
    return {
      user: {
        ...user,
        ...(lozinka_vazi_do === null ? {} : { lozinka_vazi_do }),
        ...(waits && { ceka_drugi_korak: true as const }),
      },
    }
  },

  async register({ body: { email, password }, write, now, client }) {
    assertMayRegister(rules.registration, email)
    const ceka_odobrenje = rules.registration === 'open' ? 0 : 1
    // An account that waits may be a stranger's, also the first: whoever lets the first one in makes him administrator.
    const role = ceka_odobrenje ? ULOGE[0] : newRole
    if (rules.weakPasswords === 'refuse' && (await isGuessable(password, email))) throw weak('password')
    await countAddress(store, networkOf(client.address), now)
    const lozinka = await hashPassword(password)
    return write(async (tx, log) => {
      const added = await tx
        .insertInto('korisnik')
        .values({ email, email_kljuc: accountKey(email), lozinka, ceka_odobrenje, uloga: role, napravljen: now })
        .onConflict((conflict) => conflict.column('email_kljuc').doNothing())
        .returning(['id', 'email', 'ime', 'uloga'])
        .executeTakeFirst()
      if (!added) throw new Refusal('conflict', authTexts.exists)
      await log([accountEntry('dodato', added, from(client), added)])
      const { ime, uloga } = added
      return { user: { email, ime, uloga } }
    })
  },

  login: (call) => logIn(store, call),

  async logout({ user, token, write }) {
    await write(async (tx, log) => {
      await endSession(tx, token)
      await log([accountEntry('odjava', user, '')])
    })
    return { message: 'Odjavljeni ste.' }
  },

  ...sessionHandlers(store),
  ...accountHandlers(store),

  listWaiting: () => waitingAccounts(store.read),

  async approveAccount({ params: { id }, write }) {
    await write(async (tx, log) => log([accountEntry('izmenjeno', await existing(approve(tx, id)), 'Nalog odobren')]))
    return { message: authTexts.approved }
  },

  async rejectAccount({ params: { id }, write }) {
    await write(async (tx, log) => log([accountEntry('obrisano', await existing(reject(tx, id)), 'Nalog odbijen')]))
    return { message: authTexts.rejected }
  },
})

async function logIn(
  store: Store,
  { body: { email, password, device = '', code = '' }, write, now, client }: Call<(typeof authEndpoints)['login']>,
): Promise<ReplyOf<(typeof authEndpoints)['login']>> {
  const network = networkOf(client.address)
  const attempt = await attemptOf(store.read, { account: accountKey(email), network, device }, now)
  return inTurn(attempt.here, async () => {
    await countAttempt(store, attempt, now)
    const account = await findAccount(store.read, email)
    const right = await verifyPassword(password, account?.lozinka)
    const refuse = async (refusal: Refusal, sazetak: string) => {
      // The trail does not name an unknown account: the text typed as an e-mail may be a password.
      const who = account ?? NOBODY
      await write((_, log) => log([accountEntry('odbijeno', who, sazetak, who)]))
      throw refusal
    }
    if (!account || !right || !account.mayLogIn(now))
      return refuse(new Refusal('unauthorized', authTexts.wrong), from(client))
    if (account.ceka_odobrenje === 1) return refuse(new Refusal('forbidden', authTexts.waiting), from(client))
    if (account.totp_od !== null && !code) {
      await store.transact((tx) => giveBack(tx, attempt))
      throw ofCode(authTexts.codeWanted)
    }
    const proof = account.totp_od === null ? null : await proofOf(store.read, account.id, code, now)
    const refuseCode = () => refuse(ofCode(authTexts.wrongCode), withAddress('Pogrešan kod', client))
    if (account.totp_od !== null && !proof) return refuseCode()
    const lozinka = isOutdated(account.lozinka) ? await hashPassword(password) : account.lozinka
    const entered = await write(async (tx, log) => {
      if (!(await writeIfVerified(tx, account, { lozinka }))) throw new Refusal('unauthorized', authTexts.wrong)
      if (proof && !(await spendProof(tx, account.id, proof))) return null
      await succeeded(tx, attempt, now)
      const recovery = proof && 'hash' in proof ? `Rezervni kod, ostalo ${await recoveryCodesLeft(tx, account.id)}` : ''
      await log([accountEntry('prijava', account, withAddress(recovery, client), account)])
      return {
        token: await startSession(tx, account.id, now, { ...client, until: account.lozinka_vazi_do }),
        device: await rememberDevice(tx, account.id, device, now),
      }
    })
    return entered ?? refuseCode()
  })
}

/** The refusal of a login with the right password and no right code yet; its field asks for the code. */
const ofCode = (message: string) => new Refusal('unauthorized', message, 'code')

function assertMayRegister(registration: Config['registration'], email: string) {
  if (registration === 'open') return
  if (registration === 'closed') throw new Refusal('forbidden', authTexts.closed)
  const domain = accountKey(email).split('@').at(-1) ?? ''
  if (!registration.includes(domain)) throw new Refusal('forbidden', authTexts.domain)
}

type Calls = 'changePassword' | 'listSessions' | 'endSession' | 'endOtherSessions'

/** The calls about the user's own sessions, and about his password, which ends them all. */
const sessionHandlers = (store: Store): Pick<Handlers<typeof authEndpoints>, Calls> => ({
  async changePassword(call) {
    const { user, body, token, now, client } = call
    const { currentPassword, newPassword } = body
    if (newPassword === currentPassword) throw fault('newPassword', authTexts.unchanged)
    if (await isGuessable(newPassword, user.email)) throw weak('newPassword')
    const typed = { field: 'currentPassword', password: currentPassword, act: 'Nova lozinka' }
    return confirmed(store, call, typed, async (verified) => {
      const lozinka = await hashPassword(newPassword)
      // Not `write`: an Idempotency-Key would keep a quick hash of the request, which holds both passwords.
      return store.transact(async (tx) => {
        await verified(tx, { lozinka, lozinka_vazi_do: null })
        if (!(await endSession(tx, token))) throw new Refusal('unauthorized', sentences.unauthorized)
        await endSessionsOf(tx, user.id)
        await endLinksOf(tx, user.id)
        await tell(tx, user, now, { radnja: 'izmenjeno', sazetak: 'Nova lozinka' })
        return { message: authTexts.changed, token: await startSession(tx, user.id, now, client) }
      })
    })
  },

  listSessions: async ({ user, token, now }) => ({ sessions: await sessionsOf(store.read, user.id, token, now) }),

  async endSession(call) {
    const { user, params } = call
    await ended(store, call, { act: 'Odjava jedne sesije', done: 'Odjavljena jedna sesija' }, async (tx) => {
      if (!(await endSessionById(tx, user.id, params.id))) throw new Refusal('not_found', sentences.notFound)
    })
    return { message: authTexts.sessionEnded }
  },

  async endOtherSessions(call) {
    const { user, token } = call
    await ended(store, call, { act: 'Odjava ostalih sesija', done: 'Odjavljene sve ostale sesije' }, (tx) =>
      endSessionsOf(tx, user.id, token),
    )
    return { message: authTexts.othersEnded }
  },
})

type OtherCall = Parameters<Handlers<typeof authEndpoints>['endOtherSessions']>[0]
type Ending = Pick<OtherCall, 'user' | 'token' | 'now' | 'body' | 'write'>

/** Ends sessions where the password is right; the trail has `act` where it is wrong, `sazetak` where they ended. */
const ended = (
  store: Store,
  call: Ending,
  { act, done }: { act: string; done: string },
  end: (tx: Tx) => Promise<unknown>,
) =>
  confirmed(store, call, { field: 'password', password: call.body.password, act }, (verified) =>
    call.write(async (tx, log) => {
      await verified(tx)
      await end(tx)
      await log([accountEntry('odjava', call.user, done)])
    }),
  )
