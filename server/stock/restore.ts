import { restoreTexts, type Vrsta } from '#contract/audit.ts'
import { RESTORE_DAYS } from '#contract/limits.ts'
import { materialTexts } from '#contract/materials.ts'
import { odobrenjeTexts } from '#contract/odobrenja.ts'
import { razduzenjeTexts } from '#contract/ostala-razduzenja.ts'
import { otpadTexts } from '#contract/otpad.ts'
import { prilogTexts } from '#contract/prilozi.ts'
import { productTexts } from '#contract/products.ts'
import { KEPT } from '#server/audit/log.ts'
import type { Tx } from '#server/db/schema.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { materialsById } from './log-change.ts'
import { lockMaterials } from './open-ledger.ts'

const asText = (predmet: string): string | number => predmet
/** Of what a deletion can be taken back: its table, its id as it lies there, and what is said of one that is there. */
export const RESTORABLE = {
  c4: { table: 'c4', idOf: Number, there: restoreTexts.documentThere },
  c1: { table: 'c1', idOf: Number, there: restoreTexts.documentThere },
  materijal: { table: 'materijal', idOf: asText, there: materialTexts.exists },
  proizvod: { table: 'proizvod', idOf: asText, there: productTexts.exists },
  odobrenje: { table: 'odobrenje', idOf: Number, there: odobrenjeTexts.there },
  ostalo_razduzenje: { table: 'ostalo_razduzenje', idOf: Number, there: razduzenjeTexts.there },
  otpad: { table: 'otpad_raspored', idOf: Number, there: otpadTexts.there },
  prilog: { table: 'prilog', idOf: Number, there: prilogTexts.there },
} as const satisfies Partial<Record<Vrsta, object>>
export type Restorable = keyof typeof RESTORABLE

const RESTORE_MS = RESTORE_DAYS * 24 * 60 * 60 * 1000

/** Whether an entry is a deletion that is young enough at `now` (milliseconds since 1970) to be taken back. */
export const isRestorable = (entry: { radnja: string; vrsta: string; vreme: number }, now: number): boolean =>
  entry.radnja === 'obrisano' && entry.vrsta in RESTORABLE && entry.vreme >= now - RESTORE_MS

/** What the entry about a deletion keeps of anything: its version, and the units of the materials that it refers to. */
export type Kept = { readonly verzija: number; readonly jedinice: Readonly<Record<string, string>> }
type Materials = Awaited<ReturnType<typeof materialsById>>

/**
 * Takes the last deletion of a thing back: `save` does it with what the entry kept, by the same path as a new one, and
 * refuses what has taken its place. Refuses here where the thing is there, where the deletion is older than RESTORE_DAYS
 * before `now` (milliseconds since 1970), and where a material is gone or is counted in another unit; `save` is given
 * these materials as they are now, locked.
 */
export async function restore<K extends Kept, T>(
  tx: Tx,
  { vrsta, predmet, now }: { vrsta: Restorable; predmet: string | number; now: number },
  save: (kept: K, materials: Materials) => Promise<T>,
): Promise<T> {
  const { table, there } = RESTORABLE[vrsta]
  const found = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', predmet as never)
    .executeTakeFirst()
  if (found) throw new Refusal('conflict', there)
  const deletion = tx
    .selectFrom('dnevnik')
    .select(['radnja', 'vrsta', 'vreme', 'pre'])
    .where('vrsta', '=', vrsta)
    .where('predmet', '=', String(predmet))
    .where('radnja', '=', 'obrisano')
    .orderBy('id', 'desc')
    .limit(1)
  const entry = await existing(deletion.executeTakeFirst())
  if (!isRestorable(entry, now)) throw new Refusal('conflict', restoreTexts.expired)
  const kept: K | undefined = JSON.parse(entry.pre ?? '{}')[KEPT]
  if (!kept) throw new Refusal('conflict', restoreTexts.notKept)
  return save(kept, await sameMaterials(tx, kept.jedinice))
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
