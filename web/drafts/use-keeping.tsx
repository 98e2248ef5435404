import { ArrowRight } from 'lucide-react'
import { use, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { passing } from '#web/ui/dialog-focus.ts'
import { localTime } from '#web/ui/local-time.ts'
import type { Difference, RecordFacts } from './differences.ts'
import { DraftOffers, NO_ROOM, WantedDraft } from './draft-shelf.tsx'
import { formOf, type KeptDraft } from './kept-draft.ts'
import { type Conflict, useConflict } from './use-conflict.ts'
import { type KeepingState, useKeptDraft } from './use-kept-draft.ts'

/** The facts that a form gives so that nothing typed into it is lost. */
export type KeepingOptions<R, C> = {
  /** Kind of form, e.g. `c4`; with the record's id it is one form. */
  kind: string
  /** The record being edited, as it was when the form was opened; null for a new one. */
  stored: (R & { readonly id: number | string; readonly verzija: number }) | null
  load: (stored: R) => Promise<R & { readonly id: number | string; readonly verzija: number }>
  dirty: boolean
  /** The values of which `content` is made: each change of one is kept. */
  watched: readonly unknown[]
  /** A file is chosen, which no draft can hold. */
  hasFile?: boolean
  shape: z.ZodType<C>
  /** The content of the form. */
  content: () => C
  contentOf: (record: R) => C
  nameOf: (content: C) => string
  factsOf: (content: C) => RecordFacts
  /** Puts content into the form: that of `record`, or `typed` text over it (null: over a new one). */
  show: (content: C, of: { record: R | null; typed: boolean }) => void
  /** Fits content to be saved over `record` (null: as a new one), where it needs more than the new version. */
  fitTo?: (content: C, record: R | null) => C
  submit: () => void
}

/**
 * Nothing typed is ever lost. The content of a form is kept as a draft until it is saved, an earlier draft is offered,
 * and leaving asks first. The user sees somebody else's change or deletion, and decides. Gives the parts to show and
 * the callbacks for the save.
 */
export function useKeeping<R, C>(options: KeepingOptions<R, C>) {
  const { kind, stored, dirty, watched, shape, content, contentOf, nameOf, factsOf, show } = options
  const conflict = useConflict({
    stored,
    load: options.load,
    factsOf: (record) => factsOf(contentOf(record)),
  })
  const form = formOf(kind, conflict.record?.id)
  const verzija = conflict.ifVersion() ?? null
  const kept = useKeptDraft({ form, verzija, dirty, watched, content, nameOf, shape })
  const submit = useRef(options.submit)
  submit.current = options.submit

  const fitTo = (record: R | null, input = content()) => options.fitTo?.(input, record) ?? input

  function saveMine() {
    const now = conflict.accept()
    if (!now) return
    // The content must have reached the form before it is sent.
    flushSync(() => show(fitTo(now), { record: now, typed: true }))
    submit.current()
  }

  /** The user sees the new record before he saves it: the PDF of a deleted document is lost. */
  function goOnAsNew() {
    kept.end()
    conflict.becomeNew()
    show(fitTo(null), { record: null, typed: true })
  }

  function takeNew() {
    const now = conflict.accept()
    if (!now) return
    show(contentOf(now), { record: now, typed: false })
  }

  function goOn(offer: KeptDraft<C>) {
    const { record } = conflict
    kept.goOnWith(offer)
    show(record ? offer.content : fitTo(null, offer.content), { record, typed: true })
    conflict.startFrom(offer.verzija, factsOf(offer.content))
  }

  const wanted = use(WantedDraft)
  const chosen = kept.offers.find(({ savedAt }) => savedAt === wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft that was chosen goes on once
  useEffect(() => {
    if (chosen) goOn(chosen)
  }, [chosen])

  return {
    /** To be called after the save. */
    saved: kept.end,
    record: conflict.record,
    ifVersion: conflict.ifVersion,
    /** True when the refusal was a conflict, which is then shown here. */
    caught: (error: unknown) => conflict.caught(error, () => factsOf(content())),
    conflict: conflict.conflict && (
      <ConflictPanel
        conflict={conflict.conflict}
        onTakeNew={takeNew}
        onSaveMine={saveMine}
        onGoOnAsNew={goOnAsNew}
        onGoOn={conflict.dismiss}
      />
    ),
    /** Spread over the Dialog. */
    dialog: {
      dirty,
      notice: (
        <DraftOffers
          offers={kept.offers}
          verzija={conflict.record?.verzija ?? null}
          onDiscard={kept.discard}
          onGoOn={goOn}
        />
      ),
      headerRight: <DraftNote {...kept.state} />,
      ...(kept.keeps && {
        closeText: unsaved('zatvorite prozor', 'da zatvorite prozor', options.hasFile),
        leaveText: unsaved('napustite stranicu', 'da je napustite', options.hasFile),
      }),
    },
  }
}

const unsaved = (done: string, asked: string, hasFile = false): string =>
  `Uneti podaci još nisu sačuvani. Ako ${done}, ostaju kao nacrt koji možete kasnije nastaviti${
    hasFile ? ', ali bez izabranog PDF fajla' : ''
  }. Da li želite ${asked}?`

/** 'Nacrt sačuvan u 14:05' in the head of a form; or why there is no draft. */
function DraftNote({ savedAt, hasRoom }: KeepingState) {
  if (!hasRoom) {
    return (
      <span role="status" className="text-warning">
        {NO_ROOM}
      </span>
    )
  }
  if (savedAt === null) return null
  return (
    <span className="num">
      Nacrt <span className="max-sm:sr-only">sačuvan </span>u {localTime(savedAt)}
    </span>
  )
}

/** The number of listed differences; the others are only counted. */
const MAX_LISTED = 30

type ConflictPanelProps = {
  conflict: Conflict
  onTakeNew: () => void
  onSaveMine: () => void
  onGoOnAsNew: () => void
  onGoOn: () => void
}

/** Shows what somebody else has changed or deleted, and lets the user decide about his input. */
function ConflictPanel({ conflict, onTakeNew, onSaveMine, onGoOnAsNew, onGoOn }: ConflictPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    // Tab then leads to its buttons; the field that had the focus may be out of sight.
    box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} tabIndex={-1} data-notice className="mb-4 scroll-m-5 outline-none">
      <Banner tone="warning" title={conflictTitle(conflict)}>
        {conflict.deleted ? <p>Vaš unos je ostao u formi.</p> : <Changes conflict={conflict} />}
        <div className="mt-2 flex flex-wrap gap-2">
          {conflict.deleted && <Button onClick={passing(onGoOnAsNew)}>Nastavi kao nov unos</Button>}
          {!conflict.deleted && conflict.differences && (
            <>
              <Button onClick={passing(onTakeNew)}>Učitaj novo</Button>
              <Button onClick={passing(onSaveMine)}>Zameni mojim unosom</Button>
            </>
          )}
          <Button onClick={passing(onGoOn)}>Nastavi uređivanje</Button>
        </div>
      </Banner>
    </div>
  )
}

function conflictTitle(conflict: Conflict): string {
  if (conflict.deleted) return 'Ovaj podatak je u međuvremenu obrisan.'
  return conflict.draft
    ? 'Otkako je nacrt započet, neko je izmenio ovaj podatak.'
    : 'Neko je u međuvremenu izmenio ovaj podatak.'
}

function Changes({ conflict: { draft, differences, reason } }: { conflict: Extract<Conflict, { deleted: false }> }) {
  if (!differences) return <p>Vaš unos je ostao u formi. Izmenjeni podatak nije mogao da se učita. {reason}</p>
  return (
    <>
      <p>{differences.length === 0 ? 'Nijedno polje se ne razlikuje.' : draft ? DRAFT_INTRO : 'Izmenjeno je:'} </p>
      <ul className="mt-1 max-h-60 overflow-auto">
        {differences.slice(0, MAX_LISTED).map((one) => (
          <li key={`${one.line} ${one.label}`} className="py-0.5">
            <DifferenceText difference={one} />
          </li>
        ))}
        {differences.length > MAX_LISTED && <li>i još razlika: {differences.length - MAX_LISTED}</li>}
      </ul>
    </>
  )
}

const DRAFT_INTRO = 'Nacrt se od sačuvanog razlikuje ovako (u nacrtu → sačuvano):'

function DifferenceText({ difference: { line, label, before, now, mine } }: { difference: Difference }) {
  return (
    <>
      <span className="text-ink-2">{[line, label].filter(Boolean).join(' · ')}: </span>
      <span className={now === null ? 'text-ink line-through' : 'text-ink-2'}>{shown(before)}</span>{' '}
      <ArrowRight className="inline size-3" role="img" aria-label="sada" />{' '}
      <strong className="font-semibold text-ink">{shown(now)}</strong>
      {mine !== null && <span className="text-ink-2"> · kod vas: {shown(mine)}</span>}
    </>
  )
}

const shown = (text: string | null) => (text === null ? 'nema' : text === '' ? '(prazno)' : text)
