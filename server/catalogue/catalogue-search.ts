import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { parseMicro, readings } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import { searchText } from '#domain/search-text.ts'
import { containsWords, literal, wordsOf } from '#server/db/contains.ts'
import type { Engine } from '#server/db/engine.ts'

/**
 * Orders rows of a catalogue by their nearness to the typed text: the row with this ID first, then IDs that begin with
 * it, then names that do. The rest is by words: a complete word is nearer than the beginning of one, which is nearer
 * than another part: `4 muški` is nearer to `Konektor 4 pola` than to `Konektor 24 pola`. `trazi` has ID, name, country
 * and code folded, one behind the other.
 */
export function nearest(typed: string): RawBuilder<number> {
  const folded = searchText(typed)
  const id = codeKey(typed).toUpperCase()
  const words = wordsOf(typed).map((word) => {
    const begins = `% ${literal(searchText(word))}`
    return sql`case when ' ' || trazi || ' ' like ${`${begins} %`} escape '\\' then 0
      when ' ' || trazi like ${`${begins}%`} escape '\\' then 1 else 2 end`
  })
  return sql<number>`case when id = ${id} then 0 when substr(id, 1, ${id.length}) = ${id} then 1
    when trazi like lower(id) || ' ' || ${`${literal(folded)}%`} escape '\\' then 2
    else 3 + ${sql.join(words, sql` + `)} end`
}

/**
 * The conditions that a material shows every searched word: in its ID, name, country or tariff number, or as its unit
 * or its stock (spec §2, Shared pieces). A number without comma and point is part of an ID or a code: as a stock it
 * would find other materials.
 */
export const materialShows = (engine: Engine, search: string): RawBuilder<SqlBool>[] =>
  containsWords(engine, 'trazi', search, (word) => {
    const quantities = /[.,]/.test(word) ? readings(word).flatMap((plain) => parseMicro(plain) ?? []) : []
    const asUnit = sql<SqlBool>`jedinica_mere = ${searchText(word)}`
    const inStock = sql<SqlBool>`id in (
      select materijal_id from stanje where total_input - total_consumed in (${sql.join(quantities)}))`
    return quantities.length > 0 ? [asUnit, inStock] : [asUnit]
  })
