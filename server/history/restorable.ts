import { sql } from 'kysely'
import type { AuditRow } from '#contract/audit.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { isRestorable, keepsAndIsNewest, RESTORABLE, type Restorable } from '#server/documents/restore.ts'

/**
 * Rows of the trail, those marked that can be taken back at `now`: the last deletion of something that is not there,
 * and what an import changed where nothing stands on it. What has taken its place besides (a number) is told when it is tried.
 */
export async function markRestorable<Row extends Pick<AuditRow, 'id' | 'radnja' | 'vrsta' | 'predmet' | 'vreme'>>(
  db: Db,
  rows: readonly Row[],
  now: number,
): Promise<(Row & { moze_vratiti: boolean })[]> {
  const young = rows.filter((row) => isRestorable(row, now))
  const asked = Map.groupBy(
    young.filter(({ radnja }) => radnja === 'obrisano'),
    ({ vrsta }) => vrsta as Restorable,
  )
  const marked = new Set(
    await importsOf(
      db,
      young.filter(({ radnja }) => radnja !== 'obrisano'),
    ),
  )
  for (const [vrsta, deletions] of asked) for (const id of await lastOf(db, vrsta, deletions)) marked.add(id)
  return rows.map((row) => ({ ...row, moze_vratiti: marked.has(row.id) }))
}

/** The ids of those of these changes that an import made and nothing stands on. */
async function importsOf(db: Db, changes: readonly { id: number }[]): Promise<number[]> {
  if (changes.length === 0) return []
  const ids = engineOf(db).list(changes.map(({ id }) => id))
  const { rows } = await sql<{ id: number }>`
    select d.id from dnevnik d where d.id in ${ids} and ${keepsAndIsNewest}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The ids of these deletions that are the last ones of things that are not there. */
async function lastOf(db: Db, vrsta: Restorable, deletions: readonly { predmet: string }[]): Promise<number[]> {
  const { list } = engineOf(db)
  const ids = [...new Set(deletions.map(({ predmet }) => predmet))]
  const { table, idOf } = RESTORABLE[vrsta]
  const stored = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', list(ids.map(idOf)) as never)
    .execute()
  const there = new Set(stored.map(({ id }) => String(id)))
  const gone = ids.filter((id) => !there.has(id))
  if (gone.length === 0) return []
  const last = await db
    .selectFrom('dnevnik')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('vrsta', '=', vrsta)
    .where('predmet', 'in', list(gone))
    .where('radnja', '=', 'obrisano')
    .groupBy('predmet')
    .execute()
  return last.map(({ id }) => Number(id))
}
