import { sql } from 'kysely'
import type { dashboardEndpoints, RecentDocument } from '#contract/dashboard.ts'
import { type CalendarDate, dayAfter, lastMonths, monthsBefore } from '#domain/calendar-date.ts'
import { nearSum, type Para, subtract } from '#domain/decimal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { integerOf, valueSum } from '#server/stock/exact-sums.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'
import { mostValuable, stockTotals } from '#server/stock/stock-value.ts'

/** The calls of the first screen (spec §2 Dashboard). */
export const dashboardHandlers = ({ readAtOnce }: Store): Handlers<typeof dashboardEndpoints> => ({
  dashboard: () => readAtOnce(dashboard),

  dashboardCharts: ({ now }) => readAtOnce((db) => charts(db, dayOf(now))),
})

async function dashboard(db: Db) {
  const stock = await stockTotals(db)
  const counts = await countAll(db)
  return {
    ukupno_materijala: stock.materijala,
    materijala_ispod_nule: stock.ispod_nule,
    materijala_sa_manjkom: stock.sa_manjkom,
    ukupno_proizvoda: counts.proizvoda,
    proizvoda_bez_normativa: counts.bez_normativa,
    ukupno_c4: counts.c4,
    ukupno_c1: counts.c1,
    c1_sa_manjkom: counts.c1_sa_manjkom,
    vrednost_zaliha_rsd: stock.vrednost_rsd,
    nedavni_c4: await recentC4(db),
    nedavni_c1: await recentC1(db),
  }
}

async function charts(db: Db, today: CalendarDate) {
  return {
    po_mesecima: await valueByMonth(db, today),
    po_materijalu: await valueByMaterial(db),
    ...(await valueByLot(db, today)),
  }
}

const RECENT_DOCUMENTS = 5

type Counts = { proizvoda: number; bez_normativa: number; c4: number; c1: number; c1_sa_manjkom: number }

/** The numbers of records of each kind, counted by the database. */
export async function countAll(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*) from proizvod) as proizvoda,
    (select count(*) from proizvod where normativ_count = 0) as bez_normativa,
    (select count(*) from c4) as c4,
    (select count(*) from c1) as c1,
    (select count(*) from (select r.c1_id from razduzenje r where ${isShortage} group by r.c1_id) m) as c1_sa_manjkom`.execute(
    db,
  )
  return rows[0] as Counts
}

/** The newest imports; of one day, the last entered first. */
async function recentC4(db: Db): Promise<RecentDocument[]> {
  const rows = await db
    .selectFrom('c4')
    .select(['id', 'broj_c4 as broj', 'posiljalac_naziv as partner', 'valuta', 'vrednost_total', 'datum'])
    .orderBy('datum', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_DOCUMENTS)
    .execute()
  return rows.map((row) => ({ ...row, ima_manjak: false }))
}

/** The newest exports, each with whether it has a shortage. */
async function recentC1(db: Db): Promise<RecentDocument[]> {
  const rows = await db
    .selectFrom('c1')
    .select(['id', 'broj_c1 as broj', 'primalac_naziv as partner', 'valuta', 'vrednost_total', 'datum'])
    .select(sql<number>`(select count(*) from razduzenje r where r.c1_id = c1.id and ${isShortage})`.as('manjkova'))
    .orderBy('datum', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_DOCUMENTS)
    .execute()
  return rows.map(({ manjkova, ...row }) => ({ ...row, ima_manjak: manjkova > 0 }))
}

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
async function valueByMonth(db: Db, today: CalendarDate) {
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
async function valueByMaterial(db: Db) {
  const top = await mostValuable(db, MATERIALS_SHOWN)
  const { vrednost_rsd } = await stockTotals(db)
  const rest = subtract(vrednost_rsd, nearSum(top.map((material) => material.vrednost_rsd)))
  const rows = top.map(({ materijal_id, naziv, vrednost_rsd }) => ({ materijal_id, naziv, vrednost_rsd }))
  return rest > 0 ? [...rows, { materijal_id: '', naziv: 'Ostalo', vrednost_rsd: rest }] : rows
}

type OpenGroup = { zemlja_porekla: string; starost: number; lotova: number; vrednost_rsd: Para }

/**
 * The open lots by country and age, with their value. The age is the number of `olderThan` days (newest first) on or
 * before which a lot came. The table is read in its own order: the index of open lots is slower, lot by lot.
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

/** The stock by country of origin (the most valuable first) and by age. */
async function valueByLot(db: Db, today: CalendarDate) {
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
