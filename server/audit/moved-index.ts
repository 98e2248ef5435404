import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'

// Each line of a list and each history asks which entries moved an export. A row for each export would be more than the
// entry itself, so a row for each group of consecutive exports has a bit for each.

const GROUP = 32
const groupOf = (c1_id: number) => Math.floor(c1_id / GROUP)
const bitOf = (c1_id: number) => 2 ** (c1_id % GROUP)

/** The groups of these exports, each with a bit for each of its exports among them. */
export function groupsOf(exports: Iterable<number>): Map<number, number> {
  const groups = new Map<number, number>()
  for (const id of new Set(exports)) groups.set(groupOf(id), (groups.get(groupOf(id)) ?? 0) + bitOf(id))
  return groups
}

const insertGroups = insertion('pomereno', { grupa: 'int', dnevnik_id: 'int', izvozi: 'int' })

/** Notes that the newest entry which this transaction wrote moved these exports. */
export async function indexMoved(tx: Tx, exports: Iterable<number>): Promise<void> {
  const engine = engineOf(tx)
  const newest = engine.name === 'postgres' ? sql`currval(pg_get_serial_sequence('dnevnik', 'id'))` : sql`max(id)`
  const from = engine.name === 'postgres' ? sql`` : sql`from dnevnik`
  const { rows } = await sql<{ id: number }>`select ${newest} as id ${from}`.execute(tx)
  const groups = groupsOf(exports)
  const dnevnik_id = rows[0]?.id
  await engine.write(tx, [insertGroups([...groups].map(([grupa, izvozi]) => ({ grupa, dnevnik_id, izvozi })))])
}

/** Whether an entry of the trail moved an export, as a condition on the trail. */
export function movedExport(db: Db, c1_id: number): RawBuilder<SqlBool> {
  const ids = sql`(select dnevnik_id from pomereno
    where grupa = ${groupOf(c1_id)} and (izvozi & ${bitOf(c1_id)}) <> 0)`
  // With an array of ids PostgreSQL uses the index even beside another condition.
  return engineOf(db).name === 'postgres' ? sql`id = any(array${ids})` : sql`id in ${ids}`
}

/** The newest entry that moved an export of the same group; 0 without one. */
export async function newestMove(db: Db, c1_id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(dnevnik_id), 0) as id from pomereno where grupa = ${groupOf(c1_id)}`.execute(db)
  return rows[0]?.id ?? 0
}

/** Whether an entry behind `after` moved the export `c1_id`; both are SQL. A line of a list costs one index look-up. */
export const wasMovedAfter = (c1_id: RawBuilder<number>, after: RawBuilder<number>): RawBuilder<SqlBool> =>
  sql`exists (select 1 from pomereno where grupa = ${c1_id} / ${sql.lit(GROUP)} and dnevnik_id > ${after}
    and (izvozi >> cast(${c1_id} % ${sql.lit(GROUP)} as integer)) & 1 = 1)`
