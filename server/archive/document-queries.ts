import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ArchiveDocument, archiveEndpoints } from '#contract/archive.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { searchText } from '#domain/search-text.ts'
import { contains } from '#server/db/contains.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/open.ts'

export type DocumentsQuery = Omit<QueryOf<(typeof archiveEndpoints)['archiveDocuments']>, 'page' | 'limit'>
type Page = { readonly page: number; readonly limit: number }
type Kind = ArchiveDocument['vrsta']
type Key = { readonly vrsta: Kind; readonly id: number }

const TYPES = { c4: 'Dolazni', c1: 'Odlazni' } as const

/** A page of C4 and C1 in one list, newest first unless the query names a column. */
export async function findDocuments(db: Db, query: DocumentsQuery & Page): Promise<ArchiveDocument[]> {
  const branches = kindsOf(query).map((kind) => keysOf(kind, query))
  // Only the keys are merged, along the indexes where there is one, and skipped over; rows are read for the page alone.
  const { rows: keys } = await sql<Key>`
    ${sql.join(branches, sql` union all `)} order by ${orderOf(query)} limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(
    db,
  )
  return documentsOf(db, keys)
}

/** How many documents the query finds, on all its pages. */
export async function countDocuments(db: Db, query: DocumentsQuery): Promise<number> {
  const counts = kindsOf(query).map((kind) => sql`(select count(*) from ${sql.table(kind)} ${where(query)})`)
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

const kindsOf = ({ tip }: DocumentsQuery) => (['c4', 'c1'] as const).filter((kind) => !tip || tip === TYPES[kind])

const SORTED_BY = { broj: 'broj_kljuc', partner: 'partner_red', zemlja_otpreme: 'zemlja_red' } as const
const sortColumn = (sort: NonNullable<DocumentsQuery['sort']>) => SORTED_BY[sort as 'broj'] ?? sort

function keysOf(kind: Kind, query: DocumentsQuery): RawBuilder<unknown> {
  const { sort = 'datum' } = query
  const column = sort === 'tip' ? sql`${sql.lit(TYPES[kind])}` : sql.ref(sortColumn(sort))
  return sql`select ${sql.lit(kind)} as vrsta, id, datum, ${column} as red from ${sql.table(kind)} ${where(query)}`
}

/** Within one type, and between equal values of any column, the newest document stands first. */
function orderOf({ sort = 'datum', order }: DocumentsQuery): RawBuilder<unknown> {
  if (sort === 'datum') {
    const direction = sql.raw(order ?? 'desc')
    return sql`datum ${direction}, id ${direction}, vrsta`
  }
  return sql`red ${sql.raw(order ?? 'asc')}, datum desc, id desc, vrsta`
}

function where(query: DocumentsQuery): RawBuilder<unknown> {
  const words = searchText(query.search ?? '')
    .split(' ')
    .filter(Boolean)
  const conditions = words.map(
    (word) => sql<SqlBool>`(${contains('broj_trazi', word)} or ${contains('partner_trazi', word)})`,
  )
  if (query.partner) conditions.push(contains('partner_trazi', query.partner))
  if (query.tip_dokumenta) conditions.push(sql<SqlBool>`tip_dokumenta = ${query.tip_dokumenta}`)
  if (query.zemlja_otpreme) conditions.push(sql<SqlBool>`zemlja_otpreme = ${query.zemlja_otpreme}`)
  if (query.datum_od) conditions.push(sql<SqlBool>`datum >= ${query.datum_od}`)
  if (query.datum_do) conditions.push(sql<SqlBool>`datum <= ${query.datum_do}`)
  return conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

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
      : [sql`broj_c1`, sql`primalac_naziv`, sql`(select count(*) from potreba where c1_id = c1.id and manjak > 0)`]
  return sql`
    select ${sql.lit(kind)} as vrsta, id, ${broj} as broj, tip_dokumenta, datum, ${partner} as partner, zemlja_otpreme,
      valuta, kurs, vrednost_total, vrednost_rsd, kolicina_total, pdf_fajl, ${manjkova} as manjkova
    from ${sql.table(kind)} where id in ${engineOf(db).list(ids)}`
}
