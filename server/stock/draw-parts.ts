import { sql } from 'kysely'
import { type Parts, partsOf } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, NO_QUANTITY } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Flag } from '#server/db/schema.ts'
import { NO_LOT } from '#server/stock/ledger-sql.ts'
import { normativOf } from './c1-line-texts.ts'

/** A row of the ledger: lot 0 is what no lot covers. */
type Draw = {
  readonly c1_stavka_id: number
  readonly materijal_id: string
  readonly c4_stavka_id: number
  readonly kolicina: Micro
  readonly usmereno: Flag
}

/** A draw of a line, and whether the line has waste. */
type OfLine = { readonly c1_stavka_id: number; readonly sa_otpadom: Flag }

/**
 * Answers the parts of these draws: in the product, waste, lost. A need with waste is divided over all of its draws,
 * oldest lot first, so its draws that are not given are read too.
 */
export async function partsOfDraws(db: Db, draws: readonly OfLine[]): Promise<(draw: Draw) => Parts> {
  const ids = new Set(draws.flatMap(({ c1_stavka_id, sa_otpadom }) => (sa_otpadom === 1 ? [c1_stavka_id] : [])))
  if (ids.size === 0) return undivided
  const parts = new Map<string, Parts>((await dividedDraws(db, [...ids])).map((draw) => [keyOf(draw), draw]))
  return (draw) => {
    const { ugradjeno, otpad, gubitak } = parts.get(keyOf(draw)) ?? undivided(draw)
    return { ugradjeno, otpad, gubitak }
  }
}

const undivided = ({ kolicina }: Draw): Parts => ({ ugradjeno: kolicina, otpad: NO_QUANTITY, gubitak: NO_QUANTITY })

type Divided = Draw & Parts & { readonly datum: CalendarDate }

/**
 * All draws and shortages of these lines with their parts, those of a need in the order in which they were drawn. Null
 * `materials` are all materials.
 */
export async function dividedDraws(
  db: Db,
  ids: readonly number[],
  materials: readonly string[] | null = null,
): Promise<Divided[]> {
  if (ids.length === 0) return []
  const lines = await linesOf(db, ids)
  const needs = Map.groupBy(await allDraws(db, ids, materials), (draw) => `${draw.c1_stavka_id} ${draw.materijal_id}`)
  return [...needs.values()].flatMap((draws) => {
    const { c1_stavka_id, materijal_id } = draws[0] as Draw
    const { kolicina, norms } = lines.get(c1_stavka_id) ?? { kolicina: NO_QUANTITY, norms: [] }
    const norm = norms.find((one) => one.materijal_id === materijal_id)
    if (!norm) return []
    const amounts = draws.map((draw) => draw.kolicina)
    const parts = partsOf(amounts, kolicina, norm)
    return draws.map((draw, at) => ({ ...draw, ...(parts[at] as Parts) }))
  })
}

const keyOf = ({ c1_stavka_id, materijal_id, c4_stavka_id, usmereno }: Draw) =>
  `${c1_stavka_id} ${materijal_id} ${c4_stavka_id} ${usmereno}`

/** The quantities and normativs of these lines. */
async function linesOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; kolicina: Micro; normativ: string }>`
    select id, kolicina, normativ from c1_stavka
    where id in ${engineOf(db).list(ids)}`.execute(db)
  return new Map(rows.map(({ id, kolicina, normativ }) => [id, { kolicina, norms: normativOf(normativ) }]))
}

/** All draws and shortages of these lines, those of a need in the order in which they were drawn. */
async function allDraws(
  db: Db,
  ids: readonly number[],
  materials: readonly string[] | null,
): Promise<(Draw & { datum: CalendarDate })[]> {
  const { list } = engineOf(db)
  const ofThese = materials ? sql`and r.materijal_id in ${list(materials)}` : sql``
  const { rows } = await sql<Draw & { datum: CalendarDate }>`
    select r.datum, r.c1_stavka_id, r.materijal_id, r.c4_stavka_id, r.kolicina, r.usmereno
    from razduzenje r left join c4_stavka l on l.id = r.c4_stavka_id
    where r.c1_stavka_id in ${list(ids)} ${ofThese}
    order by r.c1_stavka_id, r.materijal_id, case when r.c4_stavka_id = ${sql.lit(NO_LOT)} then 1 else 0 end,
      l.datum, l.c4_id, l.id, r.usmereno`.execute(db)
  return rows
}
