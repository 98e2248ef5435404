import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Columns,
  comma,
  type Engine,
  NewerDatabase,
  onConflictAdd,
  tuplesOf,
  type Write,
} from '#server/db/engine.ts'
import { meaningOf } from './errors.ts'
import { checkIntegrity, schemaObjects } from './integrity.ts'

export const postgres: Engine = {
  name: 'postgres',
  async write(tx, writes) {
    const statements = writes.filter(({ rows }) => rows.length > 0).map(postgresWrite)
    const [last, ...others] = statements.reverse()
    if (!last) return
    const parts = others.map((statement, at) => sql`${sql.ref(`w${at}`)} as (${statement})`)
    const all = parts.length > 0 ? sql`with ${sql.join(parts)} ${last}` : last
    await all.execute(tx as Kysely<unknown>)
  },
  rows(columns, values) {
    const fields = Object.entries(columns).map(
      ([name, type], i) =>
        sql`(value ->> ${sql.lit(i)})${sql.raw(type === 'int' ? '::bigint' : ' collate "C"')} as ${sql.ref(name)}`,
    )
    return sql`(select ${sql.join(fields)} from jsonb_array_elements(${tuplesOf(columns, values)}::jsonb) value)`
  },
  list<T>(values: readonly T[]) {
    const type = typeof values[0] === 'number' ? 'bigint' : 'text'
    return sql<T>`(select value::${sql.raw(type)} as value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) value)`
  },
  // Bytes are compared at once, texts letter by letter. `textsend` gives the bytes that a client is sent: UTF-8 to ours.
  contains: (text, piece) => sql`position(${Buffer.from(piece)} in textsend(${text})) > 0`,
  locksRows: true,
  forUpdate: sql`for update`,
  forNoKeyUpdate: sql`for no key update`,
  forKeyShare: sql`for key share`,
  joinEach: (table, alias, ids) =>
    sql`cross join lateral (${ids}) chosen join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = chosen.id`,
  checkIntegrity,
  schemaObjects,
  isUniqueViolation: (error) => meaningOf(error).taken ?? false,
  isRetryable: (error) => meaningOf(error).retryable ?? false,
  outageOf: (error) => (error instanceof NewerDatabase ? 'newer' : (meaningOf(error).outage ?? null)),
}

/**
 * In one order, so that two transactions that add to the same rows seldom wait for each other in a circle. PostgreSQL
 * locks the rows of `update … from` in whatever order it plans; a circle ends with 40P01, after which the work runs
 * again (transactions.ts).
 */
function sortedBy<T extends Readonly<Record<string, unknown>>>(keys: Columns, rows: readonly T[]): T[] {
  const keyOf = (row: T) => JSON.stringify(Object.keys(keys).map((name) => row[name]))
  const pairs = rows.map((row) => ({ key: keyOf(row), row }))
  return pairs.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
}

function postgresWrite({ does: { verb, table, keys, columns }, rows }: Write): RawBuilder<unknown> {
  const set = Object.keys(columns)
  const found = Object.keys(keys)
  const g = postgres.rows({ ...keys, ...columns }, verb === 'update' ? rows : sortedBy(keys, rows))
  if (verb === 'update') {
    const assign = sql.raw(set.map((name) => `"${name}" = g."${name}"`).join(', '))
    const where = sql.raw(found.map((name) => `"${table}"."${name}" = g."${name}"`).join(' and '))
    return sql`update ${sql.table(table)} set ${assign} from ${g} g where ${where}`
  }
  const names = sql.raw(comma([...found, ...set]))
  const added = sql.raw(verb === 'add' ? onConflictAdd(table, found, set) : '')
  return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${g} g ${added}`
}
