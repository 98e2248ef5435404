import { figureText } from '#contract/figures/figure.ts'
import { type Micro, microText } from '#domain/decimal.ts'
import { normalized } from '#domain/one-form.ts'
import type { Cell } from './pdf-definition.ts'
import { advanceOf } from './pdf-signs.ts'

/** Least points of a column of names beside numbers of documents, and most of a column of units. */
export const LEAST_NAME = 100
export const UNIT_WIDTH = 40

/** Text size of tables, in points. */
export const TABLE_POINTS = 7.5

/** Joined letters (ﬁ), as in text copied from another PDF; a search finds only separate letters. */
const LIGATURES = /[\ufb00-\ufb06]/g

/** The greatest width of the text on one line, in points. */
export function textWidth(text: string, points = TABLE_POINTS): number {
  let width = 0
  for (const sign of text) width += advanceOf(sign)
  return width * points
}

const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** A text as it is printed: its letters are composed (č is one sign) and it is one paragraph. */
export const printedText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : normalized(
        text.replace(LIGATURES, (sign) => normalized(sign, 'NFKD')),
        'NFC',
      )
        .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()

/** A percent stays beside its sign. */
export const withPercent = (text: string): string => text.replaceAll(' %', '\u00a0%')

/**
 * A text for a column that is `room` points wide.
 * Text that fits stays on one line (also faster to lay out), longer text wraps, a word longer than the line breaks.
 */
export function words(text: string, room: number, points = TABLE_POINTS): Cell & { text: string } {
  const printed = printedText(text)
  if (textWidth(printed, points) <= room) return { text: printed, noWrap: true }
  const long = printed.split(/(?<=[ /-])/).some((word) => textWidth(word, points) > room)
  return long ? { text: printed, wordBreak: 'break-all' } : { text: withPercent(printed) }
}

/** A fact with its label. No word is broken; a word wider than `room` is printed in smaller type. */
export function factText(label: string, fact: string, room: number, points: number): Cell {
  const said = printedText(fact).split(' ')
  const pieces = said.map((word, at): Cell => {
    const text = at < said.length - 1 ? `${word} ` : word
    return { text, bold: true, noWrap: true, ...(textWidth(word, points) > room && { fontSize: TABLE_POINTS }) }
  })
  return { text: [{ text: `${label}: ` }, ...pieces], fontSize: points }
}

/** The values of one column as text. All have the decimal places of the longest, at least `least`, but zero is 0. */
export const figures = (values: readonly Micro[], least = 0): string[] => figuresByUnit(values, [], least)

/** The same with a unit per value: values of one unit line up, and pieces get no decimal places from kilograms. */
export function figuresByUnit(values: readonly (Micro | null)[], units: readonly unknown[], least = 0): string[] {
  const places = new Map<unknown, number>()
  for (const [at, value] of values.entries()) {
    const needed = value === null ? 0 : (microText(value).split('.')[1]?.length ?? 0)
    places.set(units[at], Math.max(places.get(units[at]) ?? least, needed))
  }
  return values.map((value, at) => figureText('quantity', value, places.get(units[at])))
}

/** A cell with a formatted number: to the right and on one line. */
export const figure = (text = ''): Cell => ({ text, alignment: 'right', noWrap: true })

/** Width in points of a column that holds each of these numbers on one line, at least `least`. */
export const figureWidth = (texts: string[], least: number): number =>
  texts.reduce((widest, text) => Math.max(widest, Math.ceil(textWidth(text))), least)

/**
 * Widths in points of columns of numbers of documents and the like: those of their longest texts, at least `least`. The
 * widest are cut back until all fit in `room`.
 */
export function codeWidths(columns: readonly (readonly string[])[], least: number, room: number): number[] {
  const own = columns.map((texts) => figureWidth([...texts], least))
  let most = Math.max(...own)
  while (most > least && own.reduce((sum, width) => sum + Math.min(width, most), 0) > room) most -= 1
  return own.map((width) => Math.min(width, most))
}

/** The same for texts: at least as wide as the head, at most `most`; longer text wraps. */
export const columnWidth = (texts: string[], least: number, most: number): number =>
  Math.min(most, figureWidth(texts, least))

type Marked = { usmereno: boolean; posle_roka?: boolean; pre_prelaska?: boolean | undefined }
/** The marks of a draw, behind its text. */
export const toldMarks = ({ usmereno, posle_roka, pre_prelaska }: Marked): string =>
  `${usmereno ? '; usmereno' : ''}${pre_prelaska ? '; pre dana prelaska' : ''}${posle_roka ? '; posle roka' : ''}`
