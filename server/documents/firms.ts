import { sql } from 'kysely'
import { type Firm, firm } from '#contract/documents.ts'
import type { Db } from '#server/db/schema.ts'

/** How many partners are offered for choosing, those used last. */
const MAX_FIRMS = 2000
/** The number of documents in which partners are looked for: one that has not come up since then is typed once more. */
export const FIRM_DOCUMENTS = 10_000

/**
 * The partners of the `newest` C4 or C1 documents as the register has them now, most recently used first (spec §3,
 * Firm), and after them those that stand in no document yet. Of one that is not to be suggested nothing is said.
 */
export async function firmsOf(db: Db, table: 'c4' | 'c1', newest = FIRM_DOCUMENTS): Promise<Firm[]> {
  const fields = Object.keys(firm.shape).map((name) => {
    const at = name.indexOf('_')
    return { name, side: name.slice(0, at), field: name.slice(at + 1) }
  })
  const used = fields.map(
    ({ name, side, field }) => sql`
      case when ${sql.ref(`${side}.ne_predlaze`)} = 0 then ${sql.ref(`${side}.${field}`)} end as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Firm>`
    select ${sql.join(used)} from
      (select p.partner_id as posiljalac_id, r.partner_id as primalac_id, max(d.datum) as datum, max(d.id) as id from
        (select posiljalac_zapis, primalac_zapis, datum, id from ${sql.table(table)}
          order by datum desc, id desc limit ${newest}) d
      join partner_zapis p on p.id = d.posiljalac_zapis join partner_zapis r on r.id = d.primalac_zapis
      group by p.partner_id, r.partner_id) d
    join partner posiljalac on posiljalac.id = d.posiljalac_id join partner primalac on primalac.id = d.primalac_id
    where posiljalac.ne_predlaze = 0 or primalac.ne_predlaze = 0
    order by d.datum desc, d.id desc limit ${MAX_FIRMS}`.execute(db)
  const unused = await db
    .selectFrom('partner')
    .select(fields.map(({ name, field }) => sql<string | null>`${sql.ref(field)}`.as(name as keyof Firm)))
    .where('ne_predlaze', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('partner_zapis as z').select('z.id').whereRef('z.partner_id', '=', 'partner.id'))),
    )
    .orderBy('id', 'desc')
    .limit(MAX_FIRMS)
    .execute()
  return [...rows, ...unused]
}
