import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseMicro, readings } from '#domain/decimal.ts'
import { searchText } from '#domain/search-text.ts'
import { contains, wordsOf } from '#server/db/contains.ts'

/**
 * That a material shows every word that is searched for: in its ID, name, country or tariff number, or as its unit or its
 * stock (spec §2, Shared pieces). A number without comma and point is part of an ID or a code: whoever chooses a material
 * would find others by stock.
 */
export const materialShows = (search: string): RawBuilder<SqlBool>[] => wordsOf(search).map(shows)

function shows(word: string): RawBuilder<SqlBool> {
  const quantities = /[.,]/.test(word) ? readings(word).flatMap((plain) => parseMicro(plain) ?? []) : []
  const inStock = sql`id in (
    select materijal_id from stanje where total_input - total_consumed in (${sql.join(quantities)}))`
  const ways = [
    contains('trazi', word),
    sql`jedinica_mere = ${searchText(word)}`,
    ...(quantities.length > 0 ? [inStock] : []),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
