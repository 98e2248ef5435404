import { sql } from 'kysely'
import { postgresTables, tablesOf } from '#server/backup/move-tables.ts'
import type { Store } from '#server/db/open.ts'

/** Rows added, changed or removed since the counting began, by table. */
export type Changes = ReadonlyMap<string, number>
/** `stop` leaves the database as it was. */
export type Counting = { now(): Promise<Changes>; stop(): Promise<void> }

/** A change that every call may leave behind, refused or not: when its session was last used. */
const EVENTS = (table: string) => (table === 'sesija' ? ['insert', 'delete'] : ['insert', 'update', 'delete'])

/**
 * Counts committed changes of rows with triggers, in the transaction that makes them: a rollback takes its count along.
 * That shows more than two pictures of the tables would, and costs next to nothing for each request.
 */
export async function countChanges(store: Store): Promise<Counting> {
  const onSqlite = store.engine.name === 'sqlite'
  // As the database itself knows them: a table that comes later is looked at too.
  const tables = onSqlite ? (await tablesOf(store.read)).map(({ name }) => name) : await postgresTables(store.read)
  const statements = [
    'create table promena (tabela text primary key, broj bigint not null)',
    ...tables.map((table) => `insert into promena values ('${table}', 0)`),
    ...(onSqlite ? sqliteTriggers(tables) : postgresTriggers(tables)),
  ]
  const run = (list: readonly string[]) =>
    store.transact(async (tx) => {
      for (const statement of list) await sql.raw(statement).execute(tx)
    })
  await run(statements)
  return {
    async now() {
      const { rows } = await sql<{ tabela: string; broj: number }>`select tabela, broj from promena`.execute(store.read)
      return new Map(rows.map(({ tabela, broj }) => [tabela, broj]))
    },
    stop: () => run(onSqlite ? sqliteEnd(tables) : POSTGRES_END),
  }
}

const sqliteTriggers = (tables: readonly string[]) =>
  tables.flatMap((table) =>
    EVENTS(table).map(
      (event) => `create trigger promena_${table}_${event} after ${event} on ${table}
        begin update promena set broj = broj + 1 where tabela = '${table}'; end`,
    ),
  )

const sqliteEnd = (tables: readonly string[]) => [
  ...tables.flatMap((table) => EVENTS(table).map((event) => `drop trigger promena_${table}_${event}`)),
  'drop table promena',
]
const POSTGRES_END = ['drop function promena_broji() cascade', 'drop table promena']

const postgresTriggers = (tables: readonly string[]) => [
  `create function promena_broji() returns trigger language plpgsql as
    $$ begin update promena set broj = broj + 1 where tabela = tg_table_name; return null; end $$`,
  ...tables.map(
    (table) => `create trigger promena_${table} after ${EVENTS(table).join(' or ')} on ${table}
      for each row execute function promena_broji()`,
  ),
]

/** The tables in which something was changed between two counts. */
export const changedTables = (before: Changes, after: Changes): string[] =>
  [...after].filter(([table, count]) => count !== before.get(table)).map(([table]) => table)
