import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchText } from '#domain/search-text.ts'

/** Whether folded text, a column or an expression, contains what was typed, folded alike and taken literally. */
export function contains(folded: string | RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const pattern = `%${searchText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<SqlBool>`${typeof folded === 'string' ? sql.ref(folded) : folded} like ${pattern} escape '\\'`
}

/** The words that were typed, folded. */
export const wordsOf = (text: string): string[] => searchText(text).split(' ').filter(Boolean)

/** One condition per word: the text contains all of them, in any order. */
export const containsWords = (folded: string | RawBuilder<unknown>, text: string): RawBuilder<SqlBool>[] =>
  wordsOf(text).map((word) => contains(folded, word))

/** Orders rows by how near their `id` is to what was typed: the very one first, then those that begin with it. */
export function nearestId(typed: string): RawBuilder<number> {
  const id = searchText(typed).toUpperCase()
  return sql<number>`case when id = ${id} then 0 when substr(id, 1, ${id.length}) = ${id} then 1 else 2 end`
}
