import { CompiledQuery, type RawBuilder } from 'kysely'
import { type Engine, engineOf, Planned, Unanswered } from './engine.ts'
import type { Db, Tx } from './schema.ts'

/**
 * A statement on the path of every call: `build` says its text once per engine, and each run only binds `values` to
 * its parameters, in their order. What `build` itself puts into the parameters is never used; it may be anything. One
 * that is `unanswered` is not waited for and answers no rows (server/db/postgres/driver.ts).
 */
export function statement<Row, Values extends readonly unknown[]>(
  build: (engine: Engine) => RawBuilder<Row>,
  waits: 'answered' | 'unanswered' = 'answered',
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
    const parameters = (waits === 'unanswered' ? Unanswered : Planned).from(values)
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))
    return rows
  }
}
