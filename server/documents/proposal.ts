import { sql } from 'kysely'
import { searchText } from '#domain/search-text.ts'
import type { Db } from '#server/db/schema.ts'
import { FIRM_DOCUMENTS } from './firms.ts'

/**
 * What the newest document of this partner has in `columns`; nothing where it has none. Partners that are offered stand
 * in the FIRM_DOCUMENTS newest ones: further back nobody looks, however many there are.
 */
export async function lastOfPartner<T>(
  db: Db,
  table: 'c4' | 'c1',
  partner: string | undefined,
  columns: readonly (keyof T & string)[],
): Promise<Partial<T>> {
  if (partner === undefined) return {}
  const { rows } = await sql<T>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)} where id =
      (select id from
        (select id, datum, partner_trazi from ${sql.table(table)} order by datum desc, id desc limit ${FIRM_DOCUMENTS}) d
      where partner_trazi = ${searchText(partner)} order by datum desc, id desc limit 1)`.execute(db)
  return rows[0] ?? {}
}
