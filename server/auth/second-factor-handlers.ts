import { authTexts } from '#contract/auth.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { type secondFactorEndpoints, secondFactorTexts } from '#contract/second-factor.ts'
import type { Log } from '#server/audit/log.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { accountOf } from './account-handlers.ts'
import { accountEntry, takeSecondFactor } from './accounts.ts'
import { confirmed, fault, tell } from './confirmed.ts'
import {
  dropSecondFactor,
  newRecoveryCodes,
  newSecret,
  proofOf,
  recoveryCodesLeft,
  secondFactorSince,
  spendProof,
  writeRecoveryCodes,
} from './second-factor.ts'
import { endSessionsOf } from './sessions.ts'

type Endpoints = typeof secondFactorEndpoints

/**
 * One's own second factor, and an administrator's way to remove that of another. A call that answers a secret is no
 * `write`: an Idempotency-Key would keep it.
 */
export const secondFactorHandlers = (store: Store): Handlers<Endpoints> => ({
  async secondFactor({ user: { id } }) {
    return {
      ukljucen_od: await secondFactorSince(store.read, id),
      rezervnih_kodova: await recoveryCodesLeft(store.read, id),
    }
  },

  offerSecondFactor: (call) => offer(store, call),

  confirmSecondFactor(call) {
    const { user, token, now } = call
    return withCode(store, call, 'Uključivanje potvrde u dva koraka', async () => {
      const { kodovi, hashes } = await newRecoveryCodes()
      return async (tx, log) => {
        const on = await tx
          .updateTable('korisnik')
          .set({ totp_od: now })
          .where('id', '=', user.id)
          .where('totp_od', 'is', null)
          .returning('id')
          .execute()
        if (on.length === 0) throw new Refusal('conflict', secondFactorTexts.already)
        await writeRecoveryCodes(tx, user.id, hashes)
        // The other sessions were opened by the password alone.
        await endSessionsOf(tx, user.id, token)
        await log([accountEntry('izmenjeno', user, 'Potvrda u dva koraka uključena')])
        return { kodovi, message: secondFactorTexts.on }
      }
    })
  },

  newRecoveryCodes(call) {
    const { user } = call
    return withCode(store, call, 'Novi rezervni kodovi', async () => {
      const { kodovi, hashes } = await newRecoveryCodes()
      return async (tx, log) => {
        if ((await secondFactorSince(tx, user.id)) === null) throw new Refusal('conflict', secondFactorTexts.none)
        await writeRecoveryCodes(tx, user.id, hashes)
        await log([accountEntry('izmenjeno', user, 'Novi rezervni kodovi')])
        return { kodovi, message: secondFactorTexts.newCodes }
      }
    })
  },

  endSecondFactor(call) {
    const { user } = call
    return withCode(store, call, 'Isključivanje potvrde u dva koraka', async () => async (tx, log) => {
      if (!(await dropSecondFactor(tx, user.id))) throw new Refusal('conflict', secondFactorTexts.none)
      await log([accountEntry('izmenjeno', user, 'Potvrda u dva koraka isključena')])
      return { message: secondFactorTexts.off }
    })
  },

  async removeSecondFactor({ params: { id }, user, write }) {
    // A stranger at an open session could otherwise remove it without password and code.
    if (id === user.id) throw new Refusal('conflict', secondFactorTexts.own)
    await write(async (tx, log) => {
      if (!(await takeSecondFactor(tx, log, await accountOf(tx, id))))
        throw new Refusal('conflict', secondFactorTexts.none)
    })
    return { message: secondFactorTexts.removed }
  },
})

type Offer = Endpoints['offerSecondFactor']

/**
 * A new secret for an account without a confirmed one. The login asks for codes only after the first right one.
 */
function offer(store: Store, call: Call<Offer>): Promise<ReplyOf<Offer>> {
  const { user, body, writeApart } = call
  const typed = { field: 'password', password: body.password, act: 'Uključivanje potvrde u dva koraka' }
  return confirmed(store, call, typed, (verified) =>
    writeApart(async (tx) => {
      await verified(tx)
      const offered = newSecret(user.email)
      const written = await tx
        .updateTable('korisnik')
        .set({ totp_tajna: offered.tajna, totp_korak: 0 })
        .where('id', '=', user.id)
        .where('totp_od', 'is', null)
        .returning('id')
        .execute()
      if (written.length === 0) throw new Refusal('conflict', secondFactorTexts.already)
      return offered
    }),
  )
}

type CodeCall = Pick<
  Call<Endpoints['endSecondFactor']> & { body: BodyOf<Endpoints['endSecondFactor']> },
  'user' | 'token' | 'now' | 'body' | 'writeApart'
>

/**
 * Does the act of `prepare` if password and code are both right; tries of both are counted together. If one is wrong,
 * the trail has `act`.
 */
function withCode<T>(
  store: Store,
  call: CodeCall,
  act: string,
  prepare: () => Promise<(tx: Tx, log: Log) => Promise<T>>,
): Promise<T> {
  const { user, now, writeApart } = call
  const { password, code } = call.body
  return confirmed(store, call, { field: 'password', password, act }, async (verified) => {
    const wrong = fault('code', authTexts.wrongCode)
    try {
      const proof = await proofOf(store.read, user.id, code, now)
      if (!proof) throw wrong
      const work = await prepare()
      return await writeApart(async (tx, log) => {
        await verified(tx)
        if (!(await spendProof(tx, user.id, proof))) throw wrong
        return work(tx, log)
      })
    } catch (error) {
      if (error === wrong) await store.transact((tx) => tell(tx, user, now, { radnja: 'odbijeno', sazetak: act }))
      throw error
    }
  })
}
