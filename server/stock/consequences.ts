import { lostCoverTexts, type RepricedC1 } from '#contract/documents.ts'
import { materijalaOf } from '#domain/count-words.ts'
import { add, formatMicro, type Micro, NO_QUANTITY, subtract, sum } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Tx } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import type { Booked } from './decide-draws.ts'
import type { Ledger } from './ledger.ts'

/** The sentence names this many C1 numbers and this many materials; it counts the others. */
const MAX_NAMED = 10
/** The same limit for `errors`, which name what the sentence has no room for. */
const MAX_LISTED = 1000

/**
 * Refuses a change of an import that leaves an export with a new or larger shortage: nothing loses its cover silently
 * (decisions §1). The sentence names material, quantity and exports.
 */
export async function refuseLostCover(
  tx: Tx,
  { newShortages }: Pick<Booked, 'newShortages'>,
  deed: keyof typeof lostCoverTexts,
): Promise<void> {
  if (newShortages.length === 0) return
  const lostBy = Map.groupBy(newShortages, ({ materijal_id }) => materijal_id)
  const materials = await tx
    .selectFrom('materijal')
    .select(['id', 'naziv', 'jedinica_mere'])
    .where('id', 'in', engineOf(tx).list<string>([...lostBy.keys()]))
    .orderBy('id')
    .execute()
  const exports = await tx
    .selectFrom('c1')
    .select(['id', 'broj_c1'])
    .where('id', 'in', engineOf(tx).list<number>([...new Set(newShortages.map(({ c1_id }) => c1_id))]))
    .execute()
  const brojOf = new Map(exports.map(({ id, broj_c1 }) => [id, broj_c1]))
  const losses = materials.slice(0, MAX_LISTED).map(({ id, naziv, jedinica_mere }) => {
    const lost = lostBy.get(id) ?? []
    const kolicina = formatMicro(sum<Micro>(lost.map((row) => row.kolicina)))
    const numbers = new Set(lost.map(({ c1_id }) => brojOf.get(c1_id) ?? String(c1_id)))
    return { what: `${naziv} (${id}): ${kolicina} ${jedinica_mere}`, numbers: [...numbers] }
  })
  const named = losses.slice(0, MAX_NAMED).map(({ what, numbers }) => {
    const exported = numbers.length === 1 ? 'izvoz' : 'izvoze'
    return `${what} za ${exported} ${listed(numbers, MAX_NAMED)}`
  })
  const listedLosses = losses.map(({ what, numbers }) => `${what} za ${listed(numbers, MAX_LISTED)}`)
  throw new Refusal(
    'conflict',
    `${lostCoverTexts[deed]}: ${withRest(named, materials.length).join('; ')}.`,
    withRest(listedLosses, materials.length).map((message) => ({ field: 'stavke', message })),
  )
}

/** Sentences of the materials, and how many materials have none. */
const withRest = (said: readonly string[], materials: number): readonly string[] =>
  materials > said.length ? [...said, `i još ${materijalaOf(materials - said.length)}`] : said

function listed(numbers: readonly string[], most: number): string {
  const rest = numbers.length - most
  return rest > 0 ? `${numbers.slice(0, most).join(', ')} i još ${rest}` : numbers.join(', ')
}

/** The growth of shortages (below 0: they shrank) over all saves of a transaction: one may cover for another. */
export type CoverTogether = Map<string, Booked['newShortages'][number]>

/** Adds the shortages that a save left or covered. */
export function noteCover(cover: CoverTogether, { moved }: Pick<Booked, 'moved'>): void {
  for (const { materijal_id, c1_id, pre, posle } of moved) {
    if (pre.manjak === posle.manjak) continue
    const key = `${c1_id} ${materijal_id}`
    const more = subtract(posle.manjak, pre.manjak)
    cover.set(key, { materijal_id, c1_id, kolicina: add(cover.get(key)?.kolicina ?? NO_QUANTITY, more) })
  }
}

/** Shortages of exports that are new or larger after all of them. */
export const lostTogether = (cover: CoverTogether): Pick<Booked, 'newShortages'> => ({
  newShortages: [...cover.values()].filter(({ kolicina }) => kolicina > NO_QUANTITY),
})

/** The exports that draw as before, but at another cost of material, in date order. */
export function repricedExports({ costs }: Pick<Ledger, 'costs'>, { lines, moved }: Booked): RepricedC1[] {
  const movedIds = new Set(moved.map(({ c1_id }) => c1_id))
  const repriced = new Map<number, RepricedC1>()
  for (const [line, { c1_id, broj_c1, datum }] of lines)
    if ((costs.get(line) ?? 0n) !== 0n && !movedIds.has(c1_id)) repriced.set(c1_id, { id: c1_id, broj_c1, datum })
  return [...repriced.values()].sort((a, b) => (a.datum === b.datum ? a.id - b.id : a.datum < b.datum ? -1 : 1))
}
