import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Para } from '#domain/decimal.ts'
import { ShortageMark } from '#web/screens/document-badges.tsx'
import { DocumentLink } from '#web/screens/document-link.tsx'
import type { DocumentKind } from '#web/screens/record-addresses.ts'
import { DateText } from '#web/ui/date.tsx'
import { Money } from '#web/ui/number.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type DocumentLineProps = {
  vrsta: DocumentKind
  id: number
  broj: string
  partner: string
  vrednost_total: Para
  valuta: string
  datum: CalendarDate
  ima_manjak: boolean
  /** Before the partner, e.g. 'Dolazni', where both kinds stand in one list. */
  kind?: string
}

/** A C4 or C1 in a short list: number, partner, value with its currency, date (spec §2). */
export function DocumentLine(document: DocumentLineProps) {
  const { vrsta, id, broj, partner, vrednost_total, valuta, datum, ima_manjak, kind } = document
  return (
    <li className="flex min-h-12.5 items-center gap-4 border-line-quiet border-b px-4 py-1.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <DocumentLink vrsta={vrsta} id={id} broj={broj} className="min-w-0 [overflow-wrap:anywhere]" />
          {ima_manjak && <ShortageMark />}
        </p>
        <p className="truncate text-ink-3 text-sm" title={partner}>
          {kind && `${kind} · `}
          {partner}
        </p>
      </div>
      <div className="flex-none text-right">
        <p>
          <Money value={vrednost_total} currency={valuta} />
        </p>
        <p className="text-ink-3 text-sm">
          <DateText value={datum} />
        </p>
      </div>
    </li>
  )
}

/** Placeholders as high as the coming lines, so that nothing jumps. */
export const DocumentLineSkeletons = ({ count }: { count: number }) => (
  <div aria-busy="true">
    <span className="sr-only">Učitavanje...</span>
    {Array.from({ length: count }, (_, at) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without a content
        key={at}
        className="flex h-12.5 items-center justify-between gap-4 border-line-quiet border-b px-4 last:border-b-0"
      >
        <div className="flex w-1/2 flex-col gap-2">
          <Skeleton className="w-2/5" />
          <Skeleton className="h-2.5 w-3/4" />
        </div>
        <Skeleton className="w-24" />
      </div>
    ))}
  </div>
)
