import { formatDate, parseIsoDate } from '#domain/calendar-date.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'

/** The five views; their names also come by navigation state (`activeTab`, spec §2). */
export const ARCHIVE_TABS = [
  { id: 'overview', name: 'Pregled' },
  { id: 'documents', name: 'Svi dokumenti' },
  { id: 'materials-c4', name: 'Materijali po C4' },
  { id: 'materials-summary', name: 'Rezime materijala' },
  { id: 'products-summary', name: 'Rezime proizvoda' },
] as const
export type ArchiveTab = (typeof ARCHIVE_TABS)[number]['id']

/** The values of the archive's address: the view, the period, and what the views search and filter by. */
export const ARCHIVE_DEFAULTS = {
  tab: 'overview',
  datum_od: '',
  datum_do: '',
  page: '1',
  /** Empty: the last choice, or LIST_ROWS. */
  limit: '',
  search: '',
  tip: '',
  tip_dokumenta: '',
  partner: '',
  zemlja_otpreme: '',
  uvoz_od: '',
  uvoz_do: '',
  zemlja_porekla: '',
  sort: 'datum',
  order: 'desc',
}
export type ArchiveAddress = typeof ARCHIVE_DEFAULTS
export type ArchiveView = {
  at: ArchiveAddress
  setAt: (change: Partial<ArchiveAddress>, how?: { replace?: boolean }) => void
}

/** A view by its name; anything else is the overview. */
export const tabOf = (name: string | undefined): ArchiveTab =>
  ARCHIVE_TABS.find(({ id }) => id === name)?.id ?? 'overview'

/** The change to another view: it empties the search; period and filters stay. */
export const viewChange = (tab: ArchiveTab): Partial<ArchiveAddress> => ({ tab, search: '' })

const FILTERS = ['tip', 'tip_dokumenta', 'partner', 'zemlja_otpreme'] as const

/** Some filter of all documents is set. */
export const hasDocumentFilters = (at: ArchiveAddress): boolean => FILTERS.some((name) => at[name] !== '')
export const NO_FILTERS: Partial<ArchiveAddress> = Object.fromEntries(FILTERS.map((name) => [name, '']))

/** A period is chosen. */
export const isOfPeriod = ({ datum_od, datum_do }: ArchiveAddress): boolean => datum_od !== '' || datum_do !== ''

/** Period, search or filters leave something out. */
export const isNarrowed = (at: ArchiveAddress): boolean =>
  hasDocumentFilters(at) || isOfPeriod(at) || lotFiltersIn(at).length > 0 || at.search !== ''

/** The set filters of the lots: each with its sentence and the change that removes it. */
export function lotFiltersIn({ uvoz_od, uvoz_do, zemlja_porekla }: ArchiveAddress) {
  const [first, last] = [parseIsoDate(uvoz_od), parseIsoDate(uvoz_do)]
  const days = `${first ? ` od ${formatDate(first)}` : ''}${last ? ` do ${formatDate(last)}` : ''}`
  return [
    ...(days ? [{ text: `Samo stavke uvezene${days}`, without: { uvoz_od: '', uvoz_do: '' } }] : []),
    ...(zemlja_porekla ? [{ text: `Samo stavke poreklom: ${zemlja_porekla}`, without: { zemlja_porekla: '' } }] : []),
  ]
}

/** The query of 'Materijali po C4', without its page. */
export const remainingIn = (at: ArchiveAddress) => ({
  ...soughtIn(at),
  uvoz_od: at.uvoz_od,
  uvoz_do: at.uvoz_do,
  zemlja_porekla: at.zemlja_porekla,
})

/** The period as the address has it; the server refuses other text than days. */
export const periodOf = ({ datum_od, datum_do }: ArchiveAddress) => ({ datum_od, datum_do })

/** The query of a view that searches. */
export const soughtIn = (at: ArchiveAddress) => ({ ...periodOf(at), search: at.search })

const filtersOf = ({ tip, tip_dokumenta, partner, zemlja_otpreme }: ArchiveAddress) => ({
  tip,
  tip_dokumenta,
  partner,
  zemlja_otpreme,
})

/**
 * The filters that the ledger takes from the open view: the overview has only a period, and only the documents have
 * filters of their own.
 */
export function ledgerQuery(at: ArchiveAddress) {
  const tab = tabOf(at.tab)
  if (tab === 'overview') return periodOf(at)
  return { ...soughtIn(at), ...(tab === 'documents' ? filtersOf(at) : {}) }
}

/** The query of GET /archive/documents. */
export const documentsQuery = (at: ArchiveAddress) => ({
  ...soughtIn(at),
  ...filtersOf(at),
  page: pageIn(at.page),
  limit: rowsPerPage('archive', at.limit),
  sort: at.sort,
  order: at.order,
})
