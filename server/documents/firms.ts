import { sql } from 'kysely'
import { type Firm, firm } from '#contract/documents.ts'
import type { Db } from '#server/db/schema.ts'

/** How many partners are offered for choosing; the newest spelling of each comes first. */
const MAX_FIRMS = 2000
/** Partners are looked for in so many documents: who has not come up since then is typed once more. */
export const FIRM_DOCUMENTS = 10_000

/** The distinct partners of the `newest` C4 or C1 documents, most recently used first (spec §3, Firm). */
export async function firmsOf(db: Db, table: 'c4' | 'c1', newest = FIRM_DOCUMENTS): Promise<Firm[]> {
  const columns = sql.join(Object.keys(firm.shape).map((name) => sql.ref(name)))
  const { rows } = await sql<Firm>`
    select ${columns} from
      (select ${columns}, datum, id from ${sql.table(table)} order by datum desc, id desc limit ${newest}) d
    group by ${columns} order by max(datum) desc, max(id) desc limit ${MAX_FIRMS}`.execute(db)
  return rows
}
