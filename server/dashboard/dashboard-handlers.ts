import type { dashboardEndpoints } from '#contract/dashboard.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { stockTotals } from '#server/stock/stock-value.ts'
import { valueByLot, valueByMaterial, valueByMonth } from './chart-queries.ts'
import { countAll, recentC1, recentC4 } from './dashboard-queries.ts'

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
