import { sessionToken } from '#web/session.ts'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { draftKeysOf, takeDraft } from './draft-storage.ts'
import { draftKeepingTexts } from './draft-texts.ts'
import { type DraftPlace, draftKey } from './kept-draft.ts'
import { openDraftKeys } from './open-drafts.ts'

/**
 * Why a draft that was offered is not to be had any more, by the name of its sentence; null where it still waits. What
 * stands on the screen may be older than what another tab has done since.
 */
export async function whyNotLeft(place: DraftPlace): Promise<'takenElsewhere' | 'gone' | null> {
  if ((await openDraftKeys()).has(draftKey(place))) return 'takenElsewhere'
  return draftKeysOf(place.email).includes(draftKey(place)) ? null : 'gone'
}

/**
 * Removes a draft that was offered, unless somebody goes on with it in another tab by now: then it says so. The message
 * about it offers it back; `onBack` hears of that.
 */
export async function discardDraft(place: DraftPlace, onBack: () => void): Promise<void> {
  const why = await whyNotLeft(place)
  if (why === 'takenElsewhere') toastError(draftKeepingTexts[why])
  if (why !== null) return
  const putBack = takeDraft(place)
  toastSuccess(draftKeepingTexts.discarded, {
    text: draftKeepingTexts.putBack,
    onChoose: () => {
      // A logout meanwhile has removed the drafts.
      if (sessionToken() === null) return
      if (putBack()) toastError(draftKeepingTexts.noRoom)
      onBack()
    },
  })
}
