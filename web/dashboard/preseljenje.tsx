import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import { nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { ostalaRazduzenjaEndpoints } from '#contract/ostala-razduzenja.ts'
import { popisiEndpoints } from '#contract/popisi.ts'
import { PRE_POCETKA } from '#domain/named-draws.ts'
import type { Reply } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useZakljucenoDo } from '#web/screens/zakljuceno.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { Panel } from '#web/ui/panel.tsx'
import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'
import { ENDED, type Moved, SKIPPED_KEY, STEPS, type Step } from './preseljenje-steps.ts'

type Figures = Reply<typeof dashboardEndpoints.dashboard>

/**
 * The way of an office into its books, step by step. How far it is follows from the books alone, so that it is taken up
 * again anywhere; only what is skipped is remembered, on this machine. It is there until the books have an export, or,
 * where imports came with what had left them before, until a period is closed.
 */
export function Preseljenje({ figures }: { figures: Figures }) {
  const [skipped, setSkipped] = useState(() => new Set(rememberedChoice(SKIPPED_KEY)?.split(' ')))
  const zakljuceno = useZakljucenoDo() !== null
  const moving = useMoving(figures, zakljuceno || skipped.has(ENDED))
  const firma = useQuery({ ...read(nasaFirmaEndpoints.getNasaFirma), enabled: moving })
  const popisi = useQuery({ ...read(popisiEndpoints.listPopisi, { query: { limit: 1 } }), enabled: moving })
  const allowed = useChangesAllowed()
  if (!moving || !allowed || !firma.data || !popisi.data) return null

  function skip(id: string) {
    const more = new Set([...skipped, id])
    rememberChoice(SKIPPED_KEY, [...more].join(' '))
    setSkipped(more)
  }
  const books: Moved = { ...figures, firma: firma.data.naziv, popisa: popisi.data.total, zakljuceno }
  const open = STEPS.filter(({ id, done }) => done(books) === null && !skipped.has(id))
  if (open.length === 0) return null
  return (
    <Panel
      title="Preseljenje"
      right={
        figures.ukupno_c4 > 0 && (
          <button type="button" className="hit rounded-sm text-accent hover:underline" onClick={() => skip(ENDED)}>
            Završi preseljenje
          </button>
        )
      }
    >
      <p className="px-4 pt-3 text-ink-2">
        Firma koja već radi prelazi sa fajlovima koje ima. Između koraka može da se stane, i dan ili dva.
      </p>
      <ol className="flex flex-col divide-y divide-line-quiet">
        {STEPS.map((step, at) => (
          <StepRow
            key={step.id}
            step={step}
            at={at + 1}
            came={step.done(books)}
            skipped={skipped.has(step.id)}
            next={step === open[0]}
            onSkip={() => skip(step.id)}
          />
        ))}
      </ol>
    </Panel>
  )
}

/** Whether the office still moves in; `ended` where it is known that it does not. */
function useMoving({ ukupno_c1 }: Figures, ended: boolean): boolean {
  const asks = !ended && ukupno_c1 > 0
  const query = { vrsta: PRE_POCETKA, limit: 1 }
  const before = useQuery({ ...read(ostalaRazduzenjaEndpoints.listRazduzenja, { query }), enabled: asks })
  return !ended && (ukupno_c1 === 0 || (before.data?.total ?? 0) > 0)
}

type StepRowProps = {
  step: Step
  at: number
  /** The result of the step. */
  came: string | null
  skipped: boolean
  /** It is the one to do now. */
  next: boolean
  onSkip: () => void
}

function StepRow({ step, at, came, skipped, next, onSkip }: StepRowProps) {
  const isOpen = came === null && !skipped
  return (
    <li className="flex gap-2 px-4 py-3 sm:gap-3">
      <span className="num flex h-6 w-5 flex-none items-center justify-center text-ink-3">
        {came ? (
          <CircleCheck className="size-4 text-accent" aria-hidden />
        ) : skipped ? (
          <CircleMinus className="size-4" aria-hidden />
        ) : (
          `${at}.`
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex min-h-6 flex-wrap items-center gap-x-2">
            <span className={next ? 'font-semibold' : 'font-medium'}>{step.name}</span>
            {next && <span className="sr-only">sledeći korak</span>}
            {came ? (
              <Link to={step.opens.path} className="hit wrap-anywhere text-accent hover:underline">
                {came}
              </Link>
            ) : (
              skipped && <span className="text-ink-2">preskočeno</span>
            )}
          </p>
          {isOpen && <p className="max-w-prose text-ink-2 text-sm">{step.expects}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {isOpen && step.id === 'provera' && <SheetButton sheet="popis-bez-stanja" query={{}} text="Popisna lista" />}
          {isOpen && step.skips && (
            <Button variant="ghost" aria-label={`Preskoči: ${step.name}`} onClick={onSkip}>
              Preskoči
            </Button>
          )}
          <Opener step={step} variant={next ? 'primary' : isOpen ? 'secondary' : 'ghost'} />
        </div>
      </div>
    </li>
  )
}

function Opener({ step: { action, opens }, variant }: { step: Step; variant: 'primary' | 'secondary' | 'ghost' }) {
  return (
    <Link to={opens.path} state={opens.state} className={buttonClass(variant)}>
      {action}
    </Link>
  )
}
