import { DOCUMENT_PAGE_ROWS } from '#contract/limits.ts'
import { limitIn, pageIn } from '#web/shell/address-values.ts'

/** What the address of a list of documents says: page, order and filters; amounts as plain decimal text. */
export const LIST_DEFAULTS = {
  page: '1',
  limit: String(DOCUMENT_PAGE_ROWS),
  search: '',
  broj: '',
  tip_dokumenta: '',
  datum_od: '',
  datum_do: '',
  partner: '',
  zemlja_otpreme: '',
  vrednost_min: '',
  vrednost_max: '',
  kolicina_min: '',
  kolicina_max: '',
  /** Of exports: some material is not covered ('true') or all of it is ('false'). */
  ima_manjak: '',
  sort: 'datum',
  order: 'desc',
  /** The document whose discharge is shown. */
  razduzenje: '',
}
export type ListAddress = typeof LIST_DEFAULTS
export type SetListAddress = (change: Partial<ListAddress>, how?: { replace?: boolean }) => void

const FILTERS = [
  'broj',
  'tip_dokumenta',
  'datum_od',
  'datum_do',
  'partner',
  'zemlja_otpreme',
  'vrednost_min',
  'vrednost_max',
  'kolicina_min',
  'kolicina_max',
  'ima_manjak',
] as const

/** Some filter of the panel is set. */
export const isFiltered = (at: ListAddress): boolean => FILTERS.some((name) => at[name] !== '')

export const NO_FILTERS: Partial<ListAddress> = Object.fromEntries(FILTERS.map((name) => [name, '']))

/** The query of GET /c4 and GET /c1; number and partner go by the names the list has for them (spec §7). */
export function listQuery(
  at: ListAddress,
  names: { broj: 'c4Number' | 'c1Number'; partner: 'posiljalac' | 'primalac' },
) {
  const { page, limit, broj, partner, razduzenje: _, ...rest } = at
  return {
    ...rest,
    [names.broj]: broj,
    [names.partner]: partner,
    page: pageIn(page),
    limit: limitIn(limit, DOCUMENT_PAGE_ROWS),
  }
}
