import { sql } from 'kysely'
import { eachOf } from '#server/db/sqlite/sqlite-engine.ts'
import { type Columns, engineOf, insertion, type RowOf, tuplesOf } from './engine.ts'
import type { Tx } from './schema.ts'
import { statement } from './statement.ts'

/**
 * Answers a function that inserts rows into a table which gives each an id, and answers the ids in the order of the
 * rows. The rows must come in the order of their values of `order`. SQLite runs a statement for each row, PostgreSQL
 * one for all.
 */
export function rowInserter<T extends Columns>(
  table: string,
  columns: T,
  order: keyof T & string,
): (tx: Tx, rows: readonly RowOf<T>[]) => Promise<number[]> {
  const list = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const insertAll = statement<{ id: number }, [rows: string]>(
    (engine) => sql`
      insert into ${sql.table(table)} (${list}) select ${list} from ${engine.rows(columns, [])} g
      order by ${sql.ref(order)} returning id`,
  )
  const insertEach = insertion(table, columns)
  return async (tx, rows) => {
    if (engineOf(tx).name === 'postgres') return (await insertAll(tx, tuplesOf(columns, rows))).map(({ id }) => id)
    const { insertId } = await tx.executeQuery(eachOf(insertEach(rows)))
    // One writer, and ids that are never given twice: those of one statement follow each other.
    return rows.map((_, at) => Number(insertId) - rows.length + 1 + at)
  }
}
