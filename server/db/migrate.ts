import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { HOLD_CLOSING } from './closing.ts'
import { NewerDatabase } from './engine.ts'
import { BY_INDEX } from './look-up.ts'
import type { Db, Schema } from './schema.ts'

/**
 * Every version of the schema, in order. A released one never changes: a change is a new version. They are loaded when
 * they are needed, which is seldom at a start.
 */
export const MIGRATIONS: Readonly<Record<string, () => Promise<Migration>>> = {
  '0001-1.0.0': () => import('#server/db/migrations/0001-start.ts'),
  '0002-1.1.0': () => import('#server/db/migrations/0002-next.ts'),
}

/** The version of this program. */
export const NEWEST = Object.keys(MIGRATIONS).sort().at(-1) as string
const TABLE = 'kysely_migration'

/**
 * Brings the schema up to date, or up to `version`, in one transaction: if the process dies, nothing has changed.
 * Refuses, with a sentence, a database of a newer program.
 */
export async function migrate(db: Kysely<Schema>, version = NEWEST): Promise<void> {
  if ((await versionOf(db)) === version) return
  const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } })
  const { error } = await migrator.migrateTo(version)
  if (error) throw error instanceof Error ? error : new Error(String(error))
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded = Object.entries(MIGRATIONS).map(async ([name, load]) => [name, await load()] as const)
  return Object.fromEntries(await Promise.all(loaded))
}

/** Refuses a database whose schema is not the newest; for readers, who cannot bring it up to date. */
export async function assertNewest(db: Kysely<Schema>): Promise<void> {
  if (await isNewest(db)) return
  throw new Error('Baza je prazna ili je iz starije verzije programa. Pokrenite program (npm start), pa ponovite.')
}

/** True if the schema is this program's; an older one is not, a newer one is refused. */
const isNewest = async (db: Kysely<Schema>): Promise<boolean> => (await versionOf(db)) === NEWEST

/** The newest version that a database has been through; undefined for an empty one. Refuses that of a newer program. */
export async function versionOf(db: Kysely<Schema>): Promise<string | undefined> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === TABLE)) return undefined
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(db)
  const first = rows[0]
  if (first && !(first.name in MIGRATIONS))
    throw new Error(
      `Bazu je napravila probna verzija programa, pre 1.0.0 (${first.name}): ne može da se preuzme. ` +
        'Ova verzija počinje sa praznom bazom.',
    )
  const newer = rows.find(({ name }) => !(name in MIGRATIONS))
  if (newer) throw new Error(`Bazu je napravila novija verzija programa (${newer.name}). Instalirajte tu ili noviju.`)
  return rows.at(-1)?.name
}

/** The newest version that a newer program has brought the database to since this one opened it; null without one. */
export const NEWER_VERSION = sql<string | null>`
  (select name from ${sql.table(TABLE)} where name not in (${sql.join(Object.keys(MIGRATIONS).map((name) => sql.lit(name)))})
  order by name desc limit 1)`

const LOOK = sql<{ newer: string | null }>`select ${NEWER_VERSION} as newer`
const BEGIN_SAVE = sql<{ newer: string | null }>`select ${NEWER_VERSION} as newer, ${HOLD_CLOSING}, ${BY_INDEX}`

/** The first statement of a save on PostgreSQL; throws where a newer program has migrated the database since it was opened. */
export const beginSave = (db: Db): Promise<void> => assertNotNewer(db, BEGIN_SAVE)

/** Throws where a newer program has migrated the database since it was opened. */
export const refuseNewer = (db: Db): Promise<void> => assertNotNewer(db, LOOK)

/** Its rows mean things that this program does not know. */
async function assertNotNewer(db: Db, question: RawBuilder<{ newer: string | null }>) {
  const { rows } = await question.execute(db)
  const newer = rows[0]?.newer
  if (newer) throw new NewerDatabase(newer)
}
