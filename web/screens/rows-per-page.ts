import { limitIn } from '#web/screens/address-values.ts'
import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'

/** Rows of a page unless the user chose a number. */
export const LIST_ROWS = 25

/** `list` tells the lists apart whose pages the user sizes. */
const keyOf = (list: string) => `redova-${list}`

/** The rows of a page: the address's number, else the last choice on this machine, else LIST_ROWS. */
export const rowsPerPage = (list: string, said: string): number =>
  limitIn(said, limitIn(rememberedChoice(keyOf(list)) ?? '', LIST_ROWS))

/** Remembers on this machine how many rows the user chose for the pages of a list. */
export const rememberRows = (list: string, rows: number): void => rememberChoice(keyOf(list), String(rows))
