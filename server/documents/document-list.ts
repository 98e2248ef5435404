import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DocumentQuery, SusedniDokumenti } from '#contract/documents.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { searchText, sortKey } from '#domain/search-text.ts'
import { contains } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import {
  asListed,
  type Filters,
  foundAndCounted,
  type PageWindow,
  pageWindow,
  readDirection,
  walked,
  whereOf,
} from '#server/db/page-window.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { existing } from '#server/refusal.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'
import { invoicedTables, textFilters } from './document-search.ts'

/** Tables of documents with a number of their own and a day, and the column of that number. */
export const NUMBERED = { c4: 'broj_c4', c1: 'broj_c1', ostalo_razduzenje: 'broj' } as const
export type Numbered = keyof typeof NUMBERED

/**
 * A list query as conditions on the columns that C4 and C1 share. Clients may send each filter under two names
 * (decisions §4). `own` are the conditions of this list alone.
 */
async function documentFilters(db: Db, table: 'c4' | 'c1', query: DocumentQuery, own: Filters): Promise<Filters> {
  const conditions = [...own.conditions]
  const compare = (column: string, operator: '=' | '>=' | '<=', value: string | Micro | Para | undefined) => {
    if (value !== undefined) conditions.push(sql<SqlBool>`${sql.ref(column)} ${sql.raw(operator)} ${value}`)
  }
  // The search of the table looks at all columns that it shows, as the archive's does; `c4Number` is the number alone.
  const invoiced = await invoicedTables(db, [table], query.search)
  const [posiljalac, primalac] = [query.posiljalac ?? query.sender, query.primalac ?? query.receiver]
  const [partner, company] = table === 'c4' ? [posiljalac, primalac] : [primalac, posiljalac]
  const texts = [
    ...own.texts,
    ...textFilters(engineOf(db), table, { search: query.search, partner }, { invoiced: invoiced.has(table) }),
  ]
  if (company) conditions.push(await ofCompany(db, table, company))
  const broj = query.c4Number ?? query.c1Number
  if (broj) texts.push(contains(engineOf(db), 'broj_trazi', broj))
  compare('tip_dokumenta', '=', query.tip_dokumenta ?? query.documentType)
  conditions.push(...ofCountry(query.zemlja_otpreme ?? query.countryOfDispatch))
  const period = { datum_od: query.datum_od ?? query.dateStart, datum_do: query.datum_do ?? query.dateEnd }
  conditions.push(...bounds(period, 'datum'))
  compare('vrednost_total', '>=', query.vrednost_min ?? query.valueMin)
  compare('vrednost_total', '<=', query.vrednost_max ?? query.valueMax)
  compare('kolicina_total', '>=', query.kolicina_min ?? query.quantityMin)
  compare('kolicina_total', '<=', query.kolicina_max ?? query.quantityMax)
  return { texts, conditions }
}

const COMPANY = { c4: 'primalac_naziv', c1: 'posiljalac_naziv' } as const

/**
 * The side of a document that is the company itself. The partner's folded name is in each document; the few names of
 * the company are read and compared here.
 */
async function ofCompany(db: Db, table: 'c4' | 'c1', typed: string): Promise<RawBuilder<SqlBool>> {
  const column = sql.ref(COMPANY[table])
  const { rows } = await sql<{ naziv: string }>`select distinct ${column} as naziv from ${sql.table(table)}`.execute(db)
  const names = rows.map(({ naziv }) => naziv).filter((naziv) => searchText(naziv).includes(searchText(typed)))
  return names.length > 0 ? sql<SqlBool>`${column} in ${engineOf(db).list(names)}` : sql<SqlBool>`1 = 0`
}

/** The condition names the key of the country's order too, because PostgreSQL's index is in that order. */
export const ofCountry = (zemlja: string | undefined): RawBuilder<SqlBool>[] =>
  zemlja === undefined ? [] : [sql<SqlBool>`zemlja_red = ${sortKey(zemlja)}`, sql<SqlBool>`zemlja_otpreme = ${zemlja}`]

const SORTED_BY: Readonly<Record<string, string>> = {
  broj: 'broj_kljuc',
  partner: 'partner_red',
  zemlja_otpreme: 'zemlja_red',
}

/** The column that holds the order of a shown column. */
export const orderColumn = (sort: string): RawBuilder<unknown> => sql.ref(SORTED_BY[sort] ?? sort)

/** Newest first unless the query names a column; the id decides between equals, in the same direction. */
function documentOrder(
  { sort = 'datum', order }: DocumentQuery,
  window: PageWindow,
  column = orderColumn(sort),
): RawBuilder<unknown> {
  const direction = sql.raw(readDirection(window, order ?? (sort === 'datum' ? 'desc' : 'asc')))
  return sql`${column} ${direction}, id ${direction}`
}

/**
 * A search is read from the first document up to a page that ends before this row: its texts are compared once. To
 * count first and then read the page would compare them twice.
 */
export const MAX_WALKED = 5000

const FORWARDS: PageWindow = { backwards: false, limit: 0, offset: 0 }

/**
 * The ids of a page of documents, and the number of documents that the query finds in all. Only ids are found here,
 * along an index; rows are read for the page alone. On SQLite the index by day has all columns of the filters except
 * the currency (docs/decisions/aggregates.md).
 */
export async function documentPage(
  db: Db,
  table: 'c4' | 'c1',
  query: DocumentQuery,
  own: Filters,
): Promise<{ ids: number[]; total: number }> {
  const filters = await documentFilters(db, table, query, own)
  const from = sql`from ${sql.table(table)} ${whereOf(filters)}`
  const read = async (window: PageWindow, rowsOf = from) => {
    const { rows } = await sql<Place>`
      select id, datum ${rowsOf} order by ${documentOrder(query, window)}
      limit ${window.limit} offset ${window.offset}`.execute(db)
    return asListed(window, rows)
  }
  const count = async () => {
    const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
    return rows[0]?.total ?? 0
  }
  const reach = query.page * query.limit
  if (filters.texts.length > 0 && findsAndCounts(db, query, reach)) {
    const found = sql`select id, datum, ${orderColumn(query.sort ?? 'datum')} as red ${from}`
    const { rows, total } = await foundAndCounted<Place>(db, found, documentOrder(query, FORWARDS, sql`red`), query)
    return { ids: rows.map(({ id }) => id), total }
  }
  if (filters.texts.length > 0 && reach <= MAX_WALKED) {
    const order = documentOrder(query, FORWARDS)
    const found = await read({ ...FORWARDS, limit: reach }, walked(db, table, filters, order))
    const ids = found.slice(reach - query.limit).map(({ id }) => id)
    const last = found.at(-1)
    // A last page needs no count. Along the days only the documents behind the page are counted.
    if (!last || found.length < reach) return { ids, total: found.length }
    return { ids, total: isNewestFirst(query) ? reach + (await countBehind(db, table, filters, last)) : await count() }
  }
  const total = await count()
  const window = pageWindow(total, query)
  return { ids: window.limit > 0 ? (await read(window)).map(({ id }) => id) : [], total }
}

/** True if a list is along the days, the order of an index: then the documents behind a page are a range of it. */
export const isNewestFirst = ({ sort = 'datum', order }: { sort?: string | undefined; order?: string | undefined }) =>
  sort === 'datum' && order !== 'asc'

/**
 * True if one statement finds and counts a search that is read up to here: on PostgreSQL, if it is not along the days.
 */
export const findsAndCounts = (
  db: Db,
  query: { sort?: string | undefined; order?: string | undefined },
  reach: number,
): boolean => engineOf(db).name === 'postgres' && !(isNewestFirst(query) && reach <= MAX_WALKED)

type Place = { readonly id: number; readonly datum: string }

/**
 * The number of documents behind `last`, newest first. Both counts are ranges of an index, so earlier documents are not
 * read again. If both kinds stand in one list and `last` is of the other table, the document with the same day and id
 * may stand behind it too (`upTo`: on one day the C1 stands first).
 */
export async function countBehind(
  db: Db,
  table: 'c4' | 'c1',
  { texts, conditions }: Filters,
  { datum, id, sameDay = 'before' }: Place & { readonly sameDay?: 'before' | 'upTo' },
): Promise<number> {
  const earlier = sql<SqlBool>`datum < ${datum}`
  const onTheDay = sql<SqlBool>`datum = ${datum} and id ${sql.raw(sameDay === 'upTo' ? '<=' : '<')} ${id}`
  const counts = [earlier, onTheDay].map(
    (behind) =>
      sql`(select count(*) from ${sql.table(table)} ${whereOf({ texts, conditions: [behind, ...conditions] })})`,
  )
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** The documents before and after one along the days (`datum`, then `id`), each by a step of the index of days. */
export async function neighboursOf(db: Db, table: Numbered, id: number): Promise<SusedniDokumenti> {
  const { datum } = await existing(db.selectFrom(table).select('datum').where('id', '=', id).executeTakeFirst())
  const next = async (sign: '<' | '>', direction: 'asc' | 'desc') => {
    const { rows } = await sql<{ id: number; broj: string }>`
      select id, ${sql.ref(NUMBERED[table])} as broj from ${sql.table(table)}
      where (datum, id) ${sql.raw(sign)} (${datum}, ${id})
      order by datum ${sql.raw(direction)}, id ${sql.raw(direction)} limit 1`.execute(db)
    return rows[0] ?? null
  }
  return { prethodni: await next('<', 'desc'), sledeci: await next('>', 'asc') }
}

/** Rows in the order of `ids`; rows that are gone meanwhile are left out. */
export function byIds<T extends { id: number }>(ids: readonly number[], rows: readonly T[]): T[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** True if the id is one of these. */
export const inList = (db: Db, ids: readonly number[]): RawBuilder<SqlBool> =>
  ids.length > 0 ? sql<SqlBool>`id in ${engineOf(db).list(ids)}` : sql<SqlBool>`1 = 0`

/** Exports with a shortage of some material. They are few, and an index holds them alone. */
const withShortage = sql`select r.c1_id from razduzenje r where ${isShortage}`
const OF_SHORTAGE = {
  true: [sql<SqlBool>`id in (${withShortage})`],
  false: [sql<SqlBool>`id not in (${withShortage})`],
} as const

/** The filter of exports that have a shortage, or none. */
export const ofShortage = ({
  ima_manjak,
}: {
  readonly ima_manjak?: 'true' | 'false' | undefined
}): readonly RawBuilder<SqlBool>[] => (ima_manjak ? OF_SHORTAGE[ima_manjak] : [])
