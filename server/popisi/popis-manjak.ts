import { sql } from 'kysely'
import { MAX_RAZDUZENJE_ITEMS } from '#contract/limits.ts'
import type { PredlogManjka } from '#contract/ostala-razduzenja.ts'
import { type Popis, popisTexts } from '#contract/popisi.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { type Micro, NO_QUANTITY, subtract, worthOf } from '#domain/decimal.ts'
import { proposedFrom, type VrstaRazduzenja } from '#domain/named-draws.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { Refusal } from '#server/refusal.ts'
import { type NameableLot, nameableLots } from '#server/stock/nameable-lots.ts'

const SHOWN_MATERIALS = 5
const MANJAK_PO_POPISU: VrstaRazduzenja = 'Manjak po popisu'

/**
 * The lines that a document of a count's shortages would take (customs §4.9): of each material the oldest lots that may
 * be named on the day of the count. The shortage is that which was counted, whatever was entered since; where a
 * document of that day has taken one of these materials before, a sentence names it.
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
  const materials = [...lacking.keys()]
  const lots = await nameableLots(db, { materials, day: datum, most: Number.MAX_SAFE_INTEGER })
  const lotsOf = Map.groupBy(lots, ({ materijal_id }) => materijal_id)
  for (const [materijal_id, manjak] of lacking) {
    const { lines, left } = linesOf(manjak, lotsOf.get(materijal_id) ?? [])
    if (left > 0) notCovered.push(materijal_id)
    if (proposed.length + lines.length > MAX_RAZDUZENJE_ITEMS) tooMany.push(materijal_id)
    else proposed.push(...lines)
  }
  const before = await shortagesOn(db, datum, materials)
  const warnings = [
    before.length > 0 && popisTexts.again(someOf(before, 'broj'), someOf(before, 'materijal_id')),
    notCovered.length > 0 && popisTexts.notCovered(shown(notCovered)),
    tooMany.length > 0 && popisTexts.tooMany(shown(tooMany)),
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
    const vrednost_rsd = worthOf(kolicina, cena, kurs)
    const customs = { stopa_carine: null, carinska_vrednost_rsd: null, iznos_carine: null, iznos_pdv: null }
    return [{ ...lot, ...customs, kolicina, vrednost_rsd }]
  })
  return { lines, left: lines.reduce((left, { kolicina }) => subtract(left, kolicina), manjak) }
}

type Before = { readonly broj: string; readonly materijal_id: string }

/** Documents of that day by which shortages of these materials left their lots already. */
async function shortagesOn(db: Db, datum: CalendarDate, materials: readonly string[]): Promise<readonly Before[]> {
  const { rows } = await sql<Before>`
    select distinct d.broj, l.materijal_id
    from ostalo_razduzenje d join ostalo_razduzenje_stavka n on n.ostalo_razduzenje_id = d.id
      join c4_stavka l on l.id = n.ulaz_stavka_id
    where d.datum = ${datum} and d.vrsta = ${MANJAK_PO_POPISU} and l.materijal_id in ${engineOf(db).list(materials)}
    order by d.broj, l.materijal_id`.execute(db)
  return rows
}

const someOf = (rows: readonly Before[], name: keyof Before) => shown([...new Set(rows.map((row) => row[name]))])

const shown = (ids: readonly string[]) =>
  [...ids.slice(0, SHOWN_MATERIALS), ...(ids.length > SHOWN_MATERIALS ? ['…'] : [])].join(', ')
