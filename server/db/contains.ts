import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_RAW_CHARACTERS } from '#domain/one-form.ts'
import { searchText, soughtForms } from '#domain/search-text.ts'

/**
 * Whether folded text, a column or an expression, contains what was typed, folded alike and taken literally; `behind` a
 * mark where one is given.
 */
export function contains(folded: string | RawBuilder<unknown>, text: string, behind = ''): RawBuilder<SqlBool> {
  const column = typeof folded === 'string' ? sql.ref(folded) : folded
  const begin = behind === '' ? '%' : `%${behind}%`
  const ways = soughtForms(text).map((form) => sql<SqlBool>`${column} like ${`${begin}${literal(form)}%`} escape '\\'`)
  return ways.length === 1 && ways[0] ? ways[0] : sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

/** The words that were typed, as they were typed: each is folded where it is compared. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, MAX_RAW_CHARACTERS)
    .split(/\s+/)
    .filter((word) => searchText(word) !== '')

/** One condition per word: the text contains all of them, in any order. */
export const containsWords = (folded: string | RawBuilder<unknown>, text: string): RawBuilder<SqlBool>[] =>
  wordsOf(text).map((word) => contains(folded, word))

/** Text of which `like` takes every sign as it stands. */
export const literal = (folded: string): string => folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)
