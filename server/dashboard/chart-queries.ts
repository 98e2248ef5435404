import { sql } from 'kysely'
import { type CalendarDate, dayAfter, lastMonths, monthsBefore } from '#domain/calendar-date.ts'
import { nearSum, type Para, subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { integerOf, valueSum } from '#server/stock/exact-sums.ts'
import { mostValuable, stockTotals } from '#server/stock/stock-value.ts'

const MONTHS_SHOWN = 12
const MATERIALS_SHOWN = 10
/** `from`: how many months old the lots of an age are at least; the place in the list is `starost` of `openGroups`. */
const AGES = [
  { meseci: '0-3', from: 0 },
  { meseci: '3-6', from: 3 },
  { meseci: '6-12', from: 6 },
  { meseci: '12+', from: 12 },
] as const

/** Imports and exports in each of the last twelve calendar months, the current one last, in RSD. */
export async function valueByMonth(db: Db, today: CalendarDate) {
  const months = engineOf(db).rows({ mesec: 'text', od: 'text', do: 'text' }, lastMonths(today, MONTHS_SHOWN))
  const sumOf = (table: 'c4' | 'c1') =>
    sql`(select cast(coalesce(sum(vrednost_rsd), 0) as text) from ${sql.table(table)} where datum between m.od and m."do")`
  const { rows } = await sql<{ mesec: string; uvoz: string; izvoz: string }>`
    select m.mesec, ${sumOf('c4')} as uvoz, ${sumOf('c1')} as izvoz from ${months} m order by m.mesec`.execute(db)
  return rows.map(({ mesec, uvoz, izvoz }) => ({
    mesec,
    uvoz_rsd: integerOf<Para>(uvoz),
    izvoz_rsd: integerOf<Para>(izvoz),
  }))
}

/** The stock by material: the ten most valuable and, where there are more, all others as one. */
export async function valueByMaterial(db: Db) {
  const top = await mostValuable(db, MATERIALS_SHOWN)
  const { vrednost_rsd } = await stockTotals(db)
  const rest = subtract(vrednost_rsd, nearSum(top.map((material) => material.vrednost_rsd)))
  const rows = top.map(({ materijal_id, naziv, vrednost_rsd }) => ({ materijal_id, naziv, vrednost_rsd }))
  return rest > 0 ? [...rows, { materijal_id: '', naziv: 'Ostalo', vrednost_rsd: rest }] : rows
}

type OpenGroup = { zemlja_porekla: string; starost: number; lotova: number; vrednost_rsd: Para }

/**
 * The open lots by country and age (how many of the days they came on or before, descending), with their value. All of
 * the table is read in its order, which is quicker than lot by lot along the index of open ones.
 */
async function openGroups(db: Db, olderThan: readonly CalendarDate[]): Promise<OpenGroup[]> {
  const age = sql.join(
    olderThan.map((day) => sql`case when datum > ${day} then 0 else 1 end`),
    sql` + `,
  )
  const { rows } = await sql<Omit<OpenGroup, 'vrednost_rsd'> & { vrednost: string }>`
    select zemlja_porekla, ${age} as starost, count(*) as lotova, ${valueSum('preostalo', 'cena_po_jedinici', 'kurs')} as vrednost
    from c4_stavka where preostalo > 0 group by 1, 2`.execute(db)
  return rows.map(({ vrednost, ...row }) => ({ ...row, vrednost_rsd: integerOf<Para>(vrednost) }))
}

/** The stock by country of origin (the most valuable first) and by how long it lies. */
export async function valueByLot(db: Db, today: CalendarDate) {
  const olderThan = AGES.slice(1).map(({ from }) => monthsBefore(today, from))
  const groups = await openGroups(db, olderThan)
  const worth = (some: readonly OpenGroup[]) => nearSum(some.map(({ vrednost_rsd }) => vrednost_rsd))
  const byCountry = Map.groupBy(groups, ({ zemlja_porekla }) => zemlja_porekla)
  return {
    po_zemlji: [...byCountry]
      .map(([zemlja_porekla, some]) => ({ zemlja_porekla, vrednost_rsd: worth(some) }))
      .sort((a, b) => b.vrednost_rsd - a.vrednost_rsd || (a.zemlja_porekla < b.zemlja_porekla ? -1 : 1)),
    po_starosti: AGES.map(({ meseci }, starost) => {
      const some = groups.filter((group) => group.starost === starost)
      const older = olderThan[starost]
      return {
        meseci,
        uvoz_od: older ? dayAfter(older) : null,
        uvoz_do: olderThan[starost - 1] ?? null,
        vrednost_rsd: worth(some),
        lotova: some.reduce((sum, { lotova }) => sum + lotova, 0),
      }
    }),
  }
}
