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
 * names that do, and names, countries and codes of which a word does. `trazi` has them all folded, one behind the other.
 */
export function nearest(typed: string): RawBuilder<number> {
  const folded = searchText(typed)
  const id = folded.toUpperCase()
  const begins = `${literal(folded)}%`
  return sql<number>`case when id = ${id} then 0 when substr(id, 1, ${id.length}) = ${id} then 1
    when trazi like lower(id) || ' ' || ${begins} escape '\\' then 2
    when trazi like ${`% ${begins}`} escape '\\' then 3 else 4 end`
}

/** Text of which `like` takes every sign as it stands. */
const literal = (folded: string): string => folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)
