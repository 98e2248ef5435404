import { sql } from 'kysely'
import { otpadTexts } from '#contract/otpad.ts'
import { type Norm, wasteOf } from '#domain/bom.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { type Micro, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { type DatedWaste, firstOverdrawn, leastLeft } from '#domain/waste-balance.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { normativOf } from './c1-line-texts.ts'
import { type Booked, requirementKey } from './decide-draws.ts'
import { dividedDraws } from './draw-parts.ts'
import { NO_LOT } from './ledger-sql.ts'
import { wasteMoves } from './waste-balance.ts'

// The waste of an export may be disposed of already (customs §3, otpad_raspored). A change that takes such waste away
// is refused: of this export, of another one that takes its cover, or of the queues. No import takes cover from an export.

/** The waste that a stored export gave, of materials with disposed waste, and all other moves of these. */
type WasteAtRisk = {
  readonly units: ReadonlyMap<string, string>
  readonly moves: ReadonlyMap<string, readonly DatedWaste[]>
  readonly own: readonly Change[]
}
type Change = { readonly materijal_id: string; readonly datum: CalendarDate; readonly kolicina: Micro }

type StoredNeed = Norm & {
  readonly c1_stavka_id: number
  readonly materijal_id: string
  readonly jedinica_mere: string
}

/** The waste that a change of the export might take; null if none of it was disposed of. Call it before the change. */
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

type WrittenLine = {
  readonly id: number
  readonly line: { readonly kolicina: Micro }
  readonly needs: readonly (Norm & { readonly materijal_id: string })[]
}
type Given = { readonly datum: CalendarDate; readonly lines: readonly WrittenLine[] }

/**
 * Refuses (409) a save that leaves less waste than was disposed of by some day. The waste at risk is gone, `documents`
 * give theirs, and other exports that are covered in another way give theirs. Call it when all of this is written.
 */
export async function refuseLostWaste(
  tx: Tx,
  atRisk: WasteAtRisk | null,
  booked: Booked,
  documents: readonly Given[],
): Promise<void> {
  const others = await takenFromOthers(tx, atRisk, booked)
  if (!atRisk && others.size === 0) return
  const units = new Map([...(atRisk?.units ?? []), ...others])
  const now = others.size === 0 ? new Map<string, DatedWaste[]>() : await wasteMoves(tx, [...others.keys()])
  const given = documents.flatMap(({ datum, lines }) => lines.flatMap((line) => givenBy(datum, line, booked)))
  const all = [
    ...(atRisk?.own ?? []).map((own) => ({ ...own, kolicina: -own.kolicina as Micro })),
    ...given,
    ...(await ofOthers(tx, units, booked)),
  ]
  for (const materijal_id of new Set([...(atRisk?.moves.keys() ?? []), ...others.keys()])) {
    const changes = all.flatMap((change) => (change.materijal_id === materijal_id ? [{ ...change, vrsta: null }] : []))
    const read = now.get(materijal_id) ?? []
    const before = atRisk?.moves.get(materijal_id) ?? [...read, ...changes.map(undone)]
    const after = [...before, ...changes]
    if (leastLeft(after) >= leastLeft(before)) continue
    const { datum, nastalo, rasporedjeno } = firstOverdrawn(after) as NonNullable<ReturnType<typeof firstOverdrawn>>
    const unit = units.get(materijal_id) ?? ''
    throw new Refusal('conflict', otpadTexts.lost({ id: materijal_id, jm: unit, datum }, nastalo, rasporedjeno))
  }
}

const undone = (change: DatedWaste): DatedWaste => ({ ...change, kolicina: -change.kolicina as Micro })

/** The waste that a written line gives. */
const givenBy = (datum: CalendarDate, { id, line, needs }: WrittenLine, { shortages }: Booked): Change[] =>
  needs.map(({ materijal_id, ...norm }) => {
    const lacks = shortages.get(requirementKey(id, materijal_id)) ?? NO_QUANTITY
    return { materijal_id, datum, kolicina: wasteOf(line.kolicina, norm, lacks) }
  })

/** The units of other materials with disposed waste that lose cover of another export, by id. */
async function takenFromOthers(tx: Tx, atRisk: WasteAtRisk | null, { moved }: Booked): Promise<Map<string, string>> {
  const lost = moved.filter((move) => move.posle.manjak > move.pre.manjak && !atRisk?.moves.has(move.materijal_id))
  if (lost.length === 0) return new Map()
  const rows = await tx
    .selectFrom('materijal')
    .select(['id', 'jedinica_mere'])
    .where('id', 'in', engineOf(tx).list([...new Set(lost.map(({ materijal_id }) => materijal_id))]))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('otpad_raspored').select('id').whereRef('otpad_raspored.materijal_id', '=', 'materijal.id')),
    )
    .execute()
  return new Map(rows.map(({ id, jedinica_mere }) => [id, jedinica_mere]))
}

/** The change of the waste of exports whose shortage changes. */
async function ofOthers(tx: Tx, units: ReadonlyMap<string, string>, { moved }: Booked): Promise<Change[]> {
  const covered = moved.filter((move) => units.has(move.materijal_id) && move.pre.manjak !== move.posle.manjak)
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
