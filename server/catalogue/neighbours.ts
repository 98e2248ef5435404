import { sql } from 'kysely'
import type { SusedniPoNazivu } from '#contract/fields.ts'
import type { Db } from '#server/db/schema.ts'
import { existing } from '#server/refusal.ts'

/** The rows of a catalogue before and after one by name, then ID, each by a step of the index of names. */
export async function neighboursByName(db: Db, table: 'materijal' | 'proizvod', id: string): Promise<SusedniPoNazivu> {
  const { naziv_red } = await existing(db.selectFrom(table).select('naziv_red').where('id', '=', id).executeTakeFirst())
  const next = async (sign: '<' | '>', direction: 'asc' | 'desc') => {
    const { rows } = await sql<{ id: string; naziv: string }>`
      select id, naziv from ${sql.table(table)} where (naziv_red, id) ${sql.raw(sign)} (${naziv_red}, ${id})
      order by naziv_red ${sql.raw(direction)}, id ${sql.raw(direction)} limit 1`.execute(db)
    return rows[0] ?? null
  }
  return { prethodni: await next('<', 'desc'), sledeci: await next('>', 'asc') }
}
