import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, type LucideIcon, PencilLine, Scale, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import { type Rokovi, rokoviEndpoints, type StanjeOtvorenih } from '#contract/rokovi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { countOf } from '#domain/count-words.ts'
import { daysUntil } from '#domain/rok.ts'
import type { Reply } from '#web/api.ts'
import { draftForms } from '#web/drafts/kept-draft.ts'
import { read } from '#web/queries.ts'
import { useEmail } from '#web/screens/logged-in.ts'
import { THINGS } from '#web/screens/things.ts'
import { localDay } from '#web/ui/local-time.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NOT_COVERED } from './stat-row.tsx'

type Figures = Reply<typeof dashboardEndpoints.dashboard>
type Work = { text: string; to: string; icon: LucideIcon; ink: string }

/** The work of today, each a line with a link, or a note that there is none. Empty books have their first steps. */
export function Today({ figures, failed }: { figures: Figures | undefined; failed: boolean }) {
  const rokovi = useQuery(read(rokoviEndpoints.listRokovi, { query: { limit: 1 } }))
  const email = useEmail()
  const drafts = draftWork(email ? draftForms(email) : [])
  const known = figures && rokovi.data
  if (figures && figures.ukupno_c4 + figures.ukupno_c1 + drafts.length === 0) return null
  if (!known && (failed || rokovi.isError) && drafts.length === 0) return null
  const works = [...rokWork(rokovi.data), ...shortWork(figures), ...drafts]
  return (
    <Panel title="Za danas">
      {works.length > 0 && (
        <ul className="py-1.5">
          {works.map(({ text, to, icon: Icon, ink }) => (
            <li key={to}>
              <Link to={to} className="flex min-h-8 items-center gap-2 px-4 py-1 text-ink hover:bg-hover">
                <Icon className={`size-4 flex-none ${ink}`} aria-hidden />
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {works.length === 0 && (
        <p className="flex min-h-11 items-center gap-2 px-4 text-ink-2">
          {known ? (
            <>
              <CircleCheck className="size-4 flex-none text-good" aria-hidden />
              Ništa ne čeka: nijedan rok ne ističe, nijedan izvoz nema manjak, nema započetih nacrta.
            </>
          ) : (
            <Skeleton className="w-1/3" />
          )}
        </p>
      )}
    </Panel>
  )
}

const addressOf = (stanje: StanjeOtvorenih) => `/dashboard/rokovi?stanje=${encodeURIComponent(stanje)}`

/** Deadlines that are gone or near, and the account that is to be handed in next. */
function rokWork(rokovi: Rokovi | undefined): Work[] {
  const count = (stanje: StanjeOtvorenih) => rokovi?.stanja.find((one) => one.stanje === stanje)?.broj_c4 ?? 0
  const [expired, soon] = [count('isteklo'), count('ističe')]
  const next = expired + soon > 0 ? rokovi?.results[0] : undefined
  const of = (many: number, what: string) => `${countOf(many, 'uvoz', 'uvoza', 'uvoza')} ${what}`
  const icon = CalendarClock
  return [
    ...(expired ? [{ text: of(expired, 'sa isteklim rokom'), to: addressOf('isteklo'), icon, ink: 'text-bad' }] : []),
    ...(soon ? [{ text: of(soon, 'sa rokom koji ističe'), to: addressOf('ističe'), icon, ink: 'text-warning' }] : []),
    ...(next?.rok_obracuna
      ? [
          {
            text: `Obračun za ${next.broj_c4} do ${formatDate(next.rok_obracuna)} (${daysUntil(next.rok_obracuna, localDay())})`,
            to: `/dashboard/obracun?c4=${next.c4_id}`,
            icon: Scale,
            ink: next.rok_obracuna < localDay() ? 'text-bad' : 'text-warning',
          },
        ]
      : []),
  ]
}

function shortWork(figures: Figures | undefined): Work[] {
  const many = figures?.c1_sa_manjkom ?? 0
  const text = `${countOf(many, 'izvoz', 'izvoza', 'izvoza')} sa manjkom`
  return many ? [{ text, to: NOT_COVERED, icon: TriangleAlert, ink: 'text-bad' }] : []
}

/** Drafts begun in this browser and not saved, a line for each kind. */
function draftWork(forms: readonly string[]): Work[] {
  const kinds = forms.map((form) => form.split('/')[0])
  return Object.entries(THINGS).flatMap(([kind, { one, drafts }]) => {
    const many = kinds.filter((of) => of === kind).length
    if (!drafts || many === 0) return []
    const text = `Započet ${many > 1 ? `unos (${many})` : 'unos'}: ${drafts.of ?? one}`
    return [{ text, to: drafts.at, icon: PencilLine, ink: 'text-ink-3' }]
  })
}
