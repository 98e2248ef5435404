import { type SqlBool, sql } from 'kysely'
import type { OtpadStanje } from '#contract/otpad.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { type DatedWaste, wasteBalance } from '#domain/waste-balance.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Period } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { dividedDraws } from './draw-parts.ts'
import { NO_LOT } from './ledger-sql.ts'

/** Lines with waste whose draws lie in memory at once. */
const LINES_AT_ONCE = 5000

/**
 * The waste of each of these materials (all, unless some are named) over a period, by their IDs: opening balance, from
 * exports, disposed of, closing balance. Materials that never had any are left out.
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

/** All waste that came and all that was disposed of, by material, in no order; one disposal may be left out. */
export async function wasteMoves(
  db: Db,
  materials: readonly string[] | null,
  without: number | null = null,
): Promise<Map<string, DatedWaste[]>> {
  const moves = new Map<string, DatedWaste[]>()
  const note = (materijal_id: string, move: DatedWaste) => {
    const known = moves.get(materijal_id)
    if (known) known.push(move)
    else moves.set(materijal_id, [move])
  }
  for await (const draws of wasteOfExports(db, materials))
    for (const { materijal_id, ...draw } of draws) note(materijal_id, { ...draw, vrsta: null })
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

type Waste = { readonly materijal_id: string; readonly datum: CalendarDate; readonly kolicina: Micro }

/** The waste that exports gave of these materials (all, unless some are named), draw by draw, in portions. */
export async function* wasteOfExports(db: Db, materials: readonly string[] | null): AsyncGenerator<Waste[]> {
  const lines = materials ? await wastefulLinesOf(db, materials) : await wastefulLines(db)
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const draws = await dividedDraws(db, lines.slice(at, at + LINES_AT_ONCE), materials)
    // A shortage is no waste of any import.
    const wasted = draws.filter(({ c4_stavka_id, otpad }) => otpad > 0 && c4_stavka_id !== NO_LOT)
    yield wasted.map(({ materijal_id, datum, otpad }) => ({ materijal_id, datum, kolicina: otpad }))
  }
}

/** All exported lines with waste. */
async function wastefulLines(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from c1_stavka where sa_otpadom = 1 order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The lines with waste that drew from lots of these materials, found from the lots: a save must not walk all exports. */
async function wastefulLinesOf(db: Db, materials: readonly string[]): Promise<number[]> {
  const { list } = engineOf(db)
  const lots = await db
    .selectFrom('c4_stavka')
    .select('id')
    .where(sql<SqlBool>`materijal_id in ${list(materials)}`)
    .execute()
  if (lots.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct i.id from razduzenje r join c1_stavka i on i.id = r.c1_stavka_id and i.sa_otpadom = 1
    where r.c4_stavka_id in ${list(lots.map(({ id }) => id))}`.execute(db)
  return rows.map(({ id }) => id)
}
