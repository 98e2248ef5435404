import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/**
 * All look-ups of a save or a document have an index, but PostgreSQL does not always use it. It takes the tables of a
 * new database for empty until it has analysed them, and would read all of their rows: the check of the references of
 * 8,000 draws took 7 ms, the draws of an export of 4,000 lines 8 s. It takes the few rows of a save for a hundred, and
 * would read all of an index to join them (bench/history.test.ts).
 */
export const BY_INDEX = sql.join(
  ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map(
    (setting) => sql`set_config(${sql.lit(setting)}, 'off', true)`,
  ),
)

/** Reads of one moment of documents with known ids: on PostgreSQL none of them reads all of a table. */
export const lookUp =
  <T>(work: (db: Db) => Promise<T>) =>
  async (db: Db): Promise<T> => {
    if (engineOf(db).name === 'postgres') await sql`select ${BY_INDEX}`.execute(db)
    return work(db)
  }
