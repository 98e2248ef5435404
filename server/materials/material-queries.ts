import { type AliasedRawBuilder, sql } from 'kysely'
import type { MaterialBody, MaterialQuery, MaterialRow } from '#contract/materials.ts'
import { add, type Para, subtract } from '#domain/decimal.ts'
import { searchText, sortKey } from '#domain/search-text.ts'
import { materialShows, nearest } from '#server/catalogue/catalogue-search.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { type Found, pageFrom } from '#server/records/page.ts'
import { integerOf } from '#server/stock/exact-sums.ts'

const withStock = (db: Db) =>
  db
    .selectFrom('materijal')
    .innerJoin('stanje', 'stanje.materijal_id', 'materijal.id')
    .select([
      'id',
      'naziv',
      'zemlja_porekla',
      'jedinica_mere',
      'tarifni_broj',
      'verzija',
      'total_input',
      'total_consumed',
      'manjak',
      'vrednost',
    ])

type StoredMaterial = Awaited<ReturnType<ReturnType<typeof withStock>['executeTakeFirstOrThrow']>>

/** A stored material with its stock, as the API has it. */
const rowOf = ({ total_input, total_consumed, vrednost, ...material }: StoredMaterial): MaterialRow => ({
  ...material,
  totalInput: total_input,
  totalConsumed: total_consumed,
  totalQuantity: subtract(total_input, total_consumed),
  preostalo: add(subtract(total_input, total_consumed), material.manjak),
  vrednost_rsd: integerOf<Para>(vrednost),
})

/**
 * A page of the materials that match every word of `search`, with their stock, and the number of all matches. The
 * default order is `nearest` first, then by name.
 */
export async function findMaterials(
  db: Db,
  { search = '', sort, order = 'asc', ...page }: MaterialQuery,
): Promise<Found<MaterialRow>> {
  const words = materialShows(engineOf(db), search)
  const countries = sort === 'zemlja_porekla' ? await countryOrder(db) : undefined
  const listed = withStock(db)
    .$if(countries !== undefined, (query) => query.innerJoin(countries as CountryOrder, 'zemlja', 'zemlja_porekla'))
    .$if(words.length > 0 && !sort, (query) => query.orderBy(nearest(search)))
  const by = SORTED_BY[sort ?? 'naziv']
  const { rows, total } = await pageFrom(db, 'materijal', listed, { ...page, where: words, by, order })
  return { rows: rows.map(rowOf), total }
}

const SORTED_BY = {
  id: sql.ref('id'),
  naziv: sql.ref('naziv_red'),
  zemlja_porekla: sql.ref('zemlja_red'),
  jedinica_mere: sql.ref('jedinica_mere'),
  tarifni_broj: sql.ref('tarifni_broj'),
  totalQuantity: sql`total_input - total_consumed`,
}

type CountryOrder = AliasedRawBuilder<{ zemlja: string; zemlja_red: string }, 'zemlje'>

/** The countries with the keys of their Serbian order, to be joined; they are few, so there is no column for it. */
async function countryOrder(db: Db): Promise<CountryOrder> {
  const countries = await db.selectFrom('materijal').select('zemlja_porekla as zemlja').distinct().execute()
  const keys = countries.map(({ zemlja }) => ({ zemlja, zemlja_red: sortKey(zemlja) }))
  return sql<{
    zemlja: string
    zemlja_red: string
  }>`${engineOf(db).rows({ zemlja: 'text', zemlja_red: 'text' }, keys)}`.as('zemlje')
}

/** Every material with its stock, by name. */
export async function allMaterials(db: Db): Promise<MaterialRow[]> {
  return (await withStock(db).orderBy('naziv_red').orderBy('id').execute()).map(rowOf)
}

/** One material with its stock; null when there is none. */
export async function materialById(db: Db, id: string): Promise<MaterialRow | null> {
  const row = await withStock(db).where('id', '=', id).executeTakeFirst()
  return row ? rowOf(row) : null
}

/** The columns of a material as they are written, with what search and sorting read. */
export const materialColumns = ({ id, naziv, zemlja_porekla, jedinica_mere, tarifni_broj }: MaterialBody) => ({
  id,
  naziv,
  zemlja_porekla,
  jedinica_mere,
  tarifni_broj,
  trazi: searchText(`${id} ${naziv} ${zemlja_porekla} ${tarifni_broj}`),
  naziv_red: sortKey(naziv),
})
