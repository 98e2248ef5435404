import { sql } from 'kysely'
import { PACKED, unpackMoved } from '#server/audit/moved-exports.ts'
import { groupsOf } from '#server/audit/moved-index.ts'
import { type Entry, LATE_MS, newestSeal, otisakOf, type Seal } from '#server/audit/seal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { pages } from './all-in-pages.ts'
import { Difference } from './difference.ts'
import { BEFORE_ALL, entriesWhere, momentOf, named, PAGE_ENTRIES } from './trail-entries.ts'

/** A seal as an office has written it down: its number, and its hash or the beginning of that. */
export type Noted = Pick<Seal, 'redni' | 'otisak'>

/** A running program seals within seconds; entries that stay unsealed for longer are reported. */
const YOUNG_MS = 60_000

/**
 * Walks the chain of the audit trail: each seal follows from its entry and the seal before, none is missing, and no
 * entry was put in between. Compares `pomereno` with the entries. Answers a sentence about how far the trail is sealed,
 * and the newest seal; throws the first Difference.
 */
export async function verifyTrail(db: Db, noted: Noted | null, now = Date.now()): Promise<string> {
  const highest = await verifyChain(db)
  const open = { count: 0, oldest: now }
  let moved = 0
  for await (const page of unsealed(db)) {
    for (const entry of page) {
      if (isInserted(entry, highest)) throw inserted(entry)
      open.count++
      open.oldest = Math.min(open.oldest, entry.vreme)
    }
  }
  for await (const page of movers(db)) for (const entry of page) moved += await verifyMoved(db, entry)
  await refuseForeignMoves(db, moved)
  if (noted) await verifyNoted(db, noted)
  return sentenceOf(await newestSeal(db), open, now)
}

type Place = Pick<Entry, 'id' | 'vreme'>

/** True if an entry, sealed or not, behind one with a higher id is too old to have appeared late. */
const isInserted = ({ id, vreme }: Place, highest: Place) => id < highest.id && vreme <= highest.vreme - LATE_MS

const inserted = (entry: Place) =>
  new Difference(`U dnevnik je naknadno umetnut ${named(entry)}: stariji je od onih koji su pre njega zapečaćeni.`)

/** Answers the sealed entry with the highest id. */
async function verifyChain(db: Db): Promise<Place> {
  type Row = Seal & { [K in keyof Entry]: Entry[K] | null }
  const read = async (after: number) => {
    const { rows } = await sql<Row>`
      select p.redni, p.dnevnik_id, p.otisak, d.* from pecat p left join dnevnik d on d.id = p.dnevnik_id
      where p.redni > ${after} order by p.redni limit ${sql.lit(PAGE_ENTRIES)}`.execute(db)
    return rows
  }
  let last = { redni: 0, otisak: '' }
  let highest: Place = { id: 0, vreme: 0 }
  for await (const rows of pages(BEFORE_ALL, read, ({ redni }) => redni)) {
    for (const row of rows) {
      const { redni, dnevnik_id, otisak } = row
      if (redni !== last.redni + 1) throw new Difference(`U lancu dnevnika nedostaje pečat ${last.redni + 1}.`)
      if (row.id === null) throw new Difference(`U dnevniku nedostaje zapis ${dnevnik_id} (pečat ${redni}).`)
      const entry = row as Entry
      if (otisakOf(last.otisak, entry) !== otisak)
        throw new Difference(`Dnevnik: ${named(entry)} ne odgovara pečatu ${redni}: zapis ili lanac je izmenjen.`)
      if (isInserted(entry, highest)) throw inserted(entry)
      if (entry.id > highest.id) highest = entry
      last = { redni, otisak }
    }
  }
  return highest
}

const unsealed = (db: Db) => entriesWhere(db, sql`not exists (select 1 from pecat p where p.dnevnik_id = d.id)`)
const movers = (db: Db) => entriesWhere(db, sql`d.radnja = 'pomereno'`)

/** The exports that an entry says it moved, as `pomereno` has them. */
async function groupsIn(entry: Entry): Promise<Map<number, number>> {
  try {
    const packed = JSON.parse(entry.posle ?? '{}')[PACKED]
    if (typeof packed !== 'string') return new Map()
    return groupsOf((await unpackMoved(packed)).lines.map(({ c1_id }) => c1_id))
  } catch (error) {
    throw new Difference(`Dnevnik: ${named(entry)} ne može da se pročita: ${(error as Error).message}.`)
  }
}

/** Answers how many rows of `pomereno` the entry has. */
async function verifyMoved(db: Db, entry: Entry): Promise<number> {
  const groups = await groupsIn(entry)
  if (groups.size === 0) return 0
  const rows = await db
    .selectFrom('pomereno')
    .select(['grupa', 'izvozi'])
    .where('grupa', 'in', engineOf(db).list([...groups.keys()]))
    .where('dnevnik_id', '=', entry.id)
    .execute()
  const stored = new Map(rows.map(({ grupa, izvozi }) => [grupa, izvozi]))
  for (const [grupa, izvozi] of groups)
    if (stored.get(grupa) !== izvozi)
      throw new Difference(`Pomereni izvozi (grupa ${grupa}) nisu oni koje navodi ${named(entry)} u dnevniku.`)
  return groups.size
}

/** Every entry has its rows: as many rows as all have together, or some row is nobody's. */
async function refuseForeignMoves(db: Db, expected: number) {
  const { rows } = await sql<{ stored: number }>`select count(*) as stored from pomereno`.execute(db)
  if (rows[0]?.stored === expected) return
  type Row = { grupa: number; dnevnik_id: number }
  const read = async ([grupa, dnevnik_id]: [number, number]) => {
    const { rows } = await sql<Row>`
      select grupa, dnevnik_id from pomereno where (grupa, dnevnik_id) > (${grupa}, ${dnevnik_id})
      order by grupa, dnevnik_id limit ${sql.lit(PAGE_ENTRIES)}`.execute(db)
    return rows
  }
  for await (const page of pages<Row, [number, number]>([BEFORE_ALL, 0], read, ({ grupa, dnevnik_id: id }) => [
    grupa,
    id,
  ]))
    for (const { grupa, dnevnik_id } of page) {
      const entry = await db.selectFrom('dnevnik').selectAll().where('id', '=', dnevnik_id).executeTakeFirst()
      const isSaid = entry?.radnja === 'pomereno' && (await groupsIn(entry)).has(grupa)
      if (!isSaid) throw new Difference(`Pomereni izvozi (grupa ${grupa}): zapis ${dnevnik_id} dnevnika ih ne navodi.`)
    }
}

async function verifyNoted(db: Db, { redni, otisak }: Noted) {
  const seal = await db.selectFrom('pecat').select('otisak').where('redni', '=', redni).executeTakeFirst()
  if (!seal) throw new Difference(`Pečata ${redni} nema: kraj dnevnika je uklonjen, ili je ovo starija kopija.`)
  if (!seal.otisak.startsWith(otisak))
    throw new Difference(`Pečat ${redni} nije ${otisak}…, nego ${seal.otisak}: dnevnik je pisan iznova.`)
}

function sentenceOf({ redni, otisak }: Noted, { count, oldest }: { count: number; oldest: number }, now: number) {
  const sealed = redni > 0 ? `zapečaćeno zapisa ${redni}, poslednji pečat ${redni}:${otisak}` : 'ništa nije zapečaćeno'
  if (count === 0) return `Dnevnik: ${sealed}.`
  const since =
    now - oldest > YOUNG_MS ? `, i to od ${momentOf(oldest)}; program koji radi pečati ih svake sekunde` : ''
  return `Dnevnik: ${sealed}; još nije zapečaćeno ${count}${since}.`
}
