import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useEffect, useState } from 'react'
import { authEndpoints } from '#contract/auth.ts'
import { read } from '#web/queries.ts'
import { useConfirm } from '#web/ui/asking.tsx'
import { toastError } from '#web/ui/toast.tsx'
import { becomeNewDraft, leftDrafts } from './draft-storage.ts'
import { DraftStrip } from './draft-strip.tsx'
import { draftKeepingTexts } from './draft-texts.ts'
import { type DraftPlace, draftKey, type LeftDraft } from './kept-draft.ts'
import { discardDraft, whyNotLeft } from './offered.ts'
import { openDraftKeys } from './open-drafts.ts'
import { isGone } from './use-conflict.ts'

/** The draft that was chosen on the screen: the form that opens for it goes on with it at once. */
export const WantedDraft = createContext<string | null>(null)

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
  const email = useQuery({ ...read(authEndpoints.me), staleTime: Number.POSITIVE_INFINITY }).data?.user.email
  const [drafts, setDrafts] = useState<readonly LeftDraft[]>([])
  const [wanted, setWanted] = useState<string | null>(null)

  const look = useCallback(async () => {
    if (!email) return
    const open = await openDraftKeys()
    setDrafts(leftDrafts(email, kind).filter(({ form, slot }) => !open.has(draftKey({ email, form, slot }))))
  }, [email, kind])

  useEffect(() => {
    if (!closed) return
    setWanted(null)
    void look()
    // Another tab writes a draft, or has taken one while this tab was not seen.
    const lookAgain = () => void look()
    addEventListener('storage', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      removeEventListener('storage', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [closed, look])

  async function goOn({ form, slot, id }: LeftDraft) {
    if (!email) return
    const place = { email, form, slot }
    const why = await whyNotLeft(place)
    if (why) {
      void look()
      return toastError(draftKeepingTexts[why])
    }
    setWanted(slot)
    try {
      await onOpen(id)
    } catch (error) {
      setWanted(null)
      if (isGone(error)) await goOnAsNew(place)
      else onNotOpened(error)
    }
  }

  async function discard({ form, slot }: LeftDraft) {
    if (!email) return
    await discardDraft({ email, form, slot }, () => void look())
    void look()
  }

  /** Typed text outlives the record that it was typed over. */
  async function goOnAsNew(place: DraftPlace) {
    const { goneTitle, recordGone, goOnAsNew } = draftKeepingTexts
    if (!(await confirm({ title: goneTitle, text: `${recordGone} ${goOnAsNew}` }))) return
    const fault = becomeNewDraft(place, kind)
    if (fault) return toastError(fault === 'too-long' ? draftKeepingTexts.tooLong : draftKeepingTexts.noRoom)
    setWanted(place.slot)
    await onOpen(null)
  }

  return (
    <>
      {closed && drafts.length > 0 && (
        <ul aria-label="Nacrti" className="mb-4 overflow-clip rounded-panel border border-line">
          {drafts.map((draft) => (
            <li key={draft.slot} className="[&:last-child>div]:border-b-0">
              <DraftStrip
                draft={draft}
                detail={`${draft.id === null ? 'nov unos' : 'izmena'}${draft.name && ` · ${draft.name}`}`}
                onGoOn={() => void goOn(draft)}
                onDiscard={() => void discard(draft)}
              />
            </li>
          ))}
        </ul>
      )}
      <WantedDraft value={wanted}>{children}</WantedDraft>
    </>
  )
}
