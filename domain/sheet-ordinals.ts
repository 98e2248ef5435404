import { cellText, quoted, type SheetCell } from './sheet.ts'

/** The number that a row gives its line, null for none; and the reason why a text in its cell gives none. */
export type Claim = { readonly redni_broj: number | null; readonly spor: string | null }

/**
 * The numbers of lines in the rows of one invoice. A number occurs once per invoice (decisions §3): the first row has
 * it.
 */
export function claimsOf(cells: readonly SheetCell[], maxOrdinal: number): Claim[] {
  const taken = new Set<number>()
  return cells.map((cell) => {
    const claim = ordinalOf(cell, maxOrdinal)
    if (claim !== null && !taken.has(claim)) {
      taken.add(claim)
      return { redni_broj: claim, spor: null }
    }
    const text = cellText(cell)
    const why = claim === null ? 'nije redni broj' : 'se ponavlja u fakturi'
    return { redni_broj: null, spor: text === '' ? null : `${quoted(text)} ${why}` }
  })
}

/** The numbers of the lines of a new invoice: those that the rows give, else the place in the invoice, or the next free number. */
export function numbersOf(claims: readonly Pick<Claim, 'redni_broj'>[]): number[] {
  const taken = new Set(claims.map(({ redni_broj }) => redni_broj))
  let free = 1
  return claims.map((claim, index) => {
    if (claim.redni_broj !== null) return claim.redni_broj
    let redni_broj = index + 1
    if (taken.has(redni_broj)) {
      while (taken.has(free)) free++
      redni_broj = free
    }
    taken.add(redni_broj)
    return redni_broj
  })
}

/** A remark on a line whose row gives it no number; none where its cell is empty. */
export const numberRemark = (spor: string | null, redni_broj: number): string[] =>
  spor === null ? [] : [`redni_broj: ${spor}, dodeljen je ${redni_broj}.`]

/** Gives the items of one invoice their `redni_broj`, and a warning to each whose cell gives none. */
export function numberItems<T extends { redniBrojCell: SheetCell; upozorenja: string[] }>(
  items: readonly T[],
  maxOrdinal: number,
) {
  const claims = claimsOf(
    items.map(({ redniBrojCell }) => redniBrojCell),
    maxOrdinal,
  )
  const numbers = numbersOf(claims)
  return items.map(({ redniBrojCell: _, upozorenja, ...item }, at) => {
    const redni_broj = numbers[at] as number
    return { ...item, redni_broj, upozorenja: [...upozorenja, ...numberRemark(claims[at]?.spor ?? null, redni_broj)] }
  })
}

/** An integer from 1 on, as number or text (`3`, `3.`). */
function ordinalOf(cell: SheetCell, maxOrdinal: number): number | null {
  const shown = typeof cell === 'object' && cell !== null ? cell.value : cell
  const value = typeof shown === 'number' ? shown : Number(/^(\d+)\.?$/.exec(cellText(cell))?.[1] ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= maxOrdinal ? value : null
}
