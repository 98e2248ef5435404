import type { Firm } from '#contract/documents.ts'
import type { Db } from '#server/db/open.ts'

/** How many partners are offered for choosing; the newest spelling of each comes first. */
const MAX_FIRMS = 2000

/** The distinct partners of the C4 or C1 documents, most recently used first (spec §3, Firm). */
export async function firmsOf(db: Db, table: 'c4' | 'c1'): Promise<Firm[]> {
  const columns = [
    'posiljalac_naziv',
    'posiljalac_grad',
    'posiljalac_drzava',
    'primalac_naziv',
    'primalac_pib',
    'primalac_mb',
    'primalac_grad',
  ] as const
  return db
    .selectFrom(table)
    .select(columns)
    .groupBy(columns)
    .orderBy(({ fn }) => fn.max('datum'), 'desc')
    .orderBy('posiljalac_naziv')
    .limit(MAX_FIRMS)
    .execute()
}
