import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  type Columns,
  comma,
  type Engine,
  type Integrity,
  missingParent,
  NewerDatabase,
  onConflictAdd,
  type SchemaObject,
  TRAIL,
  tuplesOf,
  UNGUARDED,
  type Write,
} from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { meaningOf } from './errors.ts'

/** Has PostgreSQL check its indexes, references and counters, as far as the user may. Reads everything there is. */
async function checkIntegrity(db: Db): Promise<Integrity> {
  const amcheck = await amcheckOf(db)
  const leftOut = amcheck.leftOut && `indeksi PostgreSQL-a (${amcheck.leftOut})`
  const damage = amcheck.schema === null ? null : await indexFault(db, amcheck.schema)
  // PostgreSQL answers nothing more in a transaction after a failed statement.
  if (damage) return { damage, reference: null, unguarded: null, rule: null, leftOut }
  return {
    damage: await sequenceFault(db),
    reference: await referenceFault(db),
    unguarded: await trailFault(db),
    rule: null,
    leftOut,
  }
}

async function trailFault(db: Db): Promise<string | null> {
  const { rows } = await sql`
    select distinct tgrelid from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgrelid in (${sql.join(
      TRAIL.map((table) => sql`${table}::regclass`),
    )})`.execute(db)
  return rows.length === TRAIL.length ? null : UNGUARDED
}

type Reference = { child: string; parent: string; columns: string[]; keys: string[] }

async function referenceFault(db: Db): Promise<string | null> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      array(select attname::text from unnest(c.conkey) with ordinality k(number, place)
        join pg_attribute on attrelid = c.conrelid and attnum = k.number order by place) as columns,
      array(select attname::text from unnest(c.confkey) with ordinality k(number, place)
        join pg_attribute on attrelid = c.confrelid and attnum = k.number order by place) as keys
    from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
    order by 1, 2, c.conname`.execute(db)
  for (const { child, parent, columns, keys } of rows) {
    const present = sql.join(
      columns.map((column) => sql`child.${sql.ref(column)} is not null`),
      sql` and `,
    )
    const equal = sql.join(
      columns.map((column, i) => sql`parent.${sql.ref(keys[i] as string)} = child.${sql.ref(column)}`),
      sql` and `,
    )
    const shown = sql.join(
      columns.map((column) => sql`child.${sql.ref(column)}::text`),
      sql` || ', ' || `,
    )
    const orphans = await sql<{ shown: string }>`
      select ${shown} as shown from ${sql.table(child)} child
      where ${present} and not exists (select 1 from ${sql.table(parent)} parent where ${equal}) limit 1`.execute(db)
    const [orphan] = orphans.rows
    if (orphan) return missingParent(child, ` (${columns.join(', ')} = ${orphan.shown})`, parent)
  }
  return null
}

type Amcheck = { readonly schema: string; readonly leftOut: null } | { readonly schema: null; readonly leftOut: string }

/** The schema of amcheck. A call without the right would end the transaction, so the right is asked first. */
async function amcheckOf(db: Db): Promise<Amcheck> {
  const { rows } = await sql<{ schema: string; may: boolean }>`
    select n.nspname as schema,
      has_schema_privilege(n.oid, 'usage') and has_function_privilege(p.oid, 'execute') as may
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    join pg_proc p on p.pronamespace = n.oid and p.proname = 'bt_index_check' and p.pronargs = 2
    where e.extname = 'amcheck'`.execute(db)
  const [found] = rows
  if (!found) return { schema: null, leftOut: 'proširenje amcheck nije instalirano' }
  if (!found.may) return { schema: null, leftOut: 'korisnik nema pravo na bt_index_check iz proširenja amcheck' }
  return { schema: found.schema, leftOut: null }
}

/** PostgreSQL's classes for what is broken: its own state, and the files below it. */
const DAMAGE = /^(XX|58)/

/** amcheck compares each index with its table; it throws at the first fault, which ends a transaction. */
async function indexFault(db: Db, schema: string): Promise<string | null> {
  const indexes = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam and a.amname = 'btree'
    where c.relnamespace = current_schema()::regnamespace and i.indisvalid order by 1`.execute(db)
  for (const { name } of indexes.rows) {
    try {
      await sql`select ${sql.id(schema, 'bt_index_check')}(${name}::regclass, true)`.execute(db)
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string }
      if (!DAMAGE.test(code)) throw error
      return `Indeks ${name} je oštećen: ${message}.`
    }
  }
  return null
}

/** A counter behind its table, as after an incomplete restore, would refuse the next document. */
async function sequenceFault(db: Db): Promise<string | null> {
  const counted = await sql<{ table: string }>`
    select table_name as "table" from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES' order by 1`.execute(db)
  for (const { table } of counted.rows) {
    const { rows } = await sql<{ highest: number; last: number | null }>`
      select coalesce(max(id), 0) as highest, pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')) as last
      from ${sql.table(table)}`.execute(db)
    const { highest = 0, last = 0 } = rows[0] ?? {}
    if (highest > (last ?? 0)) return `Brojač tabele ${table} stoji na ${last ?? 0}, a postoji red ${highest}.`
  }
  return null
}

/** Without what the migrations keep for themselves, and what belongs to an extension. */
const schemaObjects = sql<SchemaObject>`
  with tables as (
    select oid, relname, relkind, quote_ident(current_schema()) || '.' as prefix from pg_class
    where relnamespace = current_schema()::regnamespace and relname not like 'kysely%'
      and not exists (select 1 from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e'))
  select 'relation ' || relname as name, relkind::text as text from tables where relkind not in ('i', 'S')
  union all
  select 'column ' || relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull::text,
    attidentity::text, (select collname from pg_collation c where c.oid = attcollation),
    (select replace(pg_get_expr(adbin, adrelid), prefix, '') from pg_attrdef where adrelid = attrelid and adnum = attnum))
  from pg_attribute join tables t on t.oid = attrelid where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'm')
  union all
  select 'constraint ' || relname || '.' || conname, replace(pg_get_constraintdef(c.oid), prefix, '')
  from pg_constraint c join tables t on t.oid = c.conrelid where contype <> 'n'
  union all
  select 'index ' || relname, replace(pg_get_indexdef(oid), prefix, '') from tables where relkind = 'i'
  union all
  select 'trigger ' || relname || '.' || tgname, tgenabled::text || ' ' || replace(pg_get_triggerdef(g.oid), prefix, '')
  from pg_trigger g join tables t on t.oid = g.tgrelid where not tgisinternal
  union all
  select 'function ' || p.proname, replace(pg_get_functiondef(p.oid), quote_ident(current_schema()) || '.', '')
  from pg_proc p where pronamespace = current_schema()::regnamespace and prokind in ('f', 'p')
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`

export const postgres: Engine = {
  name: 'postgres',
  async write(tx, writes) {
    const statements = writes.filter(({ rows }) => rows.length > 0).map(postgresWrite)
    const [last, ...others] = statements.reverse()
    if (!last) return
    const parts = others.map((statement, at) => sql`${sql.ref(`w${at}`)} as (${statement})`)
    const all = parts.length > 0 ? sql`with ${sql.join(parts)} ${last}` : last
    await all.execute(tx as Kysely<unknown>)
  },
  rows(columns, values) {
    const fields = Object.entries(columns).map(
      ([name, type], i) =>
        sql`(value ->> ${sql.lit(i)})${sql.raw(type === 'int' ? '::bigint' : ' collate "C"')} as ${sql.ref(name)}`,
    )
    return sql`(select ${sql.join(fields)} from jsonb_array_elements(${tuplesOf(columns, values)}::jsonb) value)`
  },
  list<T>(values: readonly T[]) {
    const type = typeof values[0] === 'number' ? 'bigint' : 'text'
    return sql<T>`(select value::${sql.raw(type)} as value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) value)`
  },
  // Bytes are compared at once, texts letter by letter. `textsend` gives the bytes that a client is sent: UTF-8 to ours.
  contains: (text, piece) => sql`position(${Buffer.from(piece)} in textsend(${text})) > 0`,
  wordsIn: null,
  locksRows: true,
  forUpdate: sql`for update`,
  forNoKeyUpdate: sql`for no key update`,
  forKeyShare: sql`for key share`,
  joinEach: (table, alias, ids) =>
    sql`cross join lateral (${ids}) chosen join ${sql.table(table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = chosen.id`,
  checkIntegrity,
  schemaObjects,
  isUniqueViolation: (error) => meaningOf(error).taken ?? false,
  isRetryable: (error) => meaningOf(error).retryable ?? false,
  outageOf: (error) => (error instanceof NewerDatabase ? 'newer' : (meaningOf(error).outage ?? null)),
}

/**
 * The rows are locked in one order, so that two transactions that add to the same rows seldom wait for each other in a
 * circle. PostgreSQL locks the rows of `update … from` in the order of its plan; a circle ends with 40P01, and the work
 * runs again (transactions.ts).
 */
function sortedBy<T extends Readonly<Record<string, unknown>>>(keys: Columns, rows: readonly T[]): T[] {
  const keyOf = (row: T) => JSON.stringify(Object.keys(keys).map((name) => row[name]))
  const pairs = rows.map((row) => ({ key: keyOf(row), row }))
  return pairs.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
}

function postgresWrite({ does: { verb, table, keys, columns }, rows }: Write): RawBuilder<unknown> {
  const set = Object.keys(columns)
  const found = Object.keys(keys)
  const g = postgres.rows({ ...keys, ...columns }, verb === 'update' ? rows : sortedBy(keys, rows))
  if (verb === 'update') {
    const assign = sql.raw(set.map((name) => `"${name}" = g."${name}"`).join(', '))
    const where = sql.raw(found.map((name) => `"${table}"."${name}" = g."${name}"`).join(' and '))
    return sql`update ${sql.table(table)} set ${assign} from ${g} g where ${where}`
  }
  const names = sql.raw(comma([...found, ...set]))
  const added = sql.raw(verb === 'add' ? onConflictAdd(table, found, set) : '')
  return sql`insert into ${sql.table(table)} (${names}) select ${names} from ${g} g ${added}`
}
