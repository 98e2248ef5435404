import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { MAX_SEARCH_WORDS, MAX_SEARCHED_LETTERS } from '#contract/limits.ts'
import { MAX_RAW_CHARACTERS } from '#domain/one-form.ts'
import { searchText, soughtForms } from '#domain/search-text.ts'
import { Refusal } from '#server/refusal.ts'
import type { Engine } from './engine.ts'

type Folded = string | RawBuilder<unknown>
type Condition = RawBuilder<SqlBool>

/**
 * Up to this many words are searched one by one: most texts lack the first of them. With more, all others are searched
 * at once.
 */
const ONE_BY_ONE = 3
/** A text of up to this many bytes costs less word by word than a call of our function. */
const SHORT_TEXT = 128
/** A longer piece is searched only in texts with its rarest letter, which costs a tenth. */
const LONG_PIECE = 16

/**
 * True where a folded text, a column or an expression, contains the typed text, folded in the same way and taken
 * literally.
 */
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
 * The typed words, each once and not folded: each is folded where it is compared. Refuses more words than
 * MAX_SEARCH_WORDS and longer ones than MAX_SEARCHED_LETTERS: a search without some of them would find rows that lack
 * what was typed.
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
 * Conditions that hold where each typed word stands in one of the folded texts, in any order, or fulfils one of its
 * `otherwise`. The cost does not grow with the number of words: of many words, only the longest is searched by itself,
 * if the engine can search the others all at once.
 */
export function containsWords(
  engine: Engine,
  folded: Folded | readonly Folded[],
  text: string,
  otherwise: (word: string) => readonly Condition[] = () => [],
): Condition[] {
  const texts = Array.isArray(folded) ? (folded as readonly Folded[]) : [folded as Folded]
  const words = wordsOf(text).map((word) => ({ word, ways: otherwise(word) }))
  const alone = ({ word, ways }: (typeof words)[number]) =>
    // The cheapest condition stands first: a row that it finds is not searched further.
    anyOf([...ways, ...texts.map((one) => contains(engine, one, word))])
  const { wordsIn } = engine
  if (!wordsIn || words.length <= ONE_BY_ONE) return words.map(alone)
  const [longest, ...others] = words.toSorted((a, b) => b.word.length - a.word.length)
  if (!longest) return []
  const whole = sql.join(
    texts.map((one) => sql`coalesce(${textOf(one)}, '')`),
    sql` || char(10) || `,
  )
  const bytes = sql.join(
    texts.map((one) => sql`coalesce(octet_length(${textOf(one)}), 0)`),
    sql` + `,
  )
  const forms = others.map(({ word }) => soughtForms(word))
  const bits = others.flatMap(({ ways }, bit) =>
    ways.length > 0 ? [sql`case when ${anyOf(ways)} then ${sql.lit(2 ** bit)} else 0 end`] : [],
  )
  const found = sql.join([wordsIn(whole, forms), ...bits], sql` | `)
  // The conditions are joined by 'or' and 'and': SQLite skips those that decide nothing more. In a `case` it computes
  // all of them.
  return [
    alone(longest),
    sql<SqlBool>`(${bytes} <= ${sql.lit(SHORT_TEXT)} and ${sql.join(others.map(alone), sql` and `)}
      or ${bytes} > ${sql.lit(SHORT_TEXT)} and (${found}) = ${sql.lit(2 ** others.length - 1)})`,
  ]
}

const textOf = (folded: Folded): RawBuilder<unknown> => (typeof folded === 'string' ? sql.ref(folded) : folded)

function anyOf(ways: readonly Condition[]): Condition {
  return ways.length === 1 && ways[0] ? ways[0] : sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

/** Text in which `like` takes every sign literally. */
export const literal = (folded: string): string => folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)
