import { type RawBuilder, sql } from 'kysely'
import { codeKey } from '#domain/one-form.ts'
import { searchText } from '#domain/search-text.ts'
import { literal, wordsOf } from '#server/db/contains.ts'

/**
 * Orders rows of a catalogue by how near they are to what was typed: the one of this ID first, then IDs that begin with it,
 * names that do, and the rest by its words: those that stand there complete are nearer than those that begin a word,
 * and these nearer than parts of one, `4 muški` nearer to `Konektor 4 pola` than to `Konektor 24 pola`. `trazi` has ID,
 * name, country and code folded, one behind the other.
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
