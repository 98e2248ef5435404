import { pageIn } from '#web/screens/address-values.ts'
import type { DocumentKind } from '#web/screens/record-addresses.ts'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'

/** The values in the address of a list of documents: page, order and filters; amounts as plain decimal text. */
export const LIST_DEFAULTS = {
  page: '1',
  /** Empty: the last choice, or DOCUMENT_PAGE_ROWS. */
  limit: '',
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
  odobrenje_id: '',
  broj_jci: '',
  /** Of imports: the deadline in force. */
  rok_od: '',
  rok_do: '',
  stanje_roka: '',
  sort: 'datum',
  order: 'desc',
  /** The document whose discharge is shown. */
  razduzenje: '',
  /** The document whose form is open. */
  otvori: '',
}
export type ListAddress = typeof LIST_DEFAULTS
export type SetListAddress = (change: Partial<ListAddress>, how?: { replace?: boolean }) => void

/** The values in the address of any list of documents beside its filters. */
export type PagedAddress = Pick<ListAddress, 'page' | 'limit' | 'search' | 'sort' | 'order' | 'otvori'>
export type SetPagedAddress = (change: Partial<PagedAddress>, how?: { replace?: boolean }) => void

const NO_FILTER = new Set(['page', 'limit', 'search', 'sort', 'order', 'razduzenje', 'otvori'])
const filtersIn = (at: PagedAddress) => Object.entries(at).filter(([name]) => !NO_FILTER.has(name))

/** Whether a filter of the panel is set. */
export const isFiltered = <A extends PagedAddress>(at: A): boolean => filtersIn(at).some(([, value]) => value !== '')

/** The same address without filters. */
export const noFilters = <A extends PagedAddress>(at: A): Partial<PagedAddress> =>
  Object.fromEntries(filtersIn(at).map(([name]) => [name, '']))

/** The query of GET /c4 and GET /c1; number and partner have the names of that list (spec §7). */
export function listQuery(
  at: ListAddress,
  names: { vrsta: DocumentKind; broj: 'c4Number' | 'c1Number'; partner: 'posiljalac' | 'primalac' },
) {
  const { page, limit, broj, partner, odobrenje_id, razduzenje: _, otvori: __, ...rest } = at
  return {
    ...rest,
    odobrenje_id: Number(odobrenje_id) || ('' as const),
    [names.broj]: broj,
    [names.partner]: partner,
    page: pageIn(page),
    limit: rowsPerPage(names.vrsta, limit),
  }
}
