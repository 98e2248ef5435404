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

/** Text of which `like` takes every sign as it stands. */
export const literal = (folded: string): string => folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)
