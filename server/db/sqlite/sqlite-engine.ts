import { CompiledQuery, type Kysely, sql } from 'kysely'
import { EachRow, type Engine, NewerDatabase, type Outage, tuplesOf, type Write } from '#server/db/engine.ts'
import { checkIntegrity, schemaObjects } from './integrity.ts'

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
