import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { engineOf, insertion } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** A table and its columns. */
export type Table = { readonly name: string; readonly columns: readonly { name: string; type: Type }[] }
type Type = 'INTEGER' | 'TEXT' | 'BLOB'
type Row = Readonly<Record<string, unknown>>

/** The number of rows and their hash, which is the same in any order of reading. */
export type Content = { readonly rows: number; readonly hash: bigint }

const ROWS_PER_PAGE = 1000
/** PDFs have up to 10 MB each. */
const BLOBS_PER_PAGE = 4
const HASH_RANGE = 2n ** 256n
const POSTGRES_TYPES: Readonly<Record<Type, string>> = { INTEGER: 'bigint', TEXT: 'text', BLOB: 'bytea' }

/** Every table of ours, as the SQLite database knows them; each stands behind those that it refers to. */
export async function tablesOf(sqlite: Db): Promise<Table[]> {
  const { rows } = await sql<{ name: string; column: string; type: Type }>`
    select m.name, c.name as "column", c.type from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite%' and m.name not like 'kysely%'
    order by m.rowid, c.cid`.execute(sqlite)
  const references = await sql<{ name: string; parent: string }>`
    select m.name, f."table" as parent from sqlite_master m join pragma_foreign_key_list(m.name) f
    where m.type = 'table'`.execute(sqlite)
  const tables = [...Map.groupBy(rows, ({ name }) => name)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type }) => ({ name: column, type })),
  }))
  return behindParents(tables, references.rows)
}

/** A column that a later version added may refer to a table that was made after its own. */
function behindParents(tables: readonly Table[], references: readonly { name: string; parent: string }[]): Table[] {
  const sorted: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const isFree = (table: Table) =>
      references.every(({ name, parent }) => name !== table.name || parent === name || !waiting.has(parent))
    const free = left.filter(isFree)
    if (free.length === 0) throw new Error('tables that refer to each other')
    sorted.push(...free)
    left = left.filter((table) => !isFree(table))
  }
  return sorted
}

/** The names of all tables that the PostgreSQL database has, but for those of the migrations. */
export async function postgresTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'
    order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Reads a table page by page, inside a transaction. Gives each page to `take` and answers the content of all. */
export async function readTable(
  db: Db,
  table: Table,
  take: (page: readonly Row[]) => Promise<void> = async () => undefined,
): Promise<Content> {
  let rows = 0
  let hash = 0n
  for await (const page of pagesOf(db, table)) {
    await take(page)
    rows += page.length
    for (const row of page) hash = (hash + hashOf(table, row)) % HASH_RANGE
  }
  return { rows, hash }
}

async function* pagesOf(db: Db, table: Table): AsyncGenerator<Row[]> {
  const size = table.columns.some(({ type }) => type === 'BLOB') ? BLOBS_PER_PAGE : ROWS_PER_PAGE
  const query = db.selectFrom(table.name as 'dnevnik').selectAll()
  if (engineOf(db).name === 'sqlite') {
    let page: Row[] = []
    for await (const row of query.stream()) {
      page.push(row)
      if (page.length < size) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
    return
  }
  await db.executeQuery(CompiledQuery.raw(`declare strane no scroll cursor for ${query.compile().sql}`))
  const fetch = CompiledQuery.raw(`fetch ${size} from strane`) as CompiledQuery<Row>
  for (let page = await db.executeQuery(fetch); page.rows.length > 0; page = await db.executeQuery(fetch))
    yield page.rows
  await db.executeQuery(CompiledQuery.raw('close strane'))
}

function hashOf({ columns }: Table, row: Row): bigint {
  const values = columns.map(({ name }) => {
    const value = row[name]
    return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value
  })
  return BigInt(`0x${createHash('sha256').update(JSON.stringify(values)).digest('hex')}`)
}

/** Adds rows with their own ids. */
export async function writeTableRows(db: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const engine = engineOf(db)
  if (engine.name === 'sqlite') {
    // An `int` binds like everything else there: the columns have types of their own.
    const types = Object.fromEntries(columns.map((column) => [column.name, 'int' as const]))
    return engine.write(db, [insertion(name, types)(rows)])
  }
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${POSTGRES_TYPES[type]}[]`).join(', ')
  const values = columns.map((column) => rows.map((row) => row[column.name]))
  await db.executeQuery(CompiledQuery.raw(`insert into "${name}" (${names}) select * from unnest(${arrays})`, values))
}

/** The last number that each counter gave, also to rows that are gone since: no number is given twice. */
export async function countersOf(db: Db): Promise<Map<string, number>> {
  const { rows } =
    engineOf(db).name === 'sqlite'
      ? await sql<{ name: string; last: number }>`select name, seq as last from sqlite_sequence`.execute(db)
      : await sql<{ name: string; last: number }>`
          select table_name as name, coalesce(pg_sequence_last_value(pg_get_serial_sequence(table_name, column_name)), 0)
            as last from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(
          db,
        )
  return new Map(rows.map(({ name, last }) => [name, last]))
}

/** Sets the counters of the database behind its rows and behind what `counters` say, also those of tables without rows. */
export async function setCounters(db: Db, counters: ReadonlyMap<string, number>): Promise<void> {
  const { name: engine } = engineOf(db)
  if (engine === 'sqlite')
    // The table begins to count with its first row.
    await sql`insert into sqlite_sequence (name, seq) select name, 0 from sqlite_master
      where type = 'table' and sql like '%autoincrement%' and name not in (select name from sqlite_sequence)`.execute(
      db,
    )
  for (const name of (await countersOf(db)).keys()) {
    const given = counters.get(name) ?? 0
    const last = sql`(select greatest(coalesce(max(id), 0), cast(${given} as bigint)) from ${sql.table(name)})`
    if (engine === 'sqlite')
      await sql`update sqlite_sequence set seq = max(seq, ${given}) where name = ${name}`.execute(db)
    else await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last}) where ${last} > 0`.execute(db)
  }
}
