import { CompiledQuery, Kysely } from 'kysely'
import { refusedBy } from '#server/db/postgres/errors.ts'
import { openSqliteReader } from '#server/db/sqlite/open-sqlite.ts'
import { assertNewest } from './migrate.ts'
import type { Place } from './open.ts'
import type { Db, Schema } from './schema.ts'

/**
 * Lets `work` read the database as it is at one moment, on a connection of its own that can't write. Others go on
 * working meanwhile, in this process and in any other. Refuses a schema that is not the newest.
 */
export async function inSnapshot<T>({ databaseUrl, dataDir }: Place, work: (db: Db) => Promise<T>): Promise<T> {
  const reader = databaseUrl ? null : openSqliteReader(dataDir)
  const db = new Kysely<Schema>({
    dialect: reader?.dialect ?? (await import('#server/db/postgres/open-postgres.ts')).openPostgres(databaseUrl ?? ''),
  })
  const begin = reader ? 'begin' : 'begin isolation level repeatable read read only'
  let isOpen = reader !== null
  try {
    return await db.connection().execute(async (connection) => {
      await connection.executeQuery(CompiledQuery.raw(begin))
      try {
        await assertNewest(connection)
        isOpen = true
        return await work(connection)
      } finally {
        await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      }
    })
  } catch (error) {
    throw isOpen ? error : refusedBy('DATABASE_URL', error)
  } finally {
    await db.destroy()
    reader?.close()
  }
}
