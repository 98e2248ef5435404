import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/** What the database finds wrong with itself, in Serbian; null where all is right. */
export type Integrity = {
  /** Pages, indexes and rows that can't be read as they were written: nothing else can be trusted. */
  readonly damage: string | null
  /** A row that refers to one that is not there. */
  readonly reference: string | null
  /** An audit trail that somebody could change. */
  readonly unguarded: string | null
  /** A row that breaks a rule of its table. */
  readonly rule: string | null
  /** What could not be looked at here. */
  readonly leftOut: string | null
}

const MAX_FAULTS = 100

/** Has the database check its own files and references, as far as the engine can. Reads everything there is. */
export async function checkIntegrity(db: Db): Promise<Integrity> {
  return engineOf(db).name === 'sqlite' ? checkSqlite(db) : checkPostgres(db)
}

async function checkSqlite(db: Db): Promise<Integrity> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(MAX_FAULTS)})`.execute(db)
  const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  const [damage] = faults.filter((text) => !text.startsWith('CHECK constraint failed'))
  const [rule] = faults
  const references = await sql<{ table: string; rowid: number | null; parent: string }>`
    pragma foreign_key_check`.execute(db)
  const [orphan] = references.rows
  return {
    damage: damage ? `Fajl baze je oštećen: ${damage}.` : null,
    reference: orphan
      ? missingParent(orphan.table, orphan.rowid === null ? '' : ` ${orphan.rowid}`, orphan.parent)
      : null,
    unguarded: await trailFaultSqlite(db),
    rule: rule ? `Baza sadrži red koji krši njena pravila: ${rule}.` : null,
    leftOut: null,
  }
}

const UNGUARDED = 'Dnevnik nije zaštićen od izmena: nedostaje okidač koji ih odbija.'
/** The tables of the trail; SQLite has a trigger for each way to change one, PostgreSQL one for all. */
const TRAIL = ['dnevnik', 'pomereno', 'pecat']
const GUARDS_SQLITE = 3

/** What is in the trail is looked at by server/verify/verify-trail.ts. */
async function trailFaultSqlite(db: Db): Promise<string | null> {
  const { rows } = await sql`
    select tbl_name from sqlite_master where type = 'trigger' and tbl_name in (${sql.join(TRAIL)})
    group by tbl_name having count(*) >= ${GUARDS_SQLITE}`.execute(db)
  return rows.length === TRAIL.length ? null : UNGUARDED
}

async function trailFaultPostgres(db: Db): Promise<string | null> {
  const { rows } = await sql`
    select distinct tgrelid from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgrelid in (${sql.join(
      TRAIL.map((table) => sql`${table}::regclass`),
    )})`.execute(db)
  return rows.length === TRAIL.length ? null : UNGUARDED
}

const missingParent = (table: string, row: string, parent: string) =>
  `Tabela ${table}: red${row} se poziva na red tabele ${parent} koji ne postoji.`

type Reference = { child: string; parent: string; columns: string[]; keys: string[] }

async function checkPostgres(db: Db): Promise<Integrity> {
  const amcheck = await amcheckOf(db)
  const leftOut = amcheck.leftOut && `indeksi PostgreSQL-a (${amcheck.leftOut})`
  const damage = amcheck.schema === null ? null : await indexFault(db, amcheck.schema)
  // In a transaction PostgreSQL answers nothing behind a statement that failed.
  if (damage) return { damage, reference: null, unguarded: null, rule: null, leftOut }
  return {
    damage: await sequenceFault(db),
    reference: await referenceFault(db),
    unguarded: await trailFaultPostgres(db),
    rule: null,
    leftOut,
  }
}

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

/** Where amcheck lies, asked before it is called: whoever may not would lose the whole transaction by trying. */
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

/** A counter that stands behind its table, as after an incomplete restore, would refuse the next document. */
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
