import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { forPostgres } from './0001-start.ts'

/** What 1.1.0 changes, as SQLite says it; `reliability/upgrade.test.ts` brings books of 1.0.0 here. */
const STEPS: readonly string[] = []

/** Brings the database of 1.0.0 to that of 1.1.0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const step of STEPS) await sql.raw(postgres ? forPostgres(step) : step).execute(db)
}
