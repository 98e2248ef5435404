import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/open.ts'

/** Gives new materials their totals, all zero; from then on the ledger alone writes them. */
export async function startStock(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = engineOf(tx).rows(
    { materijal_id: 'text' },
    ids.map((materijal_id) => ({ materijal_id })),
  )
  await sql`insert into stanje (materijal_id) select materijal_id from ${rows} g`.execute(tx)
}
