import { sql } from 'kysely'
import { otpadTexts } from '#contract/otpad.ts'
import { wasteOf } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { type DatedWaste, firstOverdrawn, leastLeft } from '#domain/waste-balance.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { dividedDraws } from '#server/stock/draw-parts.ts'
import { type Booked, requirementKey } from '#server/stock/moves.ts'
import { NO_LOT } from '#server/stock/no-lot.ts'
import { normativOf } from '#server/stock/normativ-copy.ts'
import { wasteMoves } from '#server/stock/waste-balance.ts'
import type { WrittenLine } from './c1-plan.ts'
import type { StoredNeed } from './c1-queries.ts'

// Waste of an export may be disposed of already (customs §3, otpad_raspored): an edit or deletion that takes it away is
// refused. A new export only adds waste, and no import can take cover from an export.

/** Waste that a stored export gave, of materials of which some was disposed of, beside all other moves of them. */
type WasteAtRisk = {
  readonly units: ReadonlyMap<string, string>
  readonly moves: ReadonlyMap<string, readonly DatedWaste[]>
  readonly own: readonly Change[]
}
type Change = { readonly materijal_id: string; readonly datum: CalendarDate; readonly kolicina: Micro }

/** What a change of the export might take; null where nothing of its waste was disposed of. Call it before the change. */
export async function wasteAtRisk(
  tx: Tx,
  needs: readonly StoredNeed[],
  touched: ReadonlySet<string>,
): Promise<WasteAtRisk | null> {
  const wasted = needs.filter((need) => need.otpad_procenat > 0 && touched.has(need.materijal_id))
  if (wasted.length === 0) return null
  const units = new Map(wasted.map(({ materijal_id, jedinica_mere }) => [materijal_id, jedinica_mere]))
  const { rows } = await sql<{ materijal_id: string }>`
    select distinct materijal_id from otpad_raspored
    where materijal_id in ${engineOf(tx).list([...units.keys()])}`.execute(tx)
  if (rows.length === 0) return null
  const materials = rows.map(({ materijal_id }) => materijal_id)
  const lines = new Set(wasted.map(({ c1_stavka_id }) => c1_stavka_id))
  const own = (await dividedDraws(tx, [...lines])).flatMap(({ materijal_id, datum, c4_stavka_id, otpad }) =>
    materials.includes(materijal_id) && c4_stavka_id !== NO_LOT ? [{ materijal_id, datum, kolicina: otpad }] : [],
  )
  return { units, moves: await wasteMoves(tx, materials), own }
}

/**
 * Refuses (409) what would leave less waste than was disposed of by some day: what was at risk is gone, `lines` give
 * theirs, and so do other exports that are covered otherwise.
 */
export async function refuseLostWaste(
  tx: Tx,
  atRisk: WasteAtRisk | null,
  booked: Booked,
  { datum, lines }: { readonly datum: CalendarDate; readonly lines: readonly WrittenLine[] },
): Promise<void> {
  if (!atRisk) return
  const given = lines.flatMap(({ id, line, needs }): Change[] =>
    needs.map(({ materijal_id, ...norm }) => {
      const lacks = booked.shortages.get(requirementKey(id, materijal_id)) ?? NO_QUANTITY
      return { materijal_id, datum, kolicina: wasteOf(line.kolicina, norm, lacks) }
    }),
  )
  const changes = [
    ...atRisk.own.map((own) => ({ ...own, kolicina: -own.kolicina as Micro })),
    ...given,
    ...(await ofOthers(tx, atRisk, booked)),
  ]
  for (const [materijal_id, moves] of atRisk.moves) {
    const changed = changes.flatMap((change) =>
      change.materijal_id === materijal_id ? [{ ...change, vrsta: null }] : [],
    )
    const after = [...moves, ...changed]
    if (leastLeft(after) >= leastLeft(moves)) continue
    const {
      datum: day,
      nastalo,
      rasporedjeno,
    } = firstOverdrawn(after) as NonNullable<ReturnType<typeof firstOverdrawn>>
    const unit = atRisk.units.get(materijal_id) ?? ''
    throw new Refusal('conflict', otpadTexts.lost(materijal_id, day, nastalo, rasporedjeno, unit))
  }
}

/** What exports give more or less whose shortage changes. */
async function ofOthers(tx: Tx, { moves }: WasteAtRisk, { moved }: Booked): Promise<Change[]> {
  const covered = moved.filter((move) => moves.has(move.materijal_id) && move.pre.manjak !== move.posle.manjak)
  if (covered.length === 0) return []
  const ids = [...new Set(covered.map(({ c1_stavka_id }) => c1_stavka_id))]
  const { rows } = await sql<{ id: number; kolicina: Micro; normativ: string }>`
    select id, kolicina, normativ from c1_stavka where id in ${engineOf(tx).list(ids)}`.execute(tx)
  const lines = new Map(rows.map((row) => [row.id, row]))
  return covered.flatMap(({ c1_stavka_id, materijal_id, datum, pre, posle }) => {
    const line = lines.get(c1_stavka_id)
    const norm = line && normativOf(line.normativ).find((one) => one.materijal_id === materijal_id)
    if (!norm) return []
    const [was, is] = [pre, posle].map(({ manjak }) => wasteOf(line.kolicina, norm, manjak)) as [Micro, Micro]
    return [{ materijal_id, datum, kolicina: subtract(is, was) }]
  })
}
