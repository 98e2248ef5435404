import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseMicro, readings } from '#domain/decimal.ts'
import { searchText } from '#domain/search-text.ts'
import { containsWords } from '#server/db/contains.ts'
import type { Engine } from '#server/db/engine.ts'

/**
 * That a material shows every word that is searched for: in its ID, name, country or tariff number, or as its unit or its
 * stock (spec §2, Shared pieces). A number without comma and point is part of an ID or a code: whoever chooses a material
 * would find others by stock.
 */
export const materialShows = (engine: Engine, search: string): RawBuilder<SqlBool>[] =>
  containsWords(engine, 'trazi', search, (word) => {
    const quantities = /[.,]/.test(word) ? readings(word).flatMap((plain) => parseMicro(plain) ?? []) : []
    const asUnit = sql<SqlBool>`jedinica_mere = ${searchText(word)}`
    const inStock = sql<SqlBool>`id in (
      select materijal_id from stanje where total_input - total_consumed in (${sql.join(quantities)}))`
    return quantities.length > 0 ? [asUnit, inStock] : [asUnit]
  })
