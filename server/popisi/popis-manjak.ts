import { MAX_RAZDUZENJE_ITEMS } from '#contract/limits.ts'
import type { PredlogManjka } from '#contract/ostala-razduzenja.ts'
import { type Popis, popisTexts } from '#contract/popisi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { type Micro, multiplyToAtto, NO_QUANTITY, subtract } from '#domain/decimal.ts'
import { proposedFrom } from '#domain/named-draws.ts'
import { breathe, portions } from '#server/breathe.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { valueToPara } from '#server/stock/exact-sums.ts'
import { type NameableLot, nameableLots } from '#server/stock/nameable-lots.ts'

/** Materials whose lots are read at once. */
const MATERIALS_AT_ONCE = 50
const SHOWN_MATERIALS = 5

/**
 * What a document of the shortages of a count would take (customs §4.9): of each material the oldest lots that may be
 * named on the day of the count. The shortage is that which was counted, whatever was entered since.
 */
export async function manjakOf(db: Db, { datum, stavke }: Popis): Promise<PredlogManjka> {
  const lacking = new Map(
    stavke
      .filter(({ izbrojano, knjigovodstveno }) => izbrojano < knjigovodstveno)
      .map(({ materijal_id, izbrojano, knjigovodstveno }) => [materijal_id, subtract(knjigovodstveno, izbrojano)]),
  )
  if (lacking.size === 0) throw new Refusal('conflict', popisTexts.noShortage)
  const proposed: PredlogManjka['stavke'] = []
  const notCovered: string[] = []
  const tooMany: string[] = []
  for (const materials of portions([...lacking.keys()], MATERIALS_AT_ONCE)) {
    const lots = await nameableLots(db, { materials, day: datum, most: Number.MAX_SAFE_INTEGER })
    const lotsOf = Map.groupBy(lots, ({ materijal_id }) => materijal_id)
    for (const materijal_id of materials) {
      const manjak = lacking.get(materijal_id) ?? NO_QUANTITY
      const { lines, left } = linesOf(manjak, lotsOf.get(materijal_id) ?? [])
      if (left > 0) notCovered.push(materijal_id)
      if (proposed.length + lines.length > MAX_RAZDUZENJE_ITEMS) tooMany.push(materijal_id)
      else proposed.push(...lines)
    }
    await breathe()
  }
  const warnings = [
    notCovered.length > 0 && popisTexts.notCovered(someOf(notCovered)),
    tooMany.length > 0 && popisTexts.tooMany(someOf(tooMany)),
  ]
  return {
    datum,
    razlog: popisTexts.reason(formatDate(datum)),
    stavke: proposed,
    upozorenje: warnings.filter(Boolean).join(' ') || null,
  }
}

/** The lines for one shortage, and what of it no lot has. */
function linesOf(manjak: Micro, lots: readonly NameableLot[]) {
  const taken = proposedFrom(
    manjak,
    lots.map(({ moguce }) => moguce),
  )
  const lines = lots.flatMap(({ cena, kurs, preostalo: _, moguce: __, ...lot }, at) => {
    const kolicina = taken[at] ?? NO_QUANTITY
    if (kolicina === NO_QUANTITY) return []
    const vrednost_rsd = valueToPara(multiplyToAtto(kolicina, cena, kurs))
    const customs = { stopa_carine: null, carinska_vrednost_rsd: null, iznos_carine: null, iznos_pdv: null }
    return [{ ...lot, ...customs, kolicina, vrednost_rsd }]
  })
  return { lines, left: lines.reduce((left, { kolicina }) => subtract(left, kolicina), manjak) }
}

const someOf = (ids: readonly string[]) =>
  [...ids.slice(0, SHOWN_MATERIALS), ...(ids.length > SHOWN_MATERIALS ? ['…'] : [])].join(', ')
