import { PRIJAVE } from '#contract/audit.ts'
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
  /** 'da': who logged in and out is listed too. */
  prijave: '',
}

export type HistoryValues = typeof HISTORY_DEFAULTS
export type SetHistory = ReturnType<typeof useAddressValues<HistoryValues>>[1]

const { page: _, search: __, prijave: ___, ...FILTERS } = HISTORY_DEFAULTS
export const NO_FILTERS: Partial<HistoryValues> = FILTERS

/** Whether the list is narrowed by anything but words and page. */
export const isFiltered = (at: HistoryValues): boolean =>
  Object.keys(FILTERS).some((name) => at[name as keyof HistoryValues] !== '')

/** The query of GET /audit. The server refuses other text than days. Logins come only when they are asked for. */
export const historyQuery = ({ page, datum_od, datum_do, prijave, ...rest }: HistoryValues) => ({
  ...rest,
  bez_prijava: prijave === '' && !PRIJAVE.some((radnja) => radnja === rest.radnja),
  datum_od,
  datum_do,
  page: pageIn(page),
})
