import { type RawBuilder, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Tx } from './schema.ts'

// A period is closed between saves, never in the middle of one. On PostgreSQL each save holds a shared lock from its
// first statement on, and closing takes it exclusively. So a save has either committed before the period is closed, or
// begins afterwards and reads that it is closed. SQLite has one writer.

const LOCK = sql.lit(20_260_331)

/** Among the columns of the statement that begins a save. */
export const HOLD_CLOSING: RawBuilder<unknown> = sql`pg_advisory_xact_lock_shared(${LOCK})::text`

/**
 * Waits until all running saves have ended, and lets none begin until this transaction ends. When two closings meet,
 * one is told to try again (40P01), which `transact` does.
 */
export async function holdSaves(tx: Tx): Promise<void> {
  if (engineOf(tx).locksRows) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
}
