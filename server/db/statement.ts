import { CompiledQuery, type RawBuilder } from 'kysely'
import { type Engine, engineOf } from './engine.ts'
import type { Db, Tx } from './schema.ts'

/**
 * A query, and whether PostgreSQL plans it once for each connection, as it does in a transaction anyway. One that is
 * `long` may answer many rows: others are let in while SQLite reads them. PostgreSQL is not waited for with one that is
 * `unanswered`: its error is thrown by the next statement that is (server/db/postgres/driver.ts).
 */
export type Query<Row = unknown> = CompiledQuery<Row> & {
  readonly planned?: boolean
  readonly long?: boolean
  readonly unanswered?: boolean
}

/**
 * A statement on the path of every call: `build` says its text once per engine, and each run only binds `values` to
 * its parameters, in their order. What `build` itself puts into the parameters is never used; it may be anything.
 */
export function statement<Row, Values extends readonly unknown[]>(
  build: (engine: Engine) => RawBuilder<Row>,
  { long = false, unanswered = false } = {},
): (db: Db | Tx, ...values: Values) => Promise<Row[]> {
  const texts = new Map<Engine, string>()
  return async (db, ...values) => {
    const engine = engineOf(db)
    let text = texts.get(engine)
    if (text === undefined) {
      const { sql, parameters } = build(engine).compile(db)
      if (parameters.length !== values.length) throw new Error(`${parameters.length} parameters wanted: ${sql}`)
      text = sql
      texts.set(engine, text)
    }
    const query: Query = { ...CompiledQuery.raw(text, [...values]), planned: true, long, unanswered }
    const { rows } = await db.executeQuery<Row>(query as Query<Row>)
    return rows
  }
}
