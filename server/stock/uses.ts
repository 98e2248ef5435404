import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { NO_LOT } from './no-lot.ts'

/** How many places of each kind a refusal names before it says how many more there are. */
const MAX_NAMED = 5

type Use = { broj: string; svega: number }

/** Where a material stands, in words: import documents, normativs and export documents. Empty when nowhere. */
export async function usesOfMaterial(db: Db, id: string): Promise<string[]> {
  const c4 = await db
    .selectFrom('c4')
    .select(['broj_c4 as broj', total])
    .where('id', 'in', db.selectFrom('c4_stavka').select('c4_id').where('materijal_id', '=', id))
    .orderBy('datum')
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute()
  const normativi = await db
    .selectFrom('normativ')
    .select(['proizvod_id as broj', total])
    .where('materijal_id', '=', id)
    .orderBy('proizvod_id')
    .limit(MAX_NAMED)
    .execute()
  const c1 = await db
    .selectFrom('c1')
    .select(['broj_c1 as broj', total])
    .where(sql<SqlBool>`id in (${exportsOf(id)})`)
    .orderBy('datum')
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute()
  return [...named('C4 dokument', c4), ...named('normativ proizvoda', normativi), ...named('C1 dokument', c1)]
}

/** The exports that need a material: those that drew from a lot of it, and those that lack it or need nothing of it. */
const exportsOf = (id: string): RawBuilder<unknown> => sql`
  select r.c1_id from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id where l.materijal_id = ${id}
  union all
  select r.c1_id from razduzenje r where r.materijal_id = ${id} and r.c4_stavka_id = ${sql.lit(NO_LOT)}`

/** The export documents that a product stands in, in words. Empty when in none. */
export async function usesOfProduct(db: Db, id: string): Promise<string[]> {
  const c1 = await db
    .selectFrom('c1')
    .select(['broj_c1 as broj', total])
    .where('id', 'in', db.selectFrom('c1_stavka').select('c1_id').where('proizvod_id', '=', id))
    .orderBy('datum')
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute()
  return named('C1 dokument', c1)
}

const total = sql<number>`count(*) over ()`.as('svega')

function named(label: string, uses: readonly Use[]): string[] {
  if (uses.length === 0) return []
  const more = (uses[0]?.svega ?? 0) - uses.length
  return [`${label} ${uses.map(({ broj }) => broj).join(', ')}${more > 0 ? ` i još ${more}` : ''}`]
}
