import './normativ-list.css'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react'
import type { C1Document } from '#contract/c1.ts'
import { type NormativReply, productEndpoints } from '#contract/products.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { DraftInvoice } from '#web/drafts/draft.ts'
import { type ForeseenDraw, ForeseenLinesShown } from '#web/foreseen/foreseen-draws.ts'
import { read } from '#web/queries.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DateText } from '#web/ui/date.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import type { C1Line } from './c1-draft.ts'
import { c1Texts } from './c1-texts.ts'
import { codesOf, hasStoredNormativ, normativOf } from './line-normativ.ts'
import { type MaterialStock, materialStock } from './material-stock.ts'

/** Whether the norm lists are shown, for all lines at once. */
export const NormativShown = createContext(true)

/** The composition of an export line: unit, HS code and the needed materials with their stock, shortages in red. */
export function NormativList({ line }: { line: C1Line }) {
  const shown = use(NormativShown)
  const stock = use(ExportStock)
  const ofToday = line.proizvod_id !== '' && !hasStoredNormativ(line)
  const { data, isError } = useQuery({
    ...read(productEndpoints.getNormativ, normativOn(line.proizvod_id, use(NormativDay))),
    enabled: ofToday && shown,
  })
  const rows = normativOf(line, data?.normativ ?? [])
  const { jedinica_mere, hs_code } = codesOf(line)
  const foreseen = use(ForeseenLinesShown)
  const draws = foreseen?.byLine.get(line.key)
  const drawn = draws && Map.groupBy(draws, ({ materijal_id }) => materijal_id)
  const loading = ofToday && shown && !data && !isError

  return (
    <>
      <p className="text-ink-3">
        {jedinica_mere} · HS kod <span className="code">{hs_code}</span>
        {shown && ofToday && data && rows.length === 0 && (
          <span className="text-warning"> · Proizvod nema normativ, pa ništa neće razdužiti.</span>
        )}
        {shown && hasStoredNormativ(line) && rows.length === 0 && (
          <span className="text-warning">
            {' '}
            · Sačuvano bez normativa, pa ništa ne razdužuje. Za današnji normativ obrišite stavku i dodajte je ponovo.
          </span>
        )}
        {isError && <span className="text-bad"> · Normativ nije mogao da se učita.</span>}
        {loading && ' · Učitavanje normativa...'}
        {shown && draws && foreseen?.outdated && (
          <>
            {' · '}
            <Badge tone="warning">zastarelo</Badge>
          </>
        )}
      </p>
      {shown && rows.length > 0 && (
        <ul aria-label="Normativ" className="normativ">
          {rows.map(({ materijal_id, naziv, jedinica_mere, kolicina, manjak }) => (
            <li key={materijal_id}>
              <span className="normativ-name">
                <NameWithId name={naziv} id={materijal_id} />
              </span>
              <span className="text-right">
                {kolicina === null ? '—' : <Quantity value={kolicina} unit={jedinica_mere} />}
                {manjak > 0 && (
                  <span className="font-medium text-bad max-sm:block sm:ml-1.5">
                    manjak <Quantity value={manjak} />
                  </span>
                )}
              </span>
              <InStock of={stock.get(materijal_id)} />
              {drawn && <WouldDraw draws={drawn.get(materijal_id) ?? []} outdated={foreseen?.outdated === true} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The lots that 'Proveri' found for a material of the line, oldest first, and the shortage. */
const WouldDraw = ({ draws, outdated }: { draws: readonly ForeseenDraw[]; outdated: boolean }) => (
  <ul aria-label="Razdužilo bi se" className={`normativ-lots ${outdated ? 'text-ink-3' : 'text-ink-2'}`}>
    {draws.map(({ key, kolicina, jedinica_mere, other }) => (
      <li key={key} className={other || outdated ? '' : 'font-medium text-bad'}>
        <span>{other ? <LotOf other={other} /> : 'manjak'}</span>
        <Quantity value={kolicina} unit={jedinica_mere} />
      </li>
    ))}
  </ul>
)

const LotOf = ({ other: { broj, datum, lot } }: { other: NonNullable<ForeseenDraw['other']> }) => (
  <>
    <span className="code">{broj}</span> · <DateText value={datum} />
    {lot?.rok && (
      <>
        {' '}
        · rok <DateText value={lot.rok} />
      </>
    )}
    {lot && ` · ${lot.zemlja_porekla}${lot.dokazuje_poreklo ? ' · dokazuje poreklo' : ''}`}
  </>
)

function InStock({ of }: { of: MaterialStock | undefined }) {
  if (!of || of.na_stanju === null) return null
  return (
    <span
      className={`normativ-stock whitespace-nowrap text-right ${of.short ? 'font-medium text-bad' : 'text-ink-3'}`}
      title={c1Texts.shortHint}
    >
      na stanju <Quantity value={of.na_stanju} />
    </span>
  )
}

/** The stock of the materials that the form needs, by ID; empty while it is not known. */
const ExportStock = createContext<ReadonlyMap<string, MaterialStock>>(new Map())

/** The day of the export, which selects the normativ of a new line; null (today) while none is typed. */
const NormativDay = createContext<CalendarDate | null>(null)

/** Each product costs a call for its normativ: an export of more products shows its shortage only after saving. */
const PRODUCTS_MAX = 100

type ExportStockOfProps = {
  datum: CalendarDate | null
  invoices: readonly DraftInvoice<C1Line>[]
  /** The document as it is stored; null for a new one. */
  stored: C1Document | null
  /** The form that shows the stock. */
  children: ReactNode
}

/** Works out, while the user types, how much of the stock all lines of a form need together. */
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
const normativOn = (id: string, datum: CalendarDate | null) => ({
  params: { id },
  query: datum ? { datum } : {},
})

const normativsOf = (answers: UseQueryResult<NormativReply>[]) => answers.map(({ data }) => data?.normativ)

/** The number of materials that are short, for the foot; nothing for zero. */
export function ShortMaterials() {
  const short = [...use(ExportStock).values()].filter((material) => material.short).length
  if (short === 0) return null
  return (
    <span className="text-bad" title={c1Texts.shortHint}>
      Materijala sa manjkom: <strong className="num">{short}</strong>
    </span>
  )
}
