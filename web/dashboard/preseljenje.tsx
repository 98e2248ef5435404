import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { dashboardEndpoints } from '#contract/dashboard.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { ostalaRazduzenjaEndpoints } from '#contract/ostala-razduzenja.ts'
import { popisiEndpoints } from '#contract/popisi.ts'
import { counted } from '#domain/count-words.ts'
import { formatWhole } from '#domain/decimal.ts'
import { PRE_POCETKA } from '#domain/named-draws.ts'
import { read } from '#web/queries.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import type { Arrival } from '#web/screens/use-arrival.ts'
import { useZakljucenoDo } from '#web/screens/zakljuceno.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useChangesAllowed } from '#web/ui/changes-allowed.ts'
import { Panel } from '#web/ui/panel.tsx'
import { rememberChoice, rememberedChoice } from '#web/ui/remembered-choice.ts'

type Figures = ReplyOf<(typeof dashboardEndpoints)['dashboard']>
/** Facts of the books about moving in; `firma` is the name of our company, empty while it is not entered. */
type Moved = Figures & { firma: string; popisa: number; zakljuceno: boolean }

type Step = {
  id: string
  name: string
  /** The need of the step, in two sentences. */
  expects: string
  /** The result in words; null while nothing has come in. */
  done: (books: Moved) => string | null
  /** The link that leads to the import, form or page. */
  action: string
  opens: { path: string; state?: Arrival }
  /** The step can be skipped: an office may have nothing for it. */
  skips: boolean
}

const many = (count: number, one: string, few: string, rest: string): string | null =>
  count === 0 ? null : `${formatWhole(count)} ${counted(count, one, few, rest)}`

/** The way of an office into the books, in its order. */
const STEPS: readonly Step[] = [
  {
    id: 'firma',
    name: 'Naša firma',
    expects:
      'Naziv, PIB i matični broj firme čije su ovo knjige. Predlaže se kao primalac svakog uvoza i pošiljalac svakog izvoza, pa je fajlovi ne moraju imati.',
    done: ({ firma }) => firma || null,
    action: 'Upiši firmu',
    opens: { path: '/dashboard/podesavanja' },
    skips: true,
  },
  {
    id: 'materijali',
    name: 'Materijali',
    expects:
      'Spisak materijala: ID, naziv, zemlja porekla, jedinica mere i tarifni broj. Pre upisa se vidi svaki red, i zašto se neki preskače.',
    done: ({ ukupno_materijala }) => many(ukupno_materijala, 'materijal', 'materijala', 'materijala'),
    action: 'Učitaj materijale',
    opens: { path: '/dashboard/materials', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: false,
  },
  {
    id: 'proizvodi',
    name: 'Proizvodi i normativi',
    expects:
      'Za svaki proizvod šta i koliko ide u jedan komad, po želji sa procentima otpada i gubitka. Materijali treba da su već učitani.',
    done: ({ ukupno_proizvoda, proizvoda_bez_normativa: bez }) => {
      const all = many(ukupno_proizvoda, 'proizvod', 'proizvoda', 'proizvoda')
      return all && bez > 0 ? `${all}, ${formatWhole(bez)} bez normativa` : all
    },
    action: 'Učitaj normative',
    opens: { path: '/dashboard/products', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: true,
  },
  {
    id: 'uvozi',
    name: 'Uvozi',
    expects:
      "Uvozi od kojih je nešto ostalo, celi; koliko je već otišlo kaže kolona 'Već razduženo'. Dan prelaska, od kog se radi u ovom programu, upisuje se jednom za ceo fajl.",
    done: ({ ukupno_c4 }) => many(ukupno_c4, 'uvoz', 'uvoza', 'uvoza'),
    action: 'Učitaj uvoze',
    opens: { path: '/dashboard/incoming', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: false,
  },
  {
    id: 'izvozi',
    name: 'Izvozi',
    expects:
      'Izvozi od dana prelaska do danas, posle uvoza iz kojih su razduženi. Pre upisa se vidi kom izvozu bi šta nedostajalo.',
    done: ({ ukupno_c1, c1_sa_manjkom }) => {
      const all = many(ukupno_c1, 'izvoz', 'izvoza', 'izvoza')
      return all && c1_sa_manjkom > 0 ? `${all}, ${formatWhole(c1_sa_manjkom)} sa manjkom` : all
    },
    action: 'Učitaj izvoze',
    opens: { path: '/dashboard/outgoing', state: { openImport: true, returnsTo: '/dashboard' } },
    skips: true,
  },
  {
    id: 'provera',
    name: 'Provera stanja',
    expects:
      "Stanje iz magacina ili dosadašnjeg programa, upisano u kolonu 'Izbrojano' popisne liste. Razlike prema knjigama vide se pre čuvanja, a knjige se ne menjaju.",
    done: ({ popisa }) => many(popisa, 'popis', 'popisa', 'popisa'),
    action: 'Uporedi stanje',
    opens: { path: '/dashboard/popisi', state: { openModal: true } },
    skips: true,
  },
  {
    id: 'zakljucenje',
    name: 'Zaključavanje pre prvog dana',
    expects:
      'Ono što je preneto više se ne menja greškom. Zaključajte poslednji dan pre prvog dana rada u programu; to može administrator.',
    done: ({ zakljuceno }) => (zakljuceno ? 'zaključano' : null),
    action: 'Zaključaj period',
    opens: { path: '/dashboard/zakljucavanje' },
    skips: true,
  },
]

/** The key under which this machine keeps the steps that were skipped, one after the other. */
const SKIPPED_KEY = 'preseljenje-preskoceno'
/** This word among the skipped steps ends moving in. */
const ENDED = 'kraj'

/**
 * The way of an office into its books, step by step. Its progress follows from the books alone, so that any machine can
 * go on with it; only skipped steps are remembered, on this machine. It is shown until the books have an export. Where
 * imports came with quantities that had left before, it is shown until a period is closed.
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
  /** The step to do now. */
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
