import { sql } from 'kysely'
import { type AuditRow, restoreTexts, type Vrsta } from '#contract/audit.ts'
import { RESTORE_DAYS } from '#contract/limits.ts'
import { KEPT } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { materialsById } from '#server/stock/log-change.ts'
import { lockMaterials } from '#server/stock/read-ledger.ts'

const RESTORE_MS = RESTORE_DAYS * 24 * 60 * 60 * 1000
const BEGINS_WITH_KEPT = `{"${KEPT}":`

/**
 * Rows of the trail, with a mark on those that can be taken back at `now` (milliseconds since 1970): a deletion, or a
 * change by an import that keeps the earlier state, while it is the newest entry about its record. Other obstacles (a
 * number that is taken) show only on the attempt.
 */
export async function markRestorable<Row extends Pick<AuditRow, 'id' | 'radnja' | 'vreme'>>(
  db: Db,
  rows: readonly Row[],
  now: number,
): Promise<(Row & { moze_vratiti: boolean })[]> {
  const young = rows.filter(
    ({ radnja, vreme }) => ['obrisano', 'izmenjeno'].includes(radnja) && vreme >= now - RESTORE_MS,
  )
  const marked = new Set(
    await restorableOf(
      db,
      young.map(({ id }) => id),
    ),
  )
  return rows.map((row) => ({ ...row, moze_vratiti: marked.has(row.id) }))
}

async function restorableOf(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select d.id from dnevnik d where d.id in ${engineOf(db).list(ids)}
      and substr(d.pre, 1, ${sql.lit(BEGINS_WITH_KEPT.length)}) = ${BEGINS_WITH_KEPT}
      and not exists (select 1 from dnevnik n where n.vrsta = d.vrsta and n.predmet = d.predmet and n.id > d.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The facts that an entry keeps of every record that it can bring back: its version, the units of its materials. */
export type Kept = { readonly verzija: number; readonly jedinice: Readonly<Record<string, string>> }
type Materials = Awaited<ReturnType<typeof materialsById>>

type Asked = {
  readonly vrsta: Vrsta
  readonly predmet: string | number
  /** The id of the entry about the change by an import; undefined for the last deletion. */
  readonly izmena?: number | undefined
  /** The sentence for a record that is not deleted; the default is about documents. */
  readonly there?: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Takes back the last deletion of a record, or the change of an import. `save` writes the kept facts as any other save
 * does, and refuses where another record has their place. `restore` refuses a record that is not deleted, an import
 * with a later change, an entry older than RESTORE_DAYS before `now`, and a material that is gone or has another unit.
 * `save` gets these materials as they are now, locked. It undoes imports over `verzija + 1`: a later change conflicts.
 */
export async function restore<K extends Kept, T>(
  tx: Tx,
  asked: Asked,
  save: (kept: K, materials: Materials) => Promise<T>,
): Promise<T> {
  // The second of two calls at the same moment sees the work of the first; SQLite has one writer.
  if (engineOf(tx).locksRows)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`vrati ${asked.vrsta} ${asked.predmet}`}, 0))`.execute(tx)
  const entry = await (asked.izmena === undefined ? deletionOf(tx, asked) : importOf(tx, asked, asked.izmena))
  if (entry.vreme < asked.now - RESTORE_MS) throw new Refusal('conflict', restoreTexts.expired)
  const kept: K | undefined = JSON.parse(entry.pre ?? '{}')[KEPT]
  if (!kept) throw new Refusal('conflict', restoreTexts.notKept)
  return save(kept, await sameMaterials(tx, kept.jedinice))
}

const entriesOf = (tx: Tx, { vrsta, predmet }: Asked) =>
  tx
    .selectFrom('dnevnik')
    .select(['id', 'radnja', 'vreme', 'pre'])
    .where('vrsta', '=', vrsta)
    .where('predmet', '=', String(predmet))
    .orderBy('id', 'desc')
    .limit(1)

/** Every change is in the trail, so a record exists where its newest entry is no deletion. */
async function deletionOf(tx: Tx, asked: Asked) {
  const newest = await existing(entriesOf(tx, asked).executeTakeFirst())
  if (newest.radnja !== 'obrisano') throw new Refusal('conflict', asked.there ?? restoreTexts.documentThere)
  return newest
}

async function importOf(tx: Tx, asked: Asked, izmena: number) {
  const entry = await existing(entriesOf(tx, asked).where('id', '=', izmena).executeTakeFirst())
  if (entry.radnja !== 'izmenjeno' || !entry.pre?.startsWith(BEGINS_WITH_KEPT))
    throw new Refusal('conflict', restoreTexts.notImported)
  const newest = await entriesOf(tx, asked).executeTakeFirst()
  if (newest?.id !== entry.id) throw new Refusal('conflict', restoreTexts.changedSince)
  return entry
}

/** The materials of these units, locked; refuses where one is gone, or has another unit. */
async function sameMaterials(tx: Tx, units: Kept['jedinice']): Promise<Materials> {
  const ids = new Set(Object.keys(units))
  await lockMaterials(tx, [...ids])
  const materials = await materialsById(tx, ids)
  for (const { materijal_id, jedinica_mere } of materials) {
    const was = units[materijal_id] ?? ''
    if (was !== jedinica_mere) throw new Refusal('conflict', restoreTexts.otherUnit(materijal_id, was, jedinica_mere))
    ids.delete(materijal_id)
  }
  if (ids.size > 0) throw new Refusal('conflict', restoreTexts.materialsGone([...ids]))
  return materials
}
