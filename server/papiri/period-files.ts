import { sql } from 'kysely'
import type { PapiriQuery } from '#contract/papiri.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Db } from '#server/db/schema.ts'
import { KINDS, type SaPapirima } from './papers-of.ts'

/** Documents that are listed at once. */
const PAGE_ROWS = 500

type Place = { id: number; datum: CalendarDate }

/** The documents of a kind in the period, in the order of their days, page by page. */
export async function* documentsOfPeriod(db: Db, vrsta: SaPapirima, query: PapiriQuery): AsyncGenerator<Place> {
  let after: Place | null = null
  for (;;) {
    const rows: Place[] = await inPeriod(db, vrsta, query, after)
      .orderBy('datum')
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute()
    yield* rows
    after = rows.at(-1) ?? null
    if (rows.length < PAGE_ROWS) return
  }
}

function inPeriod(db: Db, vrsta: SaPapirima, { datum_od, datum_do }: PapiriQuery, after: Place | null) {
  let rows = db.selectFrom(vrsta).select(['id', 'datum'])
  if (datum_od) rows = rows.where('datum', '>=', datum_od)
  if (datum_do) rows = rows.where('datum', '<=', datum_do)
  // The comparison of both columns as a row lets the database start in the index at this place.
  return after ? rows.where(sql<boolean>`(datum, id) > (${after.datum}, ${after.id})`) : rows
}

/** The accounts handed in whose own period shares a day with this one. */
export function accountsIn(db: Db, { datum_od, datum_do }: PapiriQuery) {
  let rows = db.selectFrom('obracun').innerJoin('obracun_podnet', 'obracun_id', 'id')
  if (datum_od) rows = rows.where('datum_do', '>=', datum_od)
  if (datum_do) rows = rows.where('datum_od', '<=', datum_do)
  return rows
}

/** The PDF of a count, which has none. */
const noPdf = sql<string | null>`cast(null as text)`.as('pdf_fajl')

/** The numbers of documents, papers, files and bytes in the period. */
export async function sizeOf(db: Db, query: PapiriQuery) {
  const count: Record<SaPapirima, number> = { c4: 0, c1: 0, ostalo_razduzenje: 0, popis: 0 }
  let [papira, fajlova, bajtova] = [0, 0, 0]
  for (const vrsta of Object.keys(KINDS) as SaPapirima[]) {
    const documents = inPeriod(db, vrsta, query, null)
    const { rows } = await sql<{ broj: number; fajlova: number; bajtova: number }>`
      with d as ${vrsta === 'popis' ? documents.select(noPdf) : documents.select('pdf_fajl')}, f as (
        select p.velicina from d join pdf p on p.putanja = d.pdf_fajl
        union all select p.velicina from d join prilog a on a.uz = ${vrsta} and a.predmet = d.id
          join pdf p on p.putanja = a.putanja)
      select (select count(*) from d) as broj, count(*) as fajlova, coalesce(sum(velicina), 0) as bajtova from f`.execute(
      db,
    )
    const [found] = rows
    count[vrsta] = Number(found?.broj)
    papira += count[vrsta] * KINDS[vrsta].papira
    fajlova += Number(found?.fajlova)
    bajtova += Number(found?.bajtova)
  }
  const accounts = await accountsIn(db, query)
    .select(({ fn }) => fn.countAll<number>().as('broj'))
    .select(sql<number>`coalesce(sum(length(papir)), 0)`.as('bajtova'))
    .executeTakeFirstOrThrow()
  const obracuna = Number(accounts.broj)
  return {
    ...{
      uvoza: count.c4,
      izvoza: count.c1,
      razduzenja: count.ostalo_razduzenje,
      popisa: count.popis,
      obracuna,
      papira,
    },
    ...{ fajlova: fajlova + obracuna, bajtova: bajtova + Number(accounts.bajtova) },
  }
}
