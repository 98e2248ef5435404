import { FileClock } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { countOf } from '#domain/count-words.ts'
import { Button } from '#web/ui/button.tsx'
import { passing } from '#web/ui/dialog-focus.ts'
import { ageText, savedAtText, untilNextAge } from './draft-age.ts'
import { draftKeepingTexts } from './draft-texts.ts'
import type { KeptDraft } from './kept-draft.ts'
import type { KeepingState } from './use-kept-draft.ts'

type DraftStripProps = {
  draft: { readonly savedAt: number }
  /** Its content; empty parts are left out. */
  detail: readonly string[]
  /** How many older drafts its form has. */
  older: number
  onGoOn: (event: MouseEvent<HTMLButtonElement>) => void
  onDiscard: (event: MouseEvent<HTMLButtonElement>) => void
}

/** One draft: when it was saved, its content, and the two ways on. */
export function DraftStrip({ draft, detail, older, onGoOn, onDiscard }: DraftStripProps) {
  const others = older > 0 ? `još ${countOf(older, 'stariji nacrt', 'starija nacrta', 'starijih nacrta')}` : ''
  const text = [...detail, others].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-accent-soft px-5 py-2">
      <FileClock className="size-4 flex-none text-accent" aria-hidden />
      <p className="min-w-40 flex-1 text-ink-2 text-sm">
        <span className="font-semibold text-ink">Nacrt od {savedAtText(draft.savedAt)}</span>
        {text && ` · ${text}`}
      </p>
      <div className="flex gap-2">
        <Button onClick={onDiscard}>{draftKeepingTexts.discard}</Button>
        <Button variant="primary" onClick={onGoOn}>
          {draftKeepingTexts.goOn}
        </Button>
      </div>
    </div>
  )
}

type DraftOffersProps<C> = {
  offers: readonly KeptDraft<C>[]
  /** `verzija` of the record as it is now; null in a new one. */
  verzija: number | null
  onGoOn: (offer: KeptDraft<C>) => void
  onDiscard: (offer: KeptDraft<C>) => void
}

/** Offers what was left behind in this form, the newest first; nobody has to answer before he types. */
export function DraftOffers<C>({ offers, verzija, onGoOn, onDiscard }: DraftOffersProps<C>) {
  const [newest] = offers
  if (!newest) return null
  return (
    <div data-notice role="status" className="flex-none">
      <DraftStrip
        draft={newest}
        detail={[newest.name, newest.verzija === verzija ? '' : draftKeepingTexts.staleOffer]}
        older={offers.length - 1}
        onGoOn={passing(() => onGoOn(newest))}
        onDiscard={passing(() => onDiscard(newest))}
      />
    </div>
  )
}

/** 'Nacrt sačuvan pre 3 s' in the head of a form, counting by itself; or why there is no draft. */
export function DraftNote({ savedAt, fault }: KeepingState) {
  if (fault) {
    return (
      <span role="status" className="text-warning">
        {fault === 'too-long' ? draftKeepingTexts.tooLong : draftKeepingTexts.noRoom}
      </span>
    )
  }
  return savedAt === null ? null : <Age key={savedAt} savedAt={savedAt} />
}

function Age({ savedAt }: { savedAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), untilNextAge(Date.now() - savedAt))
    return () => clearTimeout(timer)
  })
  return (
    <span className="num">
      Nacrt <span className="max-sm:sr-only">sačuvan </span>
      {ageText(now - savedAt)}
    </span>
  )
}
