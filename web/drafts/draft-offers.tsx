import { countOf } from '#domain/counted.ts'
import { DraftStrip } from './draft-strip.tsx'
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
  const detail = [
    newest.name,
    newest.verzija === verzija ? '' : draftKeepingTexts.staleOffer,
    others.length > 0 ? `još ${countOf(others.length, 'stariji nacrt', 'starija nacrta', 'starijih nacrta')}` : '',
  ]
  return (
    <div data-notice role="status" className="flex-none">
      <DraftStrip
        draft={newest}
        detail={detail.filter(Boolean).join(' · ')}
        onGoOn={passing(() => onGoOn(newest))}
        onDiscard={passing(() => onDiscard(newest))}
      />
    </div>
  )
}
