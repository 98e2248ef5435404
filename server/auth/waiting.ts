import { MAX_WAITING_SHOWN } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** The accounts that nobody has let in yet, the newest first, and how many there are. */
export async function waitingAccounts(db: Db) {
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
