// Databases with their schema, made once for a run of tests and copied by each that needs an empty one: running the
// migrations takes a second on PostgreSQL and a twelfth of one on SQLite, a copy a sixth of that.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { openStore, type Store } from '#server/db/open.ts'
import { databaseFile } from '#server/db/sqlite/open-sqlite.ts'

/** Where this run keeps them, in the environment of its tests. */
type Templates = { TEST_SQLITE_TEMPLATE?: string; TEST_POSTGRES_TEMPLATE?: string }
const templates: Templates = process.env

/** Makes both below a folder and on a server, and answers what tests are told of them. */
export async function makeTemplates(folder: string, serverUrl: string | undefined): Promise<Templates> {
  const dataDir = join(folder, 'sqlite')
  mkdirSync(dataDir)
  await (await openStore({ dataDir })).close()
  const made = { TEST_SQLITE_TEMPLATE: databaseFile(dataDir) }
  if (!serverUrl) return made
  const name = 'test_template'
  await onServer(serverUrl, `create database ${name}`)
  await (await openSeeded(databaseUrl(serverUrl, name))).close()
  return { ...made, TEST_POSTGRES_TEMPLATE: name }
}

/** Lays a database with its schema into an empty folder; without a template the first who opens it makes it. */
export function fillDataDir(dataDir: string): void {
  if (templates.TEST_SQLITE_TEMPLATE) copyFileSync(templates.TEST_SQLITE_TEMPLATE, databaseFile(dataDir))
}

/** A new database of this name on the server, with its schema and a copy of what the migrations put in. */
export async function newDatabase(serverUrl: string, name: string): Promise<Store> {
  const template = templates.TEST_POSTGRES_TEMPLATE
  await onServer(serverUrl, `create database ${name}${template ? ` template ${template}` : ''}`)
  const url = databaseUrl(serverUrl, name)
  return template ? openStore({ databaseUrl: url, dataDir: '' }) : openSeeded(url)
}

async function openSeeded(url: string): Promise<Store> {
  const store = await openStore({ databaseUrl: url, dataDir: '' })
  await sql.raw(KEEP_SEED).execute(store.read)
  return store
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const TABLES = "select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'"

/** Keeps the rows of the migrations: they come back after every test. */
const KEEP_SEED = `do $$ declare name text; begin
  create schema seed;
  for name in ${TABLES} loop execute format('create table seed.%I as table public.%I', name, name); end loop;
end $$`

/** Brings a database of `newDatabase` back to what it was. */
export const EMPTY = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in ${TABLES} loop
    execute format('delete from public.%I', name);
    execute format('insert into public.%I select * from seed.%I', name, name);
  end loop;
  perform setval(format('public.%I', sequencename)::regclass, 1, false) from pg_sequences where schemaname = 'public';
end $$`

/** One statement on the server itself. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
