import { countryName } from './countries.ts'
import { cellText, headerText } from './sheet.ts'
import { type FieldSheet, REASON, SEEN_ROWS, type SheetContent, type SheetField } from './sheet-fields.ts'
import { isKnownUnit, unitName } from './units.ts'

/** The headings of columns that no field has, in their order. */
export const unreadColumns = ({ header, at }: FieldSheet): string[] => {
  const read = new Set(Object.values(at))
  return (header?.cells ?? []).flatMap((cell, index) =>
    read.has(index) || headerText(cell) === REASON || cellText(cell) === '' ? [] : [cellText(cell)],
  )
}

/** A text that was brought to one spelling: from what to what, and in how many rows. */
export type Converted = { readonly polje: string; readonly iz: string; readonly u: string; readonly redova: number }
/** The most spellings that are listed one by one. */
const MAX_CONVERTED = 100

/** Units, countries and tariff numbers that the sheet writes otherwise than they are kept. */
export function convertedIn({ data, at }: FieldSheet, fields: readonly SheetField[]): Converted[] {
  const found = new Map<string, { polje: string; iz: string; u: string; redova: number }>()
  for (const { polje, sadrzaj } of fields) {
    const spelled = sadrzaj === null || at[polje] === undefined ? undefined : SPELLINGS[sadrzaj]
    if (!spelled) continue
    for (const row of data) {
      const iz = cellText(row.cells[at[polje] as number])
      const u = iz === '' ? iz : spelled(iz)
      if (u === iz) continue
      const key = `${polje}\n${iz}`
      const before = found.get(key)
      if (before) before.redova++
      else if (found.size < MAX_CONVERTED) found.set(key, { polje, iz, u, redova: 1 })
    }
  }
  return [...found.values()]
}
const SPELLINGS: Partial<Record<SheetContent, (text: string) => string>> = {
  jedinica: (text) => (isKnownUnit(text) ? unitName(text) : text),
  zemlja: countryName,
}

/** The columns of a sheet with their first content, to choose among them. */
export function shownColumns({ header, data }: FieldSheet): { kolona: number; naslov: string; primeri: string[] }[] {
  const seen = data.slice(0, SEEN_ROWS)
  const width = Math.max(header?.cells.length ?? 0, ...seen.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, index) => ({
    kolona: index + 1,
    naslov: cellText(header?.cells[index]).slice(0, MAX_SHOWN_CHARACTERS),
    primeri: seen
      .map(({ cells }) => cellText(cells[index]).slice(0, MAX_SHOWN_CHARACTERS))
      .filter((text) => text !== '')
      .slice(0, SAMPLES),
  })).filter(({ naslov, primeri }) => headerText(naslov) !== REASON && (naslov !== '' || primeri.length > 0))
}
const SAMPLES = 3
const MAX_SHOWN_CHARACTERS = 60
