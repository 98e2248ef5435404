import { sql } from 'kysely'
import { hasWaste, isWaste } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { MAX_ENTERED } from '#domain/decimal.ts'
import type { Db } from '#server/db/schema.ts'
import { type MaterialNorm, normativOf, normativText } from '#server/stock/c1-line-texts.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { pages } from './all-in-pages.ts'
import { Difference, expectSame } from './difference.ts'
import { exportLine, exportName, lotName } from './line-names.ts'

/** How many lines of exports are read at a time, with what they drew. */
const PAGE_LINES = 1000

type Line = { id: number; broj_c1: string; datum: CalendarDate; pozicija: number; normativ: string; sa_otpadom: 0 | 1 }

/**
 * Checks every line of an export for faults that a material by itself does not show (verify-ledger.ts): its normativ
 * can be read, the ledger has rows of exactly these materials, and each row is from a lot of its material. Throws the
 * first Difference.
 */
export async function verifyRequirements(db: Db): Promise<void> {
  const read = (after: number): Promise<Line[]> =>
    db
      .selectFrom('c1_stavka')
      .innerJoin('c1', 'c1.id', 'c1_id')
      .select(['c1_stavka.id', 'broj_c1', 'datum', 'pozicija', 'normativ', 'sa_otpadom'])
      .where('c1_stavka.id', '>', after)
      .orderBy('c1_stavka.id')
      .limit(PAGE_LINES)
      .execute()
  for await (const lines of pages(0, read, ({ id }) => id)) {
    const materials = await materialsOf(db, lines[0]?.id ?? 0, lines.at(-1)?.id ?? 0)
    for (const line of lines) verifyLine(line, materials.get(line.id) ?? [])
  }
  await verifyParents(db)
}

/** The materials with rows in the ledger, by line, from one id to another. */
async function materialsOf(db: Db, first: number, last: number): Promise<Map<number, { materijal_id: string }[]>> {
  const rows = await db
    .selectFrom('razduzenje')
    .select(['c1_stavka_id', 'materijal_id'])
    .where('c1_stavka_id', '>=', first)
    .where('c1_stavka_id', '<=', last)
    .orderBy('c1_stavka_id')
    .orderBy('materijal_id')
    .execute()
  return Map.groupBy(rows, ({ c1_stavka_id }) => c1_stavka_id)
}

function verifyLine(line: Line, rows: readonly { materijal_id: string }[]) {
  const name = exportLine(line)
  const norms = verifiedNorms(name, line.normativ)
  expectSame(`${name}: oznaka otpada`, line.sa_otpadom, norms.some(hasWaste) ? 1 : 0)
  const needed = new Set(norms.map(({ materijal_id }) => materijal_id))
  const booked = new Set(rows.map(({ materijal_id }) => materijal_id))
  for (const materijal_id of booked) if (!needed.has(materijal_id)) throw notNeeded(name, materijal_id)
  for (const materijal_id of needed)
    if (!booked.has(materijal_id))
      throw new Difference(`${name}: potreba materijala ${materijal_id} nema svoje razduženje.`)
}

/** Looks for a row of a missing material or lot, or of a lot of another material: no reference guards these. */
async function verifyParents(db: Db) {
  const { rows } = await sql<{
    c1_stavka_id: number
    materijal_id: string
    c4_stavka_id: number
    known: string | null
    other: string | null
  }>`
    select r.c1_stavka_id, r.materijal_id, r.c4_stavka_id, m.id as known, l.materijal_id as other
    from razduzenje r left join materijal m on m.id = r.materijal_id left join c4_stavka l on l.id = r.c4_stavka_id
    where m.id is null
      or (r.c4_stavka_id <> ${sql.lit(NO_LOT)} and (l.id is null or l.materijal_id <> r.materijal_id))
    order by r.c1_stavka_id, r.materijal_id, r.c4_stavka_id limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return
  const { materijal_id, c4_stavka_id, known, other } = row
  const name = await exportName(db, row.c1_stavka_id)
  if (known === null) throw new Difference(`${name}: materijal ${materijal_id} iz normativa ne postoji.`)
  const where = `${name}: razduženje materijala ${materijal_id} je iz`
  if (other === null) throw new Difference(`${where} stavke C4 ${c4_stavka_id}, koja ne postoji.`)
  throw new Difference(`${where} ${await lotName(db, c4_stavka_id)}, a to je lot materijala ${other}.`)
}

/** The difference of a draw or shortage whose material does not stand in the normativ of its line. */
export const notNeeded = (name: string, materijal_id: string): Difference =>
  new Difference(`${name}: razduženje materijala ${materijal_id} nema svoju potrebu u normativu stavke.`)

/** The normativ of a line, when it is written as `normativText` writes it. */
function verifiedNorms(name: string, text: string): MaterialNorm[] {
  const norms = readNorms(text)
  if (norms === null) throw new Difference(`${name}: normativ nije ispravno zapisan.`)
  expectSame(`${name}: normativ`, text, normativText(norms))
  for (const [at, norm] of norms.entries()) {
    const { materijal_id, potrebna_kolicina } = norm
    if (norms[at - 1]?.materijal_id === materijal_id)
      throw new Difference(`${name}: materijal ${materijal_id} se ponavlja u normativu.`)
    if (potrebna_kolicina <= 0 || potrebna_kolicina > MAX_ENTERED)
      throw new Difference(`${name}: potrebna količina materijala ${materijal_id} je izvan dozvoljenog opsega.`)
    if (!isWaste(norm))
      throw new Difference(`${name}: otpad i gubitak materijala ${materijal_id} su izvan dozvoljenog opsega.`)
  }
  return norms
}

/** Null for a text that is no list of materials and integers. */
function readNorms(text: string): MaterialNorm[] | null {
  try {
    const norms = normativOf(text)
    const right = norms.every(
      ({ materijal_id, ...norm }) =>
        typeof materijal_id === 'string' &&
        [norm.potrebna_kolicina, norm.otpad_procenat, norm.gubitak_procenat].every(Number.isSafeInteger),
    )
    return right ? norms : null
  } catch {
    return null
  }
}
