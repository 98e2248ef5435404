import { sql } from 'kysely'
import { type Integrity, missingParent, type SchemaObject, TRAIL, UNGUARDED } from '#server/db/integrity.ts'
import type { Db } from '#server/db/schema.ts'

const MAX_FAULTS = 100
const GUARDS = 3

/** Has SQLite check its file and its references. Reads everything there is. */
export async function checkIntegrity(db: Db): Promise<Integrity> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(MAX_FAULTS)})`.execute(db)
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  const [damage] = faults.filter((text) => !text.startsWith('CHECK constraint failed'))
  const [rule] = faults
  const references = await sql<{ table: string; rowid: number | null; parent: string }>`
    pragma foreign_key_check`.execute(db)
  const [orphan] = references.rows
  return {
    damage: damage ? `Fajl baze je oštećen: ${damage}.` : null,
    reference: orphan
      ? missingParent(orphan.table, orphan.rowid === null ? '' : ` ${orphan.rowid}`, orphan.parent)
      : null,
    unguarded: await trailFault(db),
    rule: rule ? `Baza sadrži red koji krši njena pravila: ${rule}.` : null,
    leftOut: null,
  }
}

/** Looks for the guards of the trail; server/verify/verify-trail.ts looks at its entries. */
async function trailFault(db: Db): Promise<string | null> {
  const { rows } = await sql`
    select tbl_name from sqlite_master where type = 'trigger' and tbl_name in (${sql.join(TRAIL)})
    group by tbl_name having count(*) >= ${GUARDS}`.execute(db)
  return rows.length === TRAIL.length ? null : UNGUARDED
}

/** Without what SQLite makes by itself: indexes of keys, counters, statistics. */
export const schemaObjects = sql<SchemaObject>`
  select type || ' ' || name as name, sql as text from sqlite_master where name not like 'sqlite\\_%' escape '\\'
  order by 1`
