import { CompiledQuery, type Kysely, sql } from 'kysely'
import {
  EachRow,
  type Engine,
  type Integrity,
  missingParent,
  NewerDatabase,
  type Outage,
  type SchemaObject,
  TRAIL,
  tuplesOf,
  UNGUARDED,
  type Write,
} from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

const MAX_FAULTS = 100
const GUARDS = 3

/** Has SQLite check its file and its references. Reads everything there is. */
async function checkIntegrity(db: Db): Promise<Integrity> {
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
const schemaObjects = sql<SchemaObject>`
  select type || ' ' || name as name, sql as text from sqlite_master where name not like 'sqlite\\_%' escape '\\'
  order by 1`

const SQLITE_CONSTRAINT_UNIQUE = [2067, 1555]
const SQLITE_BUSY = 5
/** Primary result codes: FULL; READONLY, IOERR, CORRUPT, CANTOPEN and NOTADB; BUSY. */
const OUTAGES: Readonly<Record<number, Outage>> = {
  ...{ 13: 'full', 8: 'disk', 10: 'disk', 11: 'disk', 14: 'disk', 26: 'disk', 5: 'away' },
}

const codeOf = (error: unknown) => (error as { errcode?: number } | null)?.errcode ?? 0

/** The query by which the SQLite driver writes rows. */
export const eachOf = ({ does: { one }, rows }: Write): CompiledQuery =>
  CompiledQuery.raw(one.text, [new EachRow(one.names, rows)])

export const sqlite: Engine = {
  name: 'sqlite',
  async write(tx, writes) {
    // A prepared statement run once per row costs SQLite less than taking rows out of JSON.
    for (const write of writes) if (write.rows.length > 0) await (tx as Kysely<unknown>).executeQuery(eachOf(write))
  },
  rows(columns, values) {
    const fields = Object.keys(columns).map((name, i) => sql`value ->> ${sql.lit(i)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(fields)} from json_each(${tuplesOf(columns, values)}))`
  },
  list: <T>(values: readonly T[]) => sql<T>`(select value from json_each(${JSON.stringify(values)}))`,
  contains: (text, piece) => sql`instr(${text}, ${piece}) > 0`,
  wordsIn: (text, words) => sql`reci(${text}, ${JSON.stringify(words)})`,
  locksRows: false,
  forUpdate: sql``,
  forNoKeyUpdate: sql``,
  forKeyShare: sql``,
  joinEach: (table, alias, ids) =>
    sql`join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} in (${ids})`,
  checkIntegrity,
  schemaObjects,
  isUniqueViolation: (error) => SQLITE_CONSTRAINT_UNIQUE.includes(codeOf(error)),
  isRetryable: (error) => (codeOf(error) & 0xff) === SQLITE_BUSY,
  outageOf: (error) => (error instanceof NewerDatabase ? 'newer' : (OUTAGES[codeOf(error) & 0xff] ?? null)),
}
