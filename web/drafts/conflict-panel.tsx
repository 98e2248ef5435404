import { ArrowRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { passing } from '#web/ui/dialog-focus.ts'
import type { Difference } from './differences.ts'
import { draftKeepingTexts } from './draft-texts.ts'
import type { Conflict } from './use-conflict.ts'

/** The number of differences that is listed; of the rest only the number is said. */
const MAX_LISTED = 30

type ConflictPanelProps = {
  conflict: Conflict
  onTakeNew: () => void
  onSaveMine: () => void
  onGoOnAsNew: () => void
  onGoOn: () => void
}

/** Says what somebody else changed or deleted meanwhile, and lets the user decide what becomes of his input. */
export function ConflictPanel({ conflict, onTakeNew, onSaveMine, onGoOnAsNew, onGoOn }: ConflictPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    // Its buttons come next for a user of the keyboard; the field he comes from may be out of sight.
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
  if (conflict.deleted) return draftKeepingTexts.recordGone
  return conflict.draft ? 'Otkako je nacrt započet, neko je izmenio ovaj podatak.' : draftKeepingTexts.recordChanged
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
