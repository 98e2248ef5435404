import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { type Verdict, verify } from './verify.ts'

/** Recomputes everything from the documents and holds it against what is stored. */
export async function assertBooks({ store }: { readonly store: Store }): Promise<void> {
  const verdict = await verify(store.read)
  assert.equal(verdict.ok, true, JSON.stringify(verdict))
}

class Undo extends Error {}

/** What verify says of the books with this damage (statements apart by `;`), which is undone again. */
export async function verdictAfter({ store }: { readonly store: Store }, damage: string): Promise<Verdict> {
  let verdict: Verdict | undefined
  const spoil = async (tx: Tx) => {
    if (store.engine.name === 'sqlite') {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await sql`pragma ignore_check_constraints = on`.execute(tx)
    } else await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of damage.split(';')) await sql.raw(statement).execute(tx)
    if (store.engine.name === 'sqlite') await sql`pragma ignore_check_constraints = off`.execute(tx)
    verdict = await verify(tx)
    throw new Undo()
  }
  await assert.rejects(store.transact(spoil), Undo)
  return verdict as Verdict
}

/**
 * The same of what somebody does who has the file: with the guards of the database dropped first, and made again behind
 * him. `noted` is a seal that was written down.
 */
export async function verdictPastGuards(
  { store }: { readonly store: Store },
  statements: readonly string[],
  noted?: Schema['pecat'],
): Promise<Verdict> {
  let verdict: Verdict | undefined
  const spoil = async (tx: Tx) => {
    const guards =
      store.engine.name === 'sqlite'
        ? await sql<{ name: string; sql: string }>`select name, sql from sqlite_master where type = 'trigger'`.execute(
            tx,
          )
        : { rows: [] }
    if (store.engine.name === 'postgres') {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`select setval(pg_get_serial_sequence('dnevnik', 'id'), 10000)`.execute(tx)
    } else await sql`pragma defer_foreign_keys = on`.execute(tx)
    for (const { name } of guards.rows) await sql`drop trigger ${sql.id(name)}`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    for (const guard of guards.rows) await sql.raw(guard.sql).execute(tx)
    verdict = await verify(tx, noted)
    throw new Undo()
  }
  await assert.rejects(store.transact(spoil), Undo)
  return verdict as Verdict
}
