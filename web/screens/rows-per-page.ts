import { limitIn } from '#web/screens/address-values.ts'
import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'

/** The lists whose pages the user sizes. */
export type SizedList =
  | 'c4'
  | 'c1'
  | 'materials'
  | 'odobrenja'
  | 'partneri'
  | 'otpad'
  | 'ostalo_razduzenje'
  | 'rokovi'
  | 'archive'

/** Rows of a page that nobody has sized. */
export const LIST_ROWS = 25

const keyOf = (list: SizedList) => `redova-${list}`

/** The rows of a page: the address's number, else the last choice on this machine, else LIST_ROWS. */
export const rowsPerPage = (list: SizedList, said: string): number =>
  limitIn(said, limitIn(rememberedChoice(keyOf(list)) ?? '', LIST_ROWS))

/** Remembers on this machine how many rows the user chose for the pages of a list. */
export const rememberRows = (list: SizedList, rows: number): void => rememberChoice(keyOf(list), String(rows))
