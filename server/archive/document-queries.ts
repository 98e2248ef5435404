import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ArchiveDocument, archiveEndpoints } from '#contract/archive.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { engineOf } from '#server/db/engine.ts'
import {
  asListed,
  type Filters,
  foundAndCounted,
  type PageWindow,
  readDirection,
  rowWindow,
  walked,
  whereOf,
} from '#server/db/page-window.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import {
  countBehind,
  findsAndCounts,
  isNewestFirst,
  MAX_WALKED,
  ofCountry,
  orderColumn,
} from '#server/documents/document-list.ts'
import { invoicedTables, textFilters } from '#server/documents/document-search.ts'
import { isShortage } from '#server/stock/ledger-sql.ts'

export type DocumentsQuery = Omit<QueryOf<(typeof archiveEndpoints)['archiveDocuments']>, 'page' | 'limit'>
/** `invoiced`: the kinds in which the search is the number of an invoice (server/documents/document-search.ts). */
type Sought = DocumentsQuery & { readonly invoiced?: ReadonlySet<Kind> }
type Page = { readonly page: number; readonly limit: number }
type Kind = ArchiveDocument['vrsta']
type Key = { readonly vrsta: Kind; readonly id: number }

const TYPES = { c4: 'Dolazni', c1: 'Odlazni' } as const

/** A page of C4 and C1 in one list, and how many there are in all. */
export async function pageOfDocuments(
  db: Db,
  asked: DocumentsQuery & Page,
): Promise<{ rows: ArchiveDocument[]; total: number }> {
  const query = { ...asked, invoiced: await invoicedTables(db, ['c4', 'c1'], asked.search) }
  const reach = query.page * query.limit
  if ((query.search || query.partner) && reach <= MAX_WALKED && query.sort !== 'tip')
    return readFromFirst(db, query, reach)
  const counts = await countDocuments(db, query)
  const total = sumOf(counts)
  // The search for the page leaves out a kind without a find.
  const [only, ...more] = counts.filter((kind) => kind.total > 0)
  const found = only && more.length === 0 ? { ...query, tip: TYPES[only.vrsta] } : query
  return { rows: await findDocuments(db, found, total), total }
}

/**
 * The page and the total where texts are compared. Reads the first `reach` documents of each kind, up to the end of the
 * page, so that texts are compared once. That already counts a kind with fewer documents. The other kind is counted
 * only behind the page when the list is by day, and fully in any other order.
 */
async function readFromFirst(
  db: Db,
  query: Sought & Page,
  reach: number,
): Promise<{ rows: ArchiveDocument[]; total: number }> {
  const order = orderOf(query, rowWindow(Number.MAX_SAFE_INTEGER, 0, reach))
  if (findsAndCounts(db, query, reach)) {
    const found = sql.join(
      kindsOf(query).map((kind) => keysOf(kind, query, fromOf(db, kind, query))),
      sql` union all `,
    )
    const { rows, total } = await foundAndCounted<Key>(db, found, order, query)
    return { rows: await documentsOf(db, rows), total }
  }
  const branches = kindsOf(query).map(
    (kind) =>
      sql`select * from (${keysOf(kind, query, walked(db, kind, filtersOf(db, kind, query), sql`datum desc, id desc`))}
        order by ${order} limit ${reach}) ${sql.ref(`prvi_${kind}`)}`,
  )
  const { rows: keys } = await sql<Key & { datum: string }>`
    ${sql.join(branches, sql` union all `)} order by ${order}`.execute(db)
  const upToPage = keys.slice(0, reach)
  let total = 0
  for (const kind of kindsOf(query)) {
    const of = (some: readonly Key[]) => some.filter(({ vrsta }) => vrsta === kind).length
    const last = upToPage.at(-1)
    if (!last || of(keys) < reach) total += of(keys)
    else if (isNewestFirst(query))
      total +=
        of(upToPage) +
        (await countBehind(db, kind, filtersOf(db, kind, query), {
          ...last,
          sameDay: kind > last.vrsta ? 'upTo' : 'before',
        }))
    else total += sumOf(await countDocuments(db, { ...query, tip: TYPES[kind] }))
  }
  return { rows: await documentsOf(db, upToPage.slice(reach - query.limit)), total }
}

/**
 * A page of C4 and C1 in one list, newest first unless the query names a column; `total` is how many the query finds
 * on all pages.
 */
export async function findDocuments(db: Db, query: Sought & Page, total: number): Promise<ArchiveDocument[]> {
  const before = (query.page - 1) * query.limit
  if (query.sort !== 'tip' || query.tip)
    return documentsOf(db, await keysFrom(db, query, { total, before, limit: query.limit }))
  // One type after the other, each newest first: the types themselves need no sorting.
  const [first, second] = query.order === 'desc' ? (['c1', 'c4'] as const) : (['c4', 'c1'] as const)
  const only = (kind: Kind) => ({ ...query, tip: TYPES[kind], sort: 'datum', order: 'desc' }) as const
  const ofFirst = sumOf(await countDocuments(db, only(first)))
  const head = await keysFrom(db, only(first), { total: ofFirst, before, limit: query.limit })
  const rest = { before: Math.max(0, before - ofFirst), limit: query.limit - head.length }
  const tail = await keysFrom(db, only(second), { total: total - ofFirst, ...rest })
  return documentsOf(db, [...head, ...tail])
}

/** The keys of `limit` documents behind `before` others. */
async function keysFrom(
  db: Db,
  query: Sought,
  { total, before, limit }: { total: number; before: number; limit: number },
): Promise<Key[]> {
  const window = rowWindow(total, before, limit)
  if (window.limit === 0) return []
  const branches = kindsOf(query).map((kind) => keysOf(kind, query, fromOf(db, kind, query)))
  // Only the keys are merged and skipped over; rows are read for the page alone.
  const { rows } = await sql<Key>`
    ${sql.join(branches, sql` union all `)} order by ${orderOf(query, window)}
    limit ${window.limit} offset ${window.offset}`.execute(db)
  return asListed(window, rows)
}

type Count = { readonly vrsta: Kind; readonly total: number }
/** How many documents of each kind the query finds, on all its pages. */
async function countDocuments(db: Db, query: Sought): Promise<Count[]> {
  const counts = kindsOf(query).map(
    (kind) =>
      sql`select ${sql.lit(kind)} as vrsta, count(*) as total from ${sql.table(kind)} ${where(db, kind, query)}`,
  )
  const { rows } = await sql<Count>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows
}

const sumOf = (counts: readonly Count[]) => counts.reduce((sum, { total }) => sum + total, 0)

/** The ids that the filters and the search of the list find, on any day: a set for each kind. */
export async function foundIds(db: Db, query: DocumentsQuery): Promise<{ kind: Kind; ids: RawBuilder<unknown> }[]> {
  const { datum_od: _, datum_do: __, ...ofAnyDay } = query
  const sought = { ...ofAnyDay, invoiced: await invoicedTables(db, ['c4', 'c1'], query.search) }
  return kindsOf(query).map((kind) => ({
    kind,
    ids: sql`(select id from ${sql.table(kind)} ${where(db, kind, sought)})`,
  }))
}

const kindsOf = ({ tip }: DocumentsQuery) => (['c4', 'c1'] as const).filter((kind) => !tip || tip === TYPES[kind])

function keysOf(kind: Kind, { sort = 'datum' }: Sought, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = sort === 'tip' ? sql`${sql.lit(TYPES[kind])}` : orderColumn(sort)
  return sql`select ${sql.lit(kind)} as vrsta, id, datum, ${column} as red ${from}`
}

const fromOf = (db: Db, kind: Kind, query: Sought) => sql`from ${sql.table(kind)} ${where(db, kind, query)}`

/** Within one type, and between equal values of any column, the newest document stands first. */
function orderOf({ sort = 'datum', order }: DocumentsQuery, window: PageWindow): RawBuilder<unknown> {
  const to = (direction: 'asc' | 'desc') => sql.raw(readDirection(window, direction))
  if (sort === 'datum') {
    const direction = to(order ?? 'desc')
    return sql`datum ${direction}, id ${direction}, vrsta ${to('asc')}`
  }
  return sql`red ${to(order ?? 'asc')}, datum ${to('desc')}, id ${to('desc')}, vrsta ${to('asc')}`
}

function filtersOf(db: Db, kind: Kind, query: Sought): Filters {
  const conditions: RawBuilder<SqlBool>[] = []
  if (query.tip_dokumenta) conditions.push(sql<SqlBool>`tip_dokumenta = ${query.tip_dokumenta}`)
  if (query.zemlja_otpreme) conditions.push(...ofCountry(query.zemlja_otpreme))
  conditions.push(...bounds(query, 'datum'))
  return {
    texts: textFilters(engineOf(db), kind, query, {
      invoiced: query.invoiced?.has(kind) ?? false,
      shown: [TYPES[kind]],
    }),
    conditions,
  }
}

const where = (db: Db, kind: Kind, query: Sought) => whereOf(filtersOf(db, kind, query))

type StoredDocument = Omit<ArchiveDocument, 'tip' | 'ima_manjak'> & { manjkova: number }

/** The documents of these keys, in their order. */
async function documentsOf(db: Db, keys: readonly Key[]): Promise<ArchiveDocument[]> {
  const branches = (['c4', 'c1'] as const).flatMap((kind) => {
    const ids = keys.filter(({ vrsta }) => vrsta === kind).map(({ id }) => id)
    return ids.length ? [rowsOf(db, kind, ids)] : []
  })
  if (branches.length === 0) return []
  const { rows } = await sql<StoredDocument>`${sql.join(branches, sql` union all `)}`.execute(db)
  const found = new Map(rows.map((row) => [`${row.vrsta} ${row.id}`, row]))
  return keys.flatMap(({ vrsta, id }) => {
    const row = found.get(`${vrsta} ${id}`)
    if (!row) return []
    const { manjkova, ...document } = row
    return [{ ...document, tip: TYPES[vrsta], ima_manjak: manjkova > 0 }]
  })
}

function rowsOf(db: Db, kind: Kind, ids: readonly number[]): RawBuilder<unknown> {
  const [broj, partner, manjkova] =
    kind === 'c4'
      ? [sql`broj_c4`, sql`posiljalac_naziv`, sql`0`]
      : [
          sql`broj_c1`,
          sql`primalac_naziv`,
          sql`(select count(*) from razduzenje r where r.c1_id = c1.id and ${isShortage})`,
        ]
  return sql`
    select ${sql.lit(kind)} as vrsta, id, ${broj} as broj, tip_dokumenta, datum, ${partner} as partner, zemlja_otpreme,
      valuta, kurs, vrednost_total, vrednost_rsd, kolicina_total, pdf_fajl, ${manjkova} as manjkova
    from ${sql.table(kind)} where id in ${engineOf(db).list(ids)}`
}
