import { FileClock } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { savedAtText } from './draft-age.ts'
import { draftKeepingTexts } from './draft-texts.ts'
import type { OfferedDraft } from './kept-draft.ts'
import { passing } from './passing.ts'

type DraftOffersProps<C> = {
  offers: readonly OfferedDraft<C>[]
  /** `verzija` of the record as it is now; null in a new one. */
  verzija: number | null
  onGoOn: (offer: OfferedDraft<C>) => void
  onDiscard: (offer: OfferedDraft<C>) => void
}

/** Offers what was left behind in this form, the newest first; nobody has to answer before he types. */
export function DraftOffers<C>({ offers, verzija, onGoOn, onDiscard }: DraftOffersProps<C>) {
  const [newest, ...others] = offers
  if (!newest) return null
  return (
    <div
      data-notice
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-accent-soft px-5 py-2"
    >
      <FileClock className="size-4 flex-none text-accent" aria-hidden />
      <p className="min-w-40 flex-1 text-ink-2 text-sm">
        <span className="font-semibold text-ink">Nacrt od {savedAtText(newest.savedAt)}</span>
        {newest.name && <> · {newest.name}</>}
        {newest.verzija !== verzija && <> · {draftKeepingTexts.staleOffer}</>}
        {others.length > 0 && <> · starijih nacrta: {others.length}</>}
      </p>
      <div className="flex gap-2">
        <Button onClick={passing(() => onDiscard(newest))}>{draftKeepingTexts.discard}</Button>
        <Button variant="primary" onClick={passing(() => onGoOn(newest))}>
          {draftKeepingTexts.goOn}
        </Button>
      </div>
    </div>
  )
}
