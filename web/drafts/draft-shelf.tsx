import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useEffect, useState } from 'react'
import { authEndpoints } from '#contract/auth.ts'
import { read } from '#web/queries.ts'
import { dropDraft, leftDrafts } from './draft-storage.ts'
import { DraftStrip } from './draft-strip.tsx'
import { draftKey, type LeftDraft } from './kept-draft.ts'
import { openDraftKeys } from './open-drafts.ts'

/** The draft that was chosen on the screen: the form that opens for it goes on with it at once. */
export const WantedDraft = createContext<string | null>(null)

type DraftShelfProps = {
  /** Kind of form, as in use-keeping. */
  kind: string
  /** No form is open. */
  closed: boolean
  /** Opens the form of a record, or that of a new one for null. */
  onOpen: (id: string | null) => void
  /** The form, while it is open. */
  children: ReactNode
}

/** Shows on a screen which of its forms were left unfinished, e.g. by a reload, and leads back to them. */
export function DraftShelf({ kind, closed, onOpen, children }: DraftShelfProps) {
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
  }, [closed, look])

  return (
    <>
      {closed && drafts.length > 0 && (
        <ul aria-label="Nacrti" className="mb-4 overflow-clip rounded-panel border border-line">
          {drafts.map((draft) => (
            <li key={draft.slot} className="[&:last-child>div]:border-b-0">
              <DraftStrip
                draft={draft}
                detail={`${draft.id === null ? 'nov unos' : 'izmena'}${draft.name && ` · ${draft.name}`}`}
                onGoOn={() => {
                  setWanted(draft.slot)
                  onOpen(draft.id)
                }}
                onDiscard={() => {
                  if (email) dropDraft({ email, form: draft.form, slot: draft.slot })
                  void look()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <WantedDraft value={wanted}>{children}</WantedDraft>
    </>
  )
}
