import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchText } from '#domain/search-text.ts'

/** Whether a column of folded text contains what was typed, folded alike and taken literally. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${searchText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
}

/** One condition per word: the column contains all of them, in any order. */
export const containsWords = (column: string, text: string): RawBuilder<SqlBool>[] =>
  searchText(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => contains(column, word))
