import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react'
import type { C1Document } from '#contract/c1.ts'
import { type NormativReply, productEndpoints } from '#contract/products.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { DraftInvoice } from '#web/drafts/draft.ts'
import { read } from '#web/queries.ts'
import type { C1Line } from './c1-draft.ts'
import { c1Texts } from './c1-texts.ts'
import { type MaterialStock, materialStock } from './material-stock.ts'

/** The stock of the materials that the form needs, by ID; empty while it is not known. */
export const ExportStock = createContext<ReadonlyMap<string, MaterialStock>>(new Map())

/** The day of the export, by which the normativ of a new line is chosen; today's while none is typed. */
export const NormativDay = createContext<CalendarDate | null>(null)

/** The normativ of each product is a call of its own: an export of more products is told of its shortage by its saving. */
const PRODUCTS_MAX = 100

type ExportStockOfProps = {
  datum: CalendarDate | null
  invoices: readonly DraftInvoice<C1Line>[]
  /** The document as it is stored; null for a new one. */
  stored: C1Document | null
  /** The form that shows it. */
  children: ReactNode
}

/** Works out, behind what is being typed, what all lines of a form need together of what there is. */
export function ExportStockOf({ datum, invoices, stored, children }: ExportStockOfProps) {
  const typed = useDeferredValue(invoices)
  const lines = useMemo(() => typed.flatMap((invoice) => invoice.lines).filter((line) => line.proizvod_id), [typed])
  const products = useMemo(() => {
    const ids = [...new Set(lines.map(({ proizvod_id }) => proizvod_id))]
    return ids.length <= PRODUCTS_MAX ? ids : []
  }, [lines])
  const normativs = useQueries({
    queries: products.map((id) => read(productEndpoints.getNormativ, normativOn(id, datum))),
    combine: normativsOf,
  })
  const stock = useMemo(() => {
    const today = new Map(products.map((id, at) => [id, normativs[at] ?? []]))
    return products.length > 0 ? materialStock(lines, stored?.stavke ?? [], today) : new Map()
  }, [lines, products, normativs, stored])
  return (
    <NormativDay value={datum}>
      <ExportStock value={stock}>{children}</ExportStock>
    </NormativDay>
  )
}

/** Asks for the normativ of a product that an export of a day takes. */
export const normativOn = (id: string, datum: CalendarDate | null) => ({
  params: { id },
  query: datum ? { datum } : {},
})

const normativsOf = (answers: UseQueryResult<NormativReply>[]) => answers.map(({ data }) => data?.normativ)

/** How many materials the form needs more of than there is, for the foot; nothing where it is none. */
export function ShortMaterials() {
  const short = [...use(ExportStock).values()].filter((material) => material.short).length
  if (short === 0) return null
  return (
    <span className="text-bad" title={c1Texts.shortHint}>
      Materijala sa manjkom: <strong className="num">{short}</strong>
    </span>
  )
}
