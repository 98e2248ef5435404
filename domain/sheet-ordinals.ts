import { cellText, quoted, type SheetCell } from './sheet.ts'

/** An item whose `redni_broj` still is what the cell says. */
type Unnumbered = { redniBrojCell: SheetCell; upozorenja: string[] }

/**
 * Gives the items of one invoice their `redni_broj`: the sheet's number, else the place in the invoice, or the next
 * free number if that one is taken. A number occurs once per invoice (decisions §3): the second item with the same
 * number, and one whose number is none, get a free one and a warning.
 */
export function numberItems<T extends Unnumbered>(items: readonly T[], maxOrdinal: number) {
  const taken = new Set<number>()
  const claims = items.map(({ redniBrojCell }) => {
    const claim = ordinalOf(redniBrojCell, maxOrdinal)
    if (claim === null || taken.has(claim)) return null
    taken.add(claim)
    return claim
  })
  let free = 1
  return items.map(({ redniBrojCell, upozorenja, ...item }, index) => {
    const claim = claims[index] ?? null
    if (claim !== null) return { ...item, redni_broj: claim, upozorenja }
    let redni_broj = index + 1
    if (taken.has(redni_broj)) {
      while (taken.has(free)) free++
      redni_broj = free
    }
    taken.add(redni_broj)
    return { ...item, redni_broj, upozorenja: [...upozorenja, ...renumbered(redniBrojCell, redni_broj, maxOrdinal)] }
  })
}

function renumbered(cell: SheetCell, redni_broj: number, maxOrdinal: number): string[] {
  const text = cellText(cell)
  if (text === '') return []
  const why = ordinalOf(cell, maxOrdinal) === null ? 'nije redni broj' : 'se ponavlja u fakturi'
  return [`redni_broj: ${quoted(text)} ${why}, dodeljen je ${redni_broj}.`]
}

/** A whole number from 1 on, as number or text (`3`, `3.`). */
function ordinalOf(cell: SheetCell, maxOrdinal: number): number | null {
  const shown = typeof cell === 'object' && cell !== null ? cell.value : cell
  const value = typeof shown === 'number' ? shown : Number(/^(\d+)\.?$/.exec(cellText(cell))?.[1] ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= maxOrdinal ? value : null
}
