import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/**
 * Whatever a save or a document looks up has an index. Until PostgreSQL has counted the rows of a new database, it takes
 * its tables for empty and reads them whole: the check of what each draw refers to alone took 7 ms of a save with 8,000 of
 * them, and the draws of an export of 4,000 lines took 8 s. Nor does it read an index whole to join it to the few rows of a
 * save, which it takes for a hundred (bench/history.test.ts).
 */
export const BY_INDEX = sql.join(
  ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map(
    (setting) => sql`set_config(${sql.lit(setting)}, 'off', true)`,
  ),
)

/** The same reads of one moment, of documents that are known by their ids: on PostgreSQL none of them reads a table whole. */
export const lookUp =
  <T>(work: (db: Db) => Promise<T>) =>
  async (db: Db): Promise<T> => {
    if (engineOf(db).name === 'postgres') await sql`select ${BY_INDEX}`.execute(db)
    return work(db)
  }
