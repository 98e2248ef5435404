import { CompiledQuery, type RawBuilder } from 'kysely'
import { each } from '#server/breathe.ts'
import { type Engine, engineOf } from './engine.ts'
import type { Db, Tx } from './schema.ts'

/**
 * A query. If it has a `step`, SQLite calls that with each row as it is read, lets others in between, and answers no
 * rows.
 */
export type Query<Row = unknown> = CompiledQuery<Row> & { readonly step?: (row: Row) => void }

type Build<Row> = (engine: Engine) => RawBuilder<Row>

/**
 * A statement on the path of every call: `build` makes its text once per engine, and each run only binds `values` to
 * its parameters, in their order. The values that `build` itself puts in are never used; they may be anything.
 */
export function statement<Row, Values extends readonly unknown[]>(
  build: Build<Row>,
): (db: Db | Tx, ...values: Values) => Promise<Row[]> {
  const textFor = textOf(build)
  return async (db, ...values) => {
    const { rows } = await db.executeQuery<Row>(
      CompiledQuery.raw(textFor(db, values), [...values]) as CompiledQuery<Row>,
    )
    return rows
  }
}

/** The same for a statement with many rows: `step` is called with each, and others are let in between. */
export function longStatement<Row, Values extends readonly unknown[]>(
  build: Build<Row>,
): (db: Db | Tx, values: Values, step: (row: Row) => void) => Promise<void> {
  const textFor = textOf(build)
  return async (db, values, step) => {
    const query = { ...CompiledQuery.raw(textFor(db, values), [...values]), step }
    const { rows } = await db.executeQuery<Row>(query as Query<Row>)
    // PostgreSQL answers all rows; SQLite has handed them over.
    await each(rows, step)
  }
}

/** The text of a statement for the engine that runs it, built the first time. */
function textOf(build: Build<unknown>): (db: Db | Tx, values: readonly unknown[]) => string {
  const texts = new Map<Engine, string>()
  return (db, values) => {
    const engine = engineOf(db)
    let text = texts.get(engine)
    if (text === undefined) {
      const { sql, parameters } = build(engine).compile(db)
      if (parameters.length !== values.length) throw new Error(`${parameters.length} parameters wanted: ${sql}`)
      text = sql
      texts.set(engine, text)
    }
    return text
  }
}
