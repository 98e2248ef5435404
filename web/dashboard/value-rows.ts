import type { dashboardEndpoints } from '#contract/dashboard.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { stavkiOf } from '#domain/count-words.ts'
import type { Para } from '#domain/decimal.ts'
import { materialAddress } from '#web/screens/record-addresses.ts'

export type Charts = ReplyOf<(typeof dashboardEndpoints)['dashboardCharts']>

/** One bar of a chart of values: its name, what it is worth in RSD, and what else is known of it. */
export type ValueRow = {
  key: string
  name: string
  value: Para
  /** Its ID, beside the name. */
  code?: string
  /** The measured thing, where it needs a name. */
  detail?: string
  /** All others together. */
  rest?: true
  /** Where the rows behind it stand. */
  to?: string
}

/** The lots behind a bar, in the archive. */
const lotsOf = (filters: Readonly<Record<string, string>>): string =>
  `/dashboard/archive?${new URLSearchParams({ tab: 'materials-c4', ...filters })}`

/** All materials, each with its value. */
const SUMMARY = `/dashboard/archive?${new URLSearchParams({ tab: 'materials-summary' })}`

/** Value of the stock by material; the server sends the most valuable ones and all others as one without an ID. */
export const byMaterial = ({ po_materijalu }: Charts): ValueRow[] =>
  po_materijalu.map(({ materijal_id, naziv, vrednost_rsd }) => ({
    key: materijal_id || 'ostalo',
    name: naziv,
    value: vrednost_rsd,
    ...(materijal_id ? { code: materijal_id, to: materialAddress(materijal_id) } : { rest: true, to: SUMMARY }),
  }))

/** More countries than these become one row; the chart keeps its height. */
const MAX_COUNTRIES = 10

/** Value of the stock by country of origin, the most valuable first. */
export function byCountry({ po_zemlji }: Charts): ValueRow[] {
  const rows = po_zemlji.map(({ zemlja_porekla, vrednost_rsd }) => ({
    key: zemlja_porekla,
    name: zemlja_porekla,
    value: vrednost_rsd,
    to: lotsOf({ zemlja_porekla }),
  }))
  const rest = rows.slice(MAX_COUNTRIES)
  if (rest.length < 2) return rows
  const value = rest.reduce((total, row) => total + row.value, 0) as Para
  const others: ValueRow = { key: '', name: `Ostale zemlje (${rest.length})`, value, rest: true, to: lotsOf({}) }
  return [...rows.slice(0, MAX_COUNTRIES), others]
}

const AGES = { '0-3': '0–3 meseca', '3-6': '3–6 meseci', '6-12': '6–12 meseci', '12+': '12+ meseci' } as const

/** Value of the stock by its age. */
export const byAge = ({ po_starosti }: Charts): ValueRow[] =>
  po_starosti.map(({ meseci, uvoz_od, uvoz_do, vrednost_rsd, lotova }) => ({
    key: meseci,
    name: AGES[meseci],
    value: vrednost_rsd,
    detail: stavkiOf(lotova),
    to: lotsOf({ ...(uvoz_od && { uvoz_od }), ...(uvoz_do && { uvoz_do }) }),
  }))
