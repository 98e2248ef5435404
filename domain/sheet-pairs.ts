// A component of a normativ as it stands in one cell of a sheet: `MAT01:2,5`, or with waste and loss `MAT01:2,5+4%+1%`.
import { isWaste } from './bom.ts'
import { type Micro, microText, NO_QUANTITY, parseSerbian } from './decimal.ts'
import { cellText, quoted, type SheetCell, upperCode } from './sheet.ts'
import { PAIR_TEXT } from './sheet-fields.ts'
import { type Notation, type NumberNote, numberFault, readNumber } from './sheet-number.ts'

export type SheetNormativItem = {
  materijal_id: string
  potrebna_kolicina: Micro
  otpad_procenat: Micro
  gubitak_procenat: Micro
}
/** A material with its quantity and percents; a percent that the pair does not say is null. */
export type SheetPair = Pick<SheetNormativItem, 'materijal_id' | 'potrebna_kolicina'> & {
  otpad_procenat: Micro | null
  gubitak_procenat: Micro | null
}
export type Percent = 'otpad_procenat' | 'gubitak_procenat'

export const isPairText = (text: string): boolean => PAIR_TEXT.test(text)

/** No cell of Excel holds more; a longer text is no list of pairs, and the sentence about it says so. */
const MAX_CELL_CHARACTERS = 32_767

/** The pairs of one cell; the line breaks count, so the text is split before it is made one line. */
export const pairsOf = (cell: SheetCell): string[] =>
  (typeof cell === 'string' && cell.length <= MAX_CELL_CHARACTERS ? cell.split(/[;\r\n]/) : [cell])
    .map(cellText)
    .filter((text) => text !== '')

/** A pair, or the sentence that says what is wrong with it. */
export function readPair(
  label: string,
  pair: string,
  beside: ReadonlyMap<Percent, string>,
  { materials, notation }: { readonly materials: ReadonlySet<string>; readonly notation: Notation },
): (SheetPair & { note: NumberNote; text: string }) | string {
  const [, code = '', amount = ''] = /^([^:]*):([^:]*)$/.exec(pair) ?? []
  const materijal_id = upperCode(code.trim())
  if (materijal_id === '' || amount.trim() === '') {
    return `${label}: ${quoted(pair)} nije par materijal:količina (npr. MAT01:2,5).`
  }
  if (!materials.has(materijal_id)) return `${label}: materijal ${quoted(materijal_id)} ne postoji u katalogu.`
  const [kolicina = '', ...percents] = amountsOf(amount)
  const reading = readNumber(kolicina, { grouped: false, notation })
  const { kind } = reading
  if (kind !== 'number') return numberFault(`${label}: količina za ${materijal_id}`, kind, quoted(kolicina.trim()))
  const waste =
    beside.size === 0
      ? readPercents(percents)
      : percents.length === 0
        ? readPercents((['otpad_procenat', 'gubitak_procenat'] as const).map((name) => signed(beside.get(name))))
        : null
  if (!waste)
    return `${label}: otpad i gubitak za ${materijal_id} se pišu kao 2,5+4% ili 2,5+4%+1%, zajedno manje od 100%.`
  return { materijal_id, potrebna_kolicina: reading.value, ...waste, note: reading.note, text: kolicina.trim() }
}

/** A quantity and the percents behind it; the plus of `1E+3` is the number's own. */
export const amountsOf = (text: string): string[] => text.split(/(?<!e)\+/i)

/** A percent of a column of percents, in which nobody has to write the sign. */
export const signed = (text: string | undefined) => (text === undefined || text.endsWith('%') ? text : `${text}%`)

/**
 * The shares of the quantity that are waste and loss; one that the pair does not give is null. Null instead of both
 * where they are no percents, or too much together.
 */
export function readPercents(
  texts: readonly (string | undefined)[],
): Pick<SheetPair, 'otpad_procenat' | 'gubitak_procenat'> | null {
  const read = texts.map((text) => {
    const bare = text?.trim()
    if (bare === undefined) return undefined
    return bare.endsWith('%') ? parseSerbian(bare.slice(0, -1).trim(), { grouped: false }) : null
  })
  const [otpad, gubitak, ...more] = read
  if (otpad === null || gubitak === null || more.length > 0) return null
  const isGood = isWaste({ otpad_procenat: otpad ?? NO_QUANTITY, gubitak_procenat: gubitak ?? NO_QUANTITY })
  return isGood ? { otpad_procenat: otpad ?? null, gubitak_procenat: gubitak ?? null } : null
}

/** A norm as a pair that `readBomSheet` reads as the same. */
export function pairText({
  materijal_id,
  potrebna_kolicina,
  otpad_procenat,
  gubitak_procenat,
}: SheetNormativItem): string {
  const percents =
    gubitak_procenat > 0 ? [otpad_procenat, gubitak_procenat] : otpad_procenat > 0 ? [otpad_procenat] : []
  return [
    `${materijal_id}:${microText(potrebna_kolicina)}`,
    ...percents.map((percent) => `${microText(percent)}%`),
  ].join('+')
}
