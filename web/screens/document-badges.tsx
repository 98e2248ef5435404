import { TriangleAlert } from 'lucide-react'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { daysUntil, type StanjeRoka } from '#domain/rok.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { DateText } from '#web/ui/date.tsx'
import { localDay } from '#web/ui/local-time.ts'

const TONES: Readonly<Record<StanjeRoka | 'bez roka', BadgeTone>> = {
  isteklo: 'bad',
  ističe: 'warning',
  'u roku': 'good',
  'bez roka': 'neutral',
  razduženo: 'neutral',
}

/** How the deadline of an import stands. */
export const RokBadge = ({ stanje }: { stanje: StanjeRoka | 'bez roka' }) => (
  <Badge tone={TONES[stanje]}>{stanje}</Badge>
)

/** In a list, behind a deadline that is near or gone. */
export const RokSign = ({ stanje }: { stanje: StanjeRoka }) =>
  stanje !== 'isteklo' && stanje !== 'ističe' ? null : (
    <span role="img" aria-label={stanje} title={stanje} className="ml-1 inline-flex align-[-2px]">
      <TriangleAlert className={`size-3.5 ${stanje === 'isteklo' ? 'text-bad' : 'text-warning'}`} aria-hidden />
    </span>
  )

/** A deadline and how far it is: '18.12.2026. (za 20 dana)'. */
export const Rok = ({ rok }: { rok: CalendarDate }) => (
  <>
    <DateText value={rok} /> <span className="whitespace-nowrap">({daysUntil(rok, localDay())})</span>
  </>
)

/** Short names of the types of documents, for narrow places: the Serbian abbreviations of the declarations. */
const CODES: Readonly<Record<string, string>> = {
  'Carinska deklaracija': 'CD',
  'Uvozna deklaracija': 'UD',
  'Privremeni uvoz': 'PU',
  'Izvozna deklaracija': 'ID',
  'Privremeni izvoz': 'PI',
  Reeksport: 'RE',
}

/**
 * A type of document in a table: its short name. The full name is there on hover, for screen readers, in copied text
 * and on paper.
 */
export const TypeBadge = ({ type }: { type: string }) => (
  <span className="type-badge" title={type} data-code={CODES[type] ?? type}>
    <span className="sr-only print:not-sr-only">{type}</span>
  </span>
)

/** Marks an export with material that no import covers (decisions §1), beside its number. */
export const ShortageMark = () => (
  <span title="Manjak: deo materijala nije pokriven uvozom" className="inline-flex">
    <Badge tone="bad">manjak</Badge>
  </span>
)
