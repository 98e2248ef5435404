import { sql } from 'kysely'
import { restoreTexts, type Vrsta } from '#contract/audit.ts'
import { RESTORE_DAYS } from '#contract/limits.ts'
import { materialTexts } from '#contract/materials.ts'
import { odobrenjeTexts } from '#contract/odobrenja.ts'
import { razduzenjeTexts } from '#contract/ostala-razduzenja.ts'
import { otpadTexts } from '#contract/otpad.ts'
import { popisTexts } from '#contract/popisi.ts'
import { prilogTexts } from '#contract/prilozi.ts'
import { productTexts } from '#contract/products.ts'
import { KEPT } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { materialsById } from '#server/stock/log-change.ts'
import { lockMaterials } from '#server/stock/read-ledger.ts'

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
  popis: { table: 'popis', idOf: Number, there: popisTexts.there },
  prilog: { table: 'prilog', idOf: Number, there: prilogTexts.there },
} as const satisfies Partial<Record<Vrsta, object>>
export type Restorable = keyof typeof RESTORABLE

/** Of what a change by an import can be taken back. */
const IMPORTED = ['c4', 'c1', 'materijal', 'proizvod', 'kurs'] as const satisfies readonly Vrsta[]
const isImported = (vrsta: string) => IMPORTED.some((one) => one === vrsta)

const RESTORE_MS = RESTORE_DAYS * 24 * 60 * 60 * 1000

/**
 * Whether an entry is young enough at `now` (milliseconds since 1970) to be taken back, and a deletion, or a change
 * of something of which an import may have made it (`keepsAndIsNewest` says whether one did).
 */
export const isRestorable = (
  { radnja, vrsta, vreme }: Pick<Entry, 'radnja' | 'vrsta' | 'vreme'>,
  now: number,
): boolean =>
  vreme >= now - RESTORE_MS &&
  (radnja === 'obrisano' ? vrsta in RESTORABLE : radnja === 'izmenjeno' && isImported(vrsta))

type Entry = { readonly id: number; readonly radnja: string; readonly vrsta: string; readonly vreme: number }

const BEGINS_WITH_KEPT = `{"${KEPT}":`
/** That an entry `d` keeps what brings back what was there before it, and that none about the same thing stands on it. */
export const keepsAndIsNewest = sql<boolean>`substr(d.pre, 1, ${sql.lit(BEGINS_WITH_KEPT.length)}) = ${BEGINS_WITH_KEPT}
  and not exists (select 1 from dnevnik n where n.vrsta = d.vrsta and n.predmet = d.predmet and n.id > d.id)`

/** What an entry keeps of anything that it can bring back: its version, and the units of the materials that it refers to. */
export type Kept = { readonly verzija: number; readonly jedinice: Readonly<Record<string, string>> }
type Materials = Awaited<ReturnType<typeof materialsById>>

/** `izmena`: the entry about the change by an import; without it the last deletion is meant. `now`: milliseconds since 1970. */
type Asked = { readonly predmet: string | number; readonly now: number } & (
  | { readonly vrsta: Restorable; readonly izmena?: number | undefined }
  | { readonly vrsta: (typeof IMPORTED)[number]; readonly izmena: number }
)

/**
 * Takes the last deletion of a thing back, or what an import changed of it: `save` does it with what the entry kept, by
 * the same path as any other, and refuses what has taken its place. Refuses here where a deleted thing is there, where
 * anything stands on the import, where the entry is older than RESTORE_DAYS before `now`, and where a material is gone or
 * is counted in another unit; `save` is given these materials as they are now, locked. A change is saved over
 * `verzija + 1` of what was kept: whoever was quicker is told.
 */
export async function restore<K extends Kept, T>(
  tx: Tx,
  asked: Asked,
  save: (kept: K, materials: Materials) => Promise<T>,
): Promise<T> {
  // Of two at the same moment the second sees what the first one brought back; SQLite has one writer.
  if (engineOf(tx).locksRows)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`vrati ${asked.vrsta} ${asked.predmet}`}, 0))`.execute(tx)
  const entry = await (asked.izmena === undefined ? deletionOf(tx, asked) : importOf(tx, asked, asked.izmena))
  if (!isRestorable(entry, asked.now)) throw new Refusal('conflict', restoreTexts.expired)
  const kept: K | undefined = JSON.parse(entry.pre ?? '{}')[KEPT]
  if (!kept) throw new Refusal('conflict', restoreTexts.notKept)
  return save(kept, await sameMaterials(tx, kept.jedinice))
}

const entriesOf = (tx: Tx, { vrsta, predmet }: Asked) =>
  tx
    .selectFrom('dnevnik')
    .select(['id', 'radnja', 'vrsta', 'vreme', 'pre'])
    .where('vrsta', '=', vrsta)
    .where('predmet', '=', String(predmet))
    .orderBy('id', 'desc')
    .limit(1)

async function deletionOf(tx: Tx, asked: Asked) {
  const { table, there } = RESTORABLE[asked.vrsta as Restorable]
  const found = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', asked.predmet as never)
    .executeTakeFirst()
  if (found) throw new Refusal('conflict', there)
  return existing(entriesOf(tx, asked).where('radnja', '=', 'obrisano').executeTakeFirst())
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
