import { type keyEndpoints, keyTexts, PRAVA } from '#contract/keys.ts'
import type { Uloga } from '#contract/roles.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { accountEntry } from './accounts.ts'
import { newKey, tokenHash } from './tokens.ts'

/** The text in place of a program's e-mail: no address, so that nobody logs in with it. */
const emailOf = (naziv: string) => `${naziv} (program)`

/** The account of a program, which outlives its keys: the trail knows it by one number. */
const programOf = (tx: Tx, naziv: string, uloga: Uloga, now: number) =>
  tx
    .insertInto('korisnik')
    .values({
      ...{ email: emailOf(naziv), email_kljuc: emailOf(naziv).toLowerCase(), lozinka: '', ime: naziv },
      ...{ uloga, program: 1, napravljen: now },
    })
    .onConflict((conflict) =>
      conflict
        .column('email_kljuc')
        .doUpdateSet({ email: emailOf(naziv), ime: naziv, uloga, iskljucen: 0 })
        .where('korisnik.program', '=', 1),
    )
    .returning(['id', 'email'])
    .executeTakeFirst()

/** Keys of programs. The call that makes one is no `write`: an Idempotency-Key would keep it. */
export const keyHandlers = (store: Store): Handlers<typeof keyEndpoints> => ({
  async listKeys() {
    const keys = await store.read
      .selectFrom('kljuc as s')
      .innerJoin('korisnik as k', 'k.id', 's.korisnik_id')
      .select(['k.id', 'k.ime as naziv', 'k.uloga', 's.napravljen', 's.koriscen', 's.poslednja_adresa'])
      .orderBy('k.email_kljuc')
      .execute()
    return {
      keys: keys.map(({ uloga, ...key }) => ({ ...key, pravo: PRAVA.find((pravo) => pravo === uloga) ?? PRAVA[0] })),
    }
  },

  createKey({ body: { naziv, pravo }, now, writeApart }) {
    return writeApart(async (tx, log) => {
      const program = await programOf(tx, naziv, pravo, now)
      const kljuc = newKey()
      const added =
        program &&
        (await tx
          .insertInto('kljuc')
          .values({ korisnik_id: program.id, token_hash: tokenHash(kljuc), napravljen: now })
          .onConflict((conflict) => conflict.column('korisnik_id').doNothing())
          .returning('korisnik_id')
          .executeTakeFirst())
      if (!added) throw new Refusal('conflict', keyTexts.taken)
      await log([accountEntry('dodato', program, `Novi ključ. Pravo: ${pravo}`)])
      return { kljuc }
    })
  },

  async revokeKey({ params: { id }, write }) {
    await write(async (tx, log) => {
      await existing(tx.deleteFrom('kljuc').where('korisnik_id', '=', id).returning('korisnik_id').executeTakeFirst())
      const shut = tx.updateTable('korisnik').set({ iskljucen: 1 }).where('id', '=', id).returning(['id', 'email'])
      await log([accountEntry('obrisano', await shut.executeTakeFirstOrThrow(), 'Ključ ukinut')])
    })
    return { message: keyTexts.revoked }
  },
})
