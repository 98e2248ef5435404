import { pageIn } from '#web/screens/address-values.ts'
import type { useAddressValues } from '#web/screens/use-address-values.ts'

/** The values of the screen's address; `predmet` with `vrsta` is one thing whose history is shown. */
export const HISTORY_DEFAULTS = {
  page: '1',
  search: '',
  vrsta: '',
  predmet: '',
  radnja: '',
  korisnik: '',
  datum_od: '',
  datum_do: '',
}

export type HistoryValues = typeof HISTORY_DEFAULTS
export type SetHistory = ReturnType<typeof useAddressValues<HistoryValues>>[1]

const { page: _, search: __, ...FILTERS } = HISTORY_DEFAULTS
export const NO_FILTERS: Partial<HistoryValues> = FILTERS

/** Whether the list is narrowed by anything but words and page. */
export const isFiltered = (at: HistoryValues): boolean =>
  Object.keys(FILTERS).some((name) => at[name as keyof HistoryValues] !== '')

/** The query of GET /audit. The server refuses other text than days. */
export const historyQuery = ({ page, datum_od, datum_do, ...rest }: HistoryValues) => ({
  ...rest,
  datum_od,
  datum_do,
  page: pageIn(page),
})
