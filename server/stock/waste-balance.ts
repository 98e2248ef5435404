import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OtpadStanje } from '#contract/otpad.ts'
import { type DatedWaste, wasteBalance } from '#domain/waste-balance.ts'
import { breathe, isDue } from '#server/breathe.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { dividedDraws } from './draw-parts.ts'
import { NO_LOT } from './no-lot.ts'

/** Exported lines with waste that are read at once. */
const LINES_AT_ONCE = 500

/**
 * The waste of each of these materials (all, unless some are named) over a period, by their IDs: what there was, what came
 * of exports, what became of it and what is left. Materials that never had any are left out.
 */
export async function wasteBalances(
  db: Db,
  { datum_od, datum_do }: Period,
  materials: readonly string[] | null = null,
): Promise<OtpadStanje[]> {
  const moves = await wasteMoves(db, materials)
  if (moves.size === 0) return []
  const rows = await db
    .selectFrom('materijal')
    .select(['id as materijal_id', 'naziv as materijal_naziv', 'jedinica_mere'])
    .where(sql<SqlBool>`id in ${engineOf(db).list([...moves.keys()])}`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    ...wasteBalance(moves.get(row.materijal_id) ?? [], datum_od ?? null, datum_do ?? null),
  }))
}

/** What came as waste and what became of it, by material, in no order; one of the latter may be left out. */
export async function wasteMoves(
  db: Db,
  materials: readonly string[] | null,
  without: number | null = null,
): Promise<Map<string, DatedWaste[]>> {
  const wanted = materials && new Set(materials)
  const moves = new Map<string, DatedWaste[]>()
  const note = (materijal_id: string, move: DatedWaste) => {
    const known = moves.get(materijal_id)
    if (known) known.push(move)
    else moves.set(materijal_id, [move])
  }
  for (let after = 0; ; ) {
    const ids = await wastefulLines(db, after, materials)
    // What no lot covers is no waste of any import.
    for (const { materijal_id, datum, c4_stavka_id, otpad } of await dividedDraws(db, ids))
      if (otpad > 0 && c4_stavka_id !== NO_LOT && (!wanted || wanted.has(materijal_id)))
        note(materijal_id, { datum, vrsta: null, kolicina: otpad })
    const last = ids.at(-1)
    if (last === undefined || ids.length < LINES_AT_ONCE) break
    after = last
    if (isDue()) await breathe()
  }
  const raspored = await db
    .selectFrom('otpad_raspored')
    .select(['materijal_id', 'datum', 'vrsta', 'kolicina'])
    .$if(materials !== null, (query) =>
      query.where(sql<SqlBool>`materijal_id in ${engineOf(db).list(materials ?? [])}`),
    )
    .$if(without !== null, (query) => query.where('id', '<>', without as number))
    .execute()
  for (const { materijal_id, ...move } of raspored) note(materijal_id, move)
  return moves
}

/** The next lines with waste behind one, of exports that need these materials. */
async function wastefulLines(db: Db, after: number, materials: readonly string[] | null): Promise<number[]> {
  const drawing: RawBuilder<unknown> =
    materials === null
      ? sql``
      : sql`and exists (select 1 from razduzenje r
          where r.c1_stavka_id = c1_stavka.id and r.materijal_id in ${engineOf(db).list(materials)})`
  const { rows } = await sql<{ id: number }>`
    select id from c1_stavka where sa_otpadom = 1 and id > ${after} ${drawing}
    order by id limit ${LINES_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}
