// Fills an empty database with the books of a large office. Row by row through our own schema, FIFO by domain/fifo.ts, so
// that `npm run verify` finds it right; documents entered through the API would take an hour.
import { Kysely, sql } from 'kysely'
import { type Columns, engineOf, insertion, type RowOf } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Place } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres/open-postgres.ts'
import type { Db } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite/open-sqlite.ts'
import { dayOf } from '#server/local-time.ts'
import { book, LARGE, type LargeSize, plan } from './large-books.ts'
import { tablesOf } from './large-rows.ts'

const BATCH_ROWS = 20_000

/** Fills an empty place and answers how many rows of each table there are. */
export async function fillLarge(place: Place, size: LargeSize = LARGE): Promise<Record<string, number>> {
  const today = dayOf(Date.now())
  const books = plan(size)
  const opened = place.databaseUrl ? null : openSqlite(place.dataDir)
  const db: Db = new Kysely({ dialect: opened?.dialect ?? openPostgres(place.databaseUrl ?? '') })
  const counts: Record<string, number> = {}
  try {
    await migrate(db)
    const indexes = await dropIndexes(db)
    for (const { name, columns, rows } of tablesOf(books, book(books, today), today))
      counts[name] = await writeRows(db, name, columns, rows)
    await restore(db, indexes)
  } finally {
    await db.destroy()
    opened?.close()
  }
  return counts
}

async function writeRows(db: Db, table: string, columns: Columns, rows: Iterable<object>): Promise<number> {
  const engine = engineOf(db)
  let count = 0
  let batch: RowOf<Columns>[] = []
  const flush = () =>
    db.transaction().execute(async (tx) => {
      // References are right by construction; asking for each of them would take minutes.
      if (engine.name === 'postgres') await sql`set local session_replication_role = replica`.execute(tx)
      else await sql`pragma defer_foreign_keys = on`.execute(tx)
      await engine.write(tx, [insertion(table, columns)(batch)])
      count += batch.length
      batch = []
    })
  for (const row of rows) {
    batch.push(row as RowOf<Columns>)
    if (batch.length === BATCH_ROWS) await flush()
  }
  await flush()
  return count
}

/** Drops the indexes, since making them when all rows are there takes a tenth of the time. Answers how to make them. */
async function dropIndexes(db: Db): Promise<string[]> {
  const sqlite = sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_master where type = 'index' and sql is not null and tbl_name not like 'kysely%'`
  const postgres = sql<{ name: string; text: string }>`
    select indexname as name, indexdef as text from pg_indexes where schemaname = 'public' and tablename not like 'kysely%'
      and not exists (select 1 from pg_constraint where conname = indexname)`
  const { rows } = await (engineOf(db).name === 'sqlite' ? sqlite : postgres).execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ text }) => text)
}

async function restore(db: Db, indexes: readonly string[]) {
  for (const text of indexes) await sql.raw(text).execute(db)
  if (engineOf(db).name === 'sqlite') return
  for (const table of ['korisnik', 'partner', 'partner_zapis', 'c4', 'c4_stavka', 'c1', 'c1_stavka'] as const)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    )
}
