import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_SEARCH_WORDS, MAX_SEARCHED_LETTERS } from '#contract/limits.ts'
import { MAX_RAW_CHARACTERS } from '#domain/one-form.ts'
import { searchText, soughtForms } from '#domain/search-text.ts'
import { Refusal } from '#server/refusal.ts'
import type { Engine } from './engine.ts'

type Folded = string | RawBuilder<unknown>
type Condition = RawBuilder<SqlBool>

/** Longer pieces are looked for only where the letter stands that they have least often, which costs a tenth. */
const LONG_PIECE = 16

/** Whether folded text, a column or an expression, contains what was typed, folded alike and taken literally. */
export function contains(engine: Engine, folded: Folded, text: string): Condition {
  return anyOf(soughtForms(text).map((form) => hasPiece(engine, textOf(folded), form)))
}

function hasPiece(engine: Engine, text: RawBuilder<unknown>, piece: string): Condition {
  const whole = engine.contains(text, piece)
  if (piece.length <= LONG_PIECE) return whole
  const times = Map.groupBy(piece, (letter) => letter)
  const [seldom = ''] = [...times.keys()].toSorted((a, b) => lengthOf(times.get(a)) - lengthOf(times.get(b)))
  return sql<SqlBool>`(${text} like ${`%${literal(seldom)}%`} escape '\\' and ${whole})`
}

const lengthOf = (letters: readonly string[] = []) => letters.length

/**
 * The words that were typed, each once, as they were typed: each is folded where it is compared. More of them than
 * MAX_SEARCH_WORDS and longer ones than MAX_SEARCHED_LETTERS are refused: with something left out, rows would be found
 * that lack what was typed.
 */
export function wordsOf(text: string): string[] {
  const words = text
    .slice(0, MAX_RAW_CHARACTERS)
    .split(/\s+/)
    .filter((word) => searchText(word) !== '')
  const different = [...new Map(words.map((word) => [soughtForms(word).join('\n'), word])).values()]
  if (different.length > MAX_SEARCH_WORDS)
    throw new Refusal('invalid', `Pretraga: najviše ${MAX_SEARCH_WORDS} različitih reči.`)
  if (different.some((word) => word.length > MAX_SEARCHED_LETTERS))
    throw new Refusal('invalid', `Pretraga: reč može da ima najviše ${MAX_SEARCHED_LETTERS} znaka.`)
  return different
}

/**
 * Conditions that hold where each word that was typed stands in one of the folded texts, in any order, or is there in one
 * of the `otherwise` that are said of it.
 */
export function containsWords(
  engine: Engine,
  folded: Folded | readonly Folded[],
  text: string,
  otherwise: (word: string) => readonly Condition[] = () => [],
): Condition[] {
  const texts = Array.isArray(folded) ? (folded as readonly Folded[]) : [folded as Folded]
  // The cheapest condition stands first: a row that it finds is not searched any further.
  return wordsOf(text).map((word) => anyOf([...otherwise(word), ...texts.map((one) => contains(engine, one, word))]))
}

const textOf = (folded: Folded): RawBuilder<unknown> => (typeof folded === 'string' ? sql.ref(folded) : folded)

function anyOf(ways: readonly Condition[]): Condition {
  return ways.length === 1 && ways[0] ? ways[0] : sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

/** Text in which `like` takes every sign literally. */
export const literal = (folded: string): string => folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)
