import { sql } from 'kysely'
import { sentences } from '#contract/errors.ts'
import type { SusedniPoNazivu } from '#contract/fields.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { existing, Refusal } from '#server/refusal.ts'

/** The tables whose rows the user names himself and changes under a version. */
type Table = 'materijal' | 'proizvod'
type Row = Readonly<Record<string, string | number>> & { readonly id: string }

/**
 * Keeps everybody else from changing, removing or beginning to refer to these rows until the transaction ends. Rows
 * are locked in one order, so that no two transactions wait for each other.
 */
export async function lockRows(tx: Tx, table: Table, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom(table)
    .select('id')
    .where(sql<boolean>`id in ${engineOf(tx).list(ids)}`)
    .orderBy('id')
    .modifyEnd(engineOf(tx).forUpdate)
    .execute()
}

/**
 * Adds rows, and changes locked ones and raises their versions, in two statements whatever their number. All rows of a
 * call have the same columns. Refuses a new ID that somebody has added meanwhile: the caller has not seen the row that
 * it would overwrite.
 */
export async function writeRows(
  tx: Tx,
  table: Table,
  { added, changed }: { added: readonly Row[]; changed: readonly Row[] },
): Promise<void> {
  if (added.length > 0) {
    const { names, rows } = namesAndRows(tx, added)
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (${sql.join(names)}, verzija) select ${sql.join(names)}, 1 from ${rows} g
      where true order by id on conflict (id) do nothing`.execute(tx)
    if (Number(numAffectedRows) < added.length) throw new Refusal('conflict', sentences.changedMeanwhile)
  }
  if (changed.length > 0) {
    const { names, rows } = namesAndRows(tx, changed)
    const assigned = names.map((name) => sql`${name} = g.${name}`)
    await sql`
      update ${sql.table(table)} set ${sql.join(assigned)}, verzija = verzija + 1 from ${rows} g
      where ${sql.table(table)}.id = g.id`.execute(tx)
  }
}

function namesAndRows(tx: Tx, rows: readonly Row[]) {
  const types = Object.entries(rows[0] ?? {}).map(
    ([name, value]) => [name, typeof value === 'number' ? 'int' : 'text'] as const,
  )
  return { names: types.map(([name]) => sql.ref(name)), rows: engineOf(tx).rows(Object.fromEntries(types), rows) }
}

/** The rows before and after one of a catalogue, by name, then ID; each costs one step in the index of names. */
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
