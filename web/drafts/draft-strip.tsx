import { FileClock } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { savedAtText } from './draft-age.ts'
import { draftKeepingTexts } from './draft-texts.ts'

type DraftStripProps = {
  draft: { readonly savedAt: number }
  /** Its content. */
  detail: string
  onGoOn: (event: MouseEvent<HTMLButtonElement>) => void
  onDiscard: (event: MouseEvent<HTMLButtonElement>) => void
}

/** One draft: when it was saved, what is in it, and what may become of it. */
export function DraftStrip({ draft, detail, onGoOn, onDiscard }: DraftStripProps) {
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-accent-soft px-5 py-2">
      <FileClock className="size-4 flex-none text-accent" aria-hidden />
      <p className="min-w-40 flex-1 text-ink-2 text-sm">
        <span className="font-semibold text-ink">Nacrt od {savedAtText(draft.savedAt)}</span>
        {detail && ` · ${detail}`}
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
