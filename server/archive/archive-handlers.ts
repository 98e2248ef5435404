import { sql } from 'kysely'
import { type archiveEndpoints, sheetFileTexts } from '#contract/archive.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { IMPORT_KINDS } from '#contract/import-fields.ts'
import type { Para } from '#domain/decimal.ts'
import type { Store } from '#server/db/open.ts'
import { type Period, within } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { pageOf } from '#server/records/page.ts'
import { Refusal } from '#server/refusal.ts'
import { integerOf } from '#server/stock/exact-sums.ts'
import { remainingDocuments } from '#server/stock/remaining.ts'
import { mostValuable } from '#server/stock/stock-value.ts'
import { findDocuments, pageOfDocuments } from './document-queries.ts'
import { makeSheet } from './make-sheet.ts'
import { materialSummaries } from './material-summary.ts'
import { productSummaries } from './product-summary.ts'

/** How many newest documents and most valuable materials the overview names (spec §9). */
const OVERVIEW_ROWS = 5

/** The calls of the archive (spec §2, §7 Archive). */
export const archiveHandlers = ({ readAtOnce, place }: Store): Handlers<typeof archiveEndpoints> => ({
  archiveOverview: ({ query }) => readAtOnce((db) => overviewOf(db, inFirstNames(query))),

  async archiveDocuments({ query }) {
    return pageOf(await readAtOnce((db) => pageOfDocuments(db, inFirstNames(query))), query)
  },

  async archiveRemaining({ query }) {
    return pageOf(await readAtOnce((db) => remainingDocuments(db, inFirstNames(query))), query)
  },

  async archiveMaterials({ query }) {
    const found = await readAtOnce((db) => materialSummaries(db, inFirstNames(query)))
    return { ...pageOf(found, query), vrednost_rsd: found.vrednost_rsd }
  },

  async archiveProducts({ query }) {
    return pageOf(await readAtOnce((db) => productSummaries(db, inFirstNames(query))), query)
  },

  archiveLedgerSheet: ({ query }) => makeSheet(place, { sheet: 'razduzenje', query: inFirstNames(query) }),
  archiveDocumentsSheet: ({ query }) => makeSheet(place, { sheet: 'documents', query: inFirstNames(query) }),
  archiveRemainingSheet: ({ query }) => makeSheet(place, { sheet: 'remaining', query: inFirstNames(query) }),
  archiveMaterialsSheet: ({ query }) => makeSheet(place, { sheet: 'materials', query: inFirstNames(query) }),
  archiveProductsSheet: ({ query }) => makeSheet(place, { sheet: 'products', query: inFirstNames(query) }),
  archivePopisSheet: ({ query }) => makeSheet(place, { sheet: 'popis', query }),
  archivePopisBezStanjaSheet: ({ query }) => makeSheet(place, { sheet: 'popis-bez-stanja', query }),
  archiveOstalaRazduzenjaSheet: ({ query }) => makeSheet(place, { sheet: 'ostala-razduzenja', query }),
  archiveMaterijaliSheet: ({ query }) => makeSheet(place, { sheet: 'materijali', query }),
  archiveC4Sheet: ({ query, now }) =>
    makeSheet(place, { sheet: 'c4', query: { ...query, dan: dayOf(now), sort: undefined } }),
  archiveC1Sheet: ({ query }) => makeSheet(place, { sheet: 'c1', query: { ...query, sort: undefined } }),
  async archiveSablonSheet({ query }) {
    if (!IMPORT_KINDS.some((vrsta) => vrsta === query.vrsta)) throw new Refusal('invalid', sheetFileTexts.noImport)
    return makeSheet(place, { sheet: 'sablon', query })
  },
  archivePartneriSheet: ({ query }) => makeSheet(place, { sheet: 'partneri', query }),
  archiveNormativiSheet: ({ query }) => makeSheet(place, { sheet: 'normativi', query }),
  archiveUsaglasavanjeSheet: ({ query }) => makeSheet(place, { sheet: 'usaglasavanje', query }),
})

type SecondNames = Partial<QueryOf<(typeof archiveEndpoints)['archiveDocuments']>>

/** Filters under the names of the archive, also where a client used those of older lists (decisions §4). */
export const inFirstNames = <Q extends SecondNames>(query: Q): Q => ({
  ...query,
  datum_od: query.datum_od ?? query.dateStart,
  datum_do: query.datum_do ?? query.dateEnd,
  tip_dokumenta: query.tip_dokumenta ?? query.documentType,
  zemlja_otpreme: query.zemlja_otpreme ?? query.countryOfDispatch,
})

async function overviewOf(db: Db, query: QueryOf<(typeof archiveEndpoints)['archiveOverview']>) {
  const { c4, c1, vrednost_rsd } = await periodTotals(db, query)
  return {
    ukupno_dokumenata: c4 + c1,
    ukupno_c4: c4,
    ukupno_c1: c1,
    vrednost_rsd,
    nedavni: await findDocuments(db, { ...query, page: 1, limit: OVERVIEW_ROWS }, c4 + c1),
    top_materijali: await mostValuable(db, OVERVIEW_ROWS),
  }
}

/** How many documents of each kind are dated in the period and what all of them are worth in RSD. */
async function periodTotals(db: Db, period: Period): Promise<{ c4: number; c1: number; vrednost_rsd: Para }> {
  const totals = (table: 'c4' | 'c1') => sql`
    select count(*) as broj, coalesce(sum(vrednost_rsd), 0) as vrednost
    from ${sql.table(table)} where ${within(period, 'datum')}`
  const { rows } = await sql<{ c4: number; c1: number; vrednost: string }>`
    select c4.broj as c4, c1.broj as c1, cast(c4.vrednost + c1.vrednost as text) as vrednost
    from (${totals('c4')}) c4 cross join (${totals('c1')}) c1`.execute(db)
  const [row] = rows
  return { c4: row?.c4 ?? 0, c1: row?.c1 ?? 0, vrednost_rsd: integerOf<Para>(row?.vrednost ?? '0') }
}
