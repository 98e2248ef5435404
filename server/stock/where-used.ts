import { type RawBuilder, sql } from 'kysely'
import type { FieldError } from '#contract/errors.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'
import { NO_LOT } from './ledger-sql.ts'

/** A refusal names this many places of each kind; it counts the others. */
const MAX_NAMED = 5

type Use = { broj: string; svega: number }
/** The name of one place, and of several. */
type Label = readonly [one: string, several: string]
const C4: Label = ['C4 dokument', 'C4 dokumenti']
const C1: Label = ['C1 dokument', 'C1 dokumenti']
const OTPAD: Label = ['raspored otpada', 'rasporedi otpada']
const POPIS: Label = ['popis od', 'popisi od']
const NORMATIV: Label = ['normativ proizvoda', 'normativi proizvoda']

/** The places of a material, in words: documents, normativs, disposals of waste and counts; empty if none. */
export async function usesOfMaterial(db: Db, id: string): Promise<string[]> {
  const c4 = await documentsIn(db, 'c4', lotsOf(id))
  const normativi = await db
    .selectFrom('normativ')
    .select(['proizvod_id as broj', total])
    .where('materijal_id', '=', id)
    .groupBy('proizvod_id')
    .orderBy('proizvod_id')
    .limit(MAX_NAMED)
    .execute()
  const c1 = await documentsIn(db, 'c1', exportsOf(id))
  const otpad = await db
    .selectFrom('otpad_raspored')
    .select([sql<string>`coalesce(broj_jci, vrsta)`.as('broj'), total])
    .where('materijal_id', '=', id)
    .orderBy('datum')
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute()
  const { rows: popisi } = await sql<Use>`
    select p.datum as broj, ${total} from popis_stavka s join popis p on p.id = s.popis_id
    where s.materijal_id = ${id} order by p.datum, p.id limit ${MAX_NAMED}`.execute(db)
  const counts = popisi.map(({ broj, svega }) => ({ broj: formatDate(broj as CalendarDate), svega }))
  return [
    ...named(C4, c4),
    ...named(NORMATIV, normativi),
    ...named(C1, c1),
    ...named(OTPAD, otpad),
    ...named(POPIS, counts),
  ]
}

const lotsOf = (id: string): RawBuilder<unknown> => sql`select c4_id from c4_stavka where materijal_id = ${id}`

/** The exports that need a material: those that drew from a lot of it, and those with a shortage or a need of 0. */
const exportsOf = (id: string): RawBuilder<unknown> => sql`
  select r.c1_id from c4_stavka l join razduzenje r on r.c4_stavka_id = l.id where l.materijal_id = ${id}
  union all
  select r.c1_id from razduzenje r where r.materijal_id = ${id} and r.c4_stavka_id = ${sql.lit(NO_LOT)}`

/** The export documents with a product, in words. Empty when there are none. */
export const usesOfProduct = async (db: Db, id: string): Promise<string[]> =>
  named(C1, await documentsIn(db, 'c1', sql`select c1_id from c1_stavka where proizvod_id = ${id}`))

/** The places one by one, as `errors` under the sentence. */
export const usedIn = (uses: readonly string[]): FieldError[] => uses.map((message) => ({ field: 'id', message }))

/**
 * The first documents of these ids, and their number. They are found before they are sorted: with both in one statement
 * PostgreSQL would walk the documents by day and look for each among the ids.
 */
async function documentsIn(db: Db, table: 'c4' | 'c1', ids: RawBuilder<unknown>): Promise<Use[]> {
  const { rows } = await sql<Use>`
    with nadjeno as materialized (
      select ${sql.ref(`broj_${table}`)} as broj, datum, id from ${sql.table(table)} where id in (${ids}))
    select broj, ${total} from nadjeno order by datum, id limit ${MAX_NAMED}`.execute(db)
  return rows
}

const total = sql<number>`count(*) over ()`.as('svega')

function named([one, several]: Label, uses: readonly Use[]): string[] {
  if (uses.length === 0) return []
  const more = (uses[0]?.svega ?? 0) - uses.length
  const label = uses.length === 1 ? one : several
  return [`${label} ${uses.map(({ broj }) => broj).join(', ')}${more > 0 ? ` i još ${more}` : ''}`]
}
