import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { Panel } from '#web/ui/panel.tsx'

type Figures = ReplyOf<(typeof dashboardEndpoints)['dashboard']>
type Step = { text: string; why: string; path: string; countOf: (figures: Figures) => number }

const STEPS: readonly Step[] = [
  {
    text: 'Unesite materijale',
    why: 'Jedan po jedan ili iz Excela.',
    path: '/dashboard/materials',
    countOf: ({ ukupno_materijala }) => ukupno_materijala,
  },
  {
    text: 'Sastavite proizvode',
    why: 'Normativ kaže koliko kog materijala ide u komad.',
    path: '/dashboard/products',
    countOf: ({ ukupno_proizvoda }) => ukupno_proizvoda,
  },
  {
    text: 'Unesite prvi uvoz',
    why: 'C4 dovodi materijal na stanje.',
    path: '/dashboard/incoming',
    countOf: ({ ukupno_c4 }) => ukupno_c4,
  },
  {
    text: 'Napravite prvi izvoz',
    why: 'C1 razdužuje najstariji materijal.',
    path: '/dashboard/outgoing',
    countOf: ({ ukupno_c1 }) => ukupno_c1,
  },
]

/** The way from empty books to the first export, each step leading to its form; gone once there is an export. */
export function FirstSteps({ figures }: { figures: Figures | undefined }) {
  if (!figures || figures.ukupno_c1 > 0) return null
  const next = STEPS.find(({ countOf }) => countOf(figures) === 0)
  return (
    <Panel title="Prvi koraci">
      <ol className="grid gap-4 p-4 sm:grid-cols-2 xl:grid-cols-4">
        {STEPS.map((step, at) => {
          const done = step.countOf(figures) > 0
          return (
            <li key={step.path}>
              <p className={`flex min-h-6 items-center gap-1.5 ${step === next ? 'font-semibold' : ''}`}>
                {done ? <CircleCheck className="size-4 text-accent" aria-hidden /> : `${at + 1}.`}
                {done ? (
                  <span>
                    {step.text}
                    <span className="sr-only">: urađeno</span>
                  </span>
                ) : (
                  <Link to={step.path} state={{ openModal: true }} className="inline-flex min-h-6 items-center">
                    {step.text}
                  </Link>
                )}
              </p>
              <p className="text-ink-3 text-sm">{step.why}</p>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
