import { createContext, type ReactNode, useCallback, useEffect, useState } from 'react'
import { useEmail } from '#web/screens/logged-in.ts'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { toastError } from '#web/ui/toast.tsx'
import { DraftStrip } from './draft-strip.tsx'
import { draftKeepingTexts } from './draft-texts.ts'
import { becomeNewDraft, type LeftDraft, leftDrafts } from './kept-draft.ts'
import { isGone } from './use-conflict.ts'
import { discardDraft } from './use-kept-draft.ts'

/** The draft that was chosen on the screen, by `savedAt`: the form that opens for it goes on with it at once. */
export const WantedDraft = createContext<number | null>(null)

type DraftShelfProps = {
  /** Kind of form, as in use-keeping. */
  kind: string
  /** No form is open. */
  closed: boolean
  /** Opens the form of a record, or that of a new one for null. */
  onOpen: (id: string | null) => Promise<void> | void
  /** Says why the form of a record could not be opened. */
  onNotOpened: (error: unknown) => void
  /** The form, while it is open. */
  children: ReactNode
}

/** Shows on a screen which of its forms were left unfinished, e.g. by a reload, and leads back to them. */
export function DraftShelf({ kind, closed, onOpen, onNotOpened, children }: DraftShelfProps) {
  const confirm = useConfirm()
  const email = useEmail()
  const [drafts, setDrafts] = useState<readonly LeftDraft[]>([])
  const [wanted, setWanted] = useState<number | null>(null)

  const look = useCallback(() => {
    if (email) setDrafts(leftDrafts(email, kind))
  }, [email, kind])

  useEffect(() => {
    if (!closed) return
    setWanted(null)
    look()
    // Another tab writes a draft, or has ended one while this tab was not seen.
    addEventListener('storage', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('storage', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [closed, look])

  async function goOn(draft: LeftDraft) {
    setWanted(draft.savedAt)
    try {
      await onOpen(draft.id)
    } catch (error) {
      setWanted(null)
      if (isGone(error)) await goOnAsNew(draft)
      else onNotOpened(error)
    }
  }

  /** Typed text outlives the record that it was typed over. */
  async function goOnAsNew({ form, savedAt }: LeftDraft) {
    const { goneTitle, recordGone, goOnAsNew } = draftKeepingTexts
    if (!email || !(await confirm({ title: goneTitle, text: `${recordGone} ${goOnAsNew}` }))) return
    const fault = becomeNewDraft(email, form, kind)
    if (fault) return toastError(fault === 'too-long' ? draftKeepingTexts.tooLong : draftKeepingTexts.noRoom)
    setWanted(savedAt)
    await onOpen(null)
  }

  function discard(draft: LeftDraft) {
    if (email) discardDraft(email, draft.form, draft, look)
    look()
  }

  return (
    <>
      {closed && drafts.length > 0 && (
        <ul aria-label="Nacrti" className="mb-4 overflow-clip rounded-panel border border-line">
          {drafts.map((draft) => (
            <li key={draft.form} className="[&:last-child>div]:border-b-0">
              <DraftStrip
                draft={draft}
                detail={[draft.id === null ? 'nov unos' : 'izmena', draft.name]}
                older={draft.older}
                onGoOn={() => void goOn(draft)}
                onDiscard={() => discard(draft)}
              />
            </li>
          ))}
        </ul>
      )}
      <WantedDraft value={wanted}>{children}</WantedDraft>
    </>
  )
}
