import { sql } from 'kysely'
import { type Told, VRSTE, type Vrsta } from '#contract/audit.ts'
import { markUpTo } from '#server/audit/trail-mark.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * The time before now at which a new screen begins: changes made while it read its first data may be reported twice,
 * but are never missed.
 */
export const OVERLAP_MS = 5_000
/** With more new entries than this, everything has changed. */
export const MAX_TOLD_ENTRIES = 200

/** `sve` where nobody knows what changed; then `izmene` is empty. */
type Changes = { readonly cursor: string; readonly vrste: Vrsta[]; readonly izmene: Told[]; readonly sve: boolean }

const NOTHING = { vrste: [], izmene: [], sve: false }
const EVERYTHING = { vrste: [...VRSTE], izmene: [], sve: true }

/**
 * The changes after `since`, a cursor of an earlier answer: their kinds, the changed things, and the next cursor. A
 * cursor is the id of the newest entry and the mark of those before it (0 on SQLite): as long as the mark is the same,
 * none of them came up late. Where nothing is new, only the primary key is read.
 */
export async function findChanges(db: Db, since: string | undefined, now: number): Promise<Changes> {
  const mark = engineOf(db).name === 'postgres' ? markUpTo : () => sql<number>`0`
  if (since === undefined) {
    const told = await beginning(db, now)
    const { seen } = await db.selectNoFrom(mark(told).as('seen')).executeTakeFirstOrThrow()
    return { cursor: `${told}.${seen}`, ...NOTHING }
  }

  const [told = 0, seen = 0] = since.split('.').map(Number)
  // One statement, so that all of it is of one moment.
  const { newest, newMark, oldMark } = await db
    .selectNoFrom([
      sql<number>`coalesce((select max(id) from dnevnik), 0)`.as('newest'),
      // The mark is not read where nothing is new.
      sql<number>`case when (select max(id) from dnevnik) = ${told} then 0
        else ${mark(Number.MAX_SAFE_INTEGER)} end`.as('newMark'),
      mark(told).as('oldMark'),
    ])
    .executeTakeFirstOrThrow()
  const cursor = `${newest}.${newest === told ? oldMark : newMark}`
  // An entry came up late, or an older state of the database was restored; nobody knows which records changed.
  if (oldMark !== seen || newest < told) return { cursor, ...EVERYTHING }
  if (newest === told) return { cursor, ...NOTHING }

  const entries = await db
    .selectFrom('dnevnik')
    .select(['id', 'radnja', 'vrsta', 'predmet'])
    .where('id', '>', told)
    .orderBy('id')
    .limit(MAX_TOLD_ENTRIES + 1)
    .execute()
  // Behind that many entries a late one may lie outside of the watched ids already. No mark is 0 on PostgreSQL, so the
  // next answer reports everything once more.
  if (entries.length > MAX_TOLD_ENTRIES) return { cursor: `${newest}.0`, ...EVERYTHING }
  const changed = new Set(entries.map(({ vrsta }) => vrsta))
  return { cursor, vrste: VRSTE.filter((vrsta) => changed.has(vrsta)), izmene: entries, sve: false }
}

/** The newest entry of before the overlap; 0 when there is none. */
async function beginning(db: Db, now: number): Promise<number> {
  const entry = await db
    .selectFrom('dnevnik')
    .select('id')
    .where('vreme', '<', now - OVERLAP_MS)
    .orderBy('vreme', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.id ?? 0
}
