import { limitIn } from './address-values.ts'

/** The lists whose pages the user sizes. */
export type SizedList = 'c4' | 'c1' | 'materials' | 'archive'

const keyOf = (list: SizedList) => `redova-${list}`

function remembered(list: SizedList): string {
  try {
    return localStorage.getItem(keyOf(list)) ?? ''
  } catch {
    // A browser that forbids storage remembers nothing.
    return ''
  }
}

/** The rows of a page: what the address says, else what was last chosen on this machine, else what the list has by itself. */
export const rowsPerPage = (list: SizedList, said: string, ownRows: number): number =>
  limitIn(said, limitIn(remembered(list), ownRows))

/** Remembers on this machine how many rows the user chose for the pages of a list. */
export function rememberRows(list: SizedList, rows: number): void {
  try {
    localStorage.setItem(keyOf(list), String(rows))
  } catch {
    // Without storage the choice lasts as long as the address.
  }
}
