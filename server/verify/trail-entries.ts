import { sql } from 'kysely'
import type { Entry } from '#server/audit/seal.ts'
import type { Db } from '#server/db/schema.ts'
import { pages } from './all-in-pages.ts'

/** Before any number that a table can have: what somebody put in may have one below 1. */
export const BEFORE_ALL = Number.MIN_SAFE_INTEGER
/** How many entries are read at a time. */
export const PAGE_ENTRIES = 200

/** An entry as a sentence names it. */
export const named = ({ id, vreme }: Pick<Entry, 'id' | 'vreme'>): string => `zapis ${id} od ${momentOf(vreme)}`
/** A moment as a sentence names it. */
export const momentOf = (vreme: number): string => `${new Date(vreme).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Entries (`d`) by their ids, those that a condition selects, in pages. */
export const entriesWhere = (db: Db, condition: ReturnType<typeof sql>): AsyncGenerator<Entry[]> =>
  pages(
    BEFORE_ALL,
    async (after) => {
      const { rows } = await sql<Entry>`
        select d.* from dnevnik d where d.id > ${after} and ${condition}
        order by d.id limit ${sql.lit(PAGE_ENTRIES)}`.execute(db)
      return rows
    },
    ({ id }) => id,
  )
