import { sql } from 'kysely'
import type { MaterialBody, MaterialRow } from '#contract/materials.ts'
import { type Atto, attoToPara, subtract } from '#domain/decimal.ts'
import { searchText } from '#domain/search-text.ts'
import { sortKey } from '#domain/sort-key.ts'
import type { Db } from '#server/db/open.ts'

type Order = {
  sort?: 'id' | 'naziv' | 'zemlja_porekla' | 'jedinica_mere' | 'totalQuantity' | 'tarifni_broj' | undefined
  order?: 'asc' | 'desc' | undefined
}

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
      'vrednost',
    ])

type StoredMaterial = Awaited<ReturnType<ReturnType<typeof withStock>['executeTakeFirstOrThrow']>>

/** A stored material with its stock, as the API has it. */
const rowOf = ({ total_input, total_consumed, vrednost, ...material }: StoredMaterial): MaterialRow => ({
  ...material,
  totalInput: total_input,
  totalConsumed: total_consumed,
  totalQuantity: subtract(total_input, total_consumed),
  vrednost_rsd: attoToPara(BigInt(vrednost) as Atto),
})

/** Materials whose ID, name, country or tariff number contains every word of `search`, with their stock. */
export async function findMaterials(
  db: Db,
  {
    search,
    page,
    limit,
    sort = 'naziv',
    order = 'asc',
  }: Order & { search?: string | undefined; page: number; limit: number },
): Promise<{ rows: MaterialRow[]; total: number }> {
  let found = withStock(db)
  let counted = db.selectFrom('materijal').select(({ fn }) => fn.countAll<number>().as('total'))
  for (const word of searchText(search ?? '')
    .split(' ')
    .filter(Boolean)) {
    found = found.where('trazi', 'like', containing(word))
    counted = counted.where('trazi', 'like', containing(word))
  }
  const column =
    { naziv: sql`naziv_red`, totalQuantity: sql`total_input - total_consumed` }[sort as 'naziv'] ?? sql.ref(sort)
  const rows = await found
    .orderBy(column, order)
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows: rows.map(rowOf), total: (await counted.executeTakeFirstOrThrow()).total }
}

export async function allMaterials(db: Db): Promise<MaterialRow[]> {
  return (await withStock(db).orderBy('naziv_red').orderBy('id').execute()).map(rowOf)
}

export async function findMaterial(db: Db, id: string): Promise<MaterialRow | null> {
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

/** LIKE pattern for text that contains `word` literally. */
const containing = (word: string) => `%${word.replace(/[\\%_]/g, '')}%`
