import { Kysely, sql } from 'kysely'
import { refusedBy } from '#server/db/postgres/errors.ts'
import { openSqliteInMemory } from '#server/db/sqlite/open-sqlite.ts'
import { engineOf } from './engine.ts'
import { MIGRATIONS, migrate, NEWEST } from './migrate.ts'
import type { Place } from './open.ts'
import type { Db, Schema } from './schema.ts'

/** The parts of a database: each table, column, rule, index, trigger and function by its name, and its text. */
type Catalogue = ReadonlyMap<string, string>

/** The parts that this database should have; null if its user may not make a schema for comparison. */
export async function wantedAt({ databaseUrl }: Place): Promise<Catalogue | null> {
  if (!databaseUrl) return wantedSqlite()
  try {
    return await wantedPostgres(databaseUrl)
  } catch (error) {
    throw refusedBy('DATABASE_URL', error)
  }
}

/** The parts of an SQLite database of this version, as this program makes it. */
export async function wantedSqlite(version = NEWEST): Promise<Catalogue> {
  const { dialect, close } = openSqliteInMemory()
  try {
    const db: Db = new Kysely<Schema>({ dialect })
    await migrate(db, version)
    return await catalogueOf(db)
  } finally {
    close()
  }
}

/** SQLSTATE of a missing right. */
const INSUFFICIENT_PRIVILEGE = '42501'
const SCHEMA = 'zalihe_provera'

/**
 * The schema is made beside the real one in a transaction that is undone: nobody sees it, and it takes no lock of the
 * real one.
 */
async function wantedPostgres(databaseUrl: string): Promise<Catalogue | null> {
  const { openPostgres } = await import('#server/db/postgres/open-postgres.ts')
  const db: Db = new Kysely<Schema>({ dialect: openPostgres(databaseUrl) })
  try {
    return await db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection)
      try {
        await sql`create schema ${sql.id(SCHEMA)}`.execute(connection)
        await sql`set local search_path to ${sql.id(SCHEMA)}`.execute(connection)
        for (const load of Object.values(MIGRATIONS)) await (await load()).up(connection)
        return await catalogueOf(connection)
      } finally {
        await sql`rollback`.execute(connection)
      }
    })
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return null
    throw error
  } finally {
    await db.destroy()
  }
}

/** A Serbian sentence about the first part that is missing, differs or is foreign; null if there is none. */
export async function schemaFault(db: Db, wanted: Catalogue): Promise<string | null> {
  const found = await catalogueOf(db)
  for (const [name, text] of wanted) {
    const stands = found.get(name)
    if (stands === undefined) return `U bazi nedostaje ${name}.`
    if (stands !== text) return `U bazi je izmenjen ${name}: ${stands}`
  }
  for (const name of found.keys()) if (!wanted.has(name)) return `U bazi postoji ${name}, koji program nije napravio.`
  return null
}

async function catalogueOf(db: Db): Promise<Catalogue> {
  const { rows } = await engineOf(db).schemaObjects.execute(db)
  return new Map(rows.map(({ name, text }) => [name, text]))
}
