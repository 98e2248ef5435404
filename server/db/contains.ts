import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchText } from '#domain/search-text.ts'

/** Whether folded text, a column or an expression, contains what was typed, folded alike and taken literally. */
export function contains(folded: string | RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const pattern = `%${literal(searchText(text))}%`
  return sql<SqlBool>`${typeof folded === 'string' ? sql.ref(folded) : folded} like ${pattern} escape '\\'`
}

/** The words that were typed, folded. */
export const wordsOf = (text: string): string[] => searchText(text).split(' ').filter(Boolean)

/** One condition per word: the text contains all of them, in any order. */
export const containsWords = (folded: string | RawBuilder<unknown>, text: string): RawBuilder<SqlBool>[] =>
  wordsOf(text).map((word) => contains(folded, word))

/**
 * Orders rows of a catalogue by how near they are to what was typed: the one of this ID first, then IDs that begin with it,
 * names that do, and the rest by its words: those that stand there whole are nearer than those that begin a word, and
 * these nearer than parts of one, `4 muški` nearer to `Konektor 4 pola` than to `Konektor 24 pola`. `trazi` has ID, name,
 * country and code folded, one behind the other.
 */
export function nearest(typed: string): RawBuilder<number> {
  const folded = searchText(typed)
  const id = folded.toUpperCase()
  const words = wordsOf(typed).map((word) => {
    const begins = `% ${literal(word)}`
    return sql`case when ' ' || trazi || ' ' like ${`${begins} %`} escape '\\' then 0
      when ' ' || trazi like ${`${begins}%`} escape '\\' then 1 else 2 end`
  })
  return sql<number>`case when id = ${id} then 0 when substr(id, 1, ${id.length}) = ${id} then 1
    when trazi like lower(id) || ' ' || ${`${literal(folded)}%`} escape '\\' then 2
    else 3 + ${sql.join(words, sql` + `)} end`
}

/** Text of which `like` takes every sign as it stands. */
const literal = (folded: string): string => folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)
