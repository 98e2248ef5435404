import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { authEndpoints } from '#contract/auth.ts'
import { read } from '#web/queries.ts'
import { toastError } from '#web/ui/toast.tsx'
import { useStillOpen } from '#web/ui/use-still-open.ts'
import { draftKeeper, type KeptForm } from './draft-keeper.ts'
import { keptDrafts } from './draft-storage.ts'
import { draftKeepingTexts } from './draft-texts.ts'
import { draftKey, type OfferedDraft } from './kept-draft.ts'
import { discardDraft, whyNotLeft } from './offered.ts'
import { openDraftKeys } from './open-drafts.ts'

/**
 * Keeps what is typed into a form in this browser, per user and form, until it is saved or the user logs out; and gives
 * the drafts that were left behind, newest first. Call `keeper.note()` whenever the form changes, `keeper.forget()` when
 * it is saved.
 */
export function useKeptDraft<C>(kept: KeptForm<C>) {
  const email = useQuery({ ...read(authEndpoints.me), staleTime: Number.POSITIVE_INFINITY }).data?.user.email
  const latest = useRef(kept)
  latest.current = kept
  const [keeper] = useState(() => draftKeeper(() => latest.current))
  const [offers, setOffers] = useState<readonly OfferedDraft<C>[]>([])
  const fault = useSyncExternalStore(keeper.subscribe, () => keeper.state().fault)
  const { form, dirty } = kept
  const stillOpen = useStillOpen()

  useEffect(() => {
    if (!email) return
    let gone = false
    void openDraftKeys().then((open) => {
      const left = keptDrafts({ email, form }, latest.current.shape)
      if (!gone) setOffers(left.filter(({ slot }) => !open.has(draftKey({ email, form, slot }))))
    })
    const close = keeper.open(email)
    return () => {
      gone = true
      close()
    }
  }, [email, form, keeper])

  // Also when everything is as it was again: then there is nothing left to keep.
  const wasDirty = useRef(dirty)
  useEffect(() => {
    if (dirty !== wasDirty.current) keeper.note()
    wasDirty.current = dirty
  }, [dirty, keeper])

  const settle = useCallback((slot: string) => setOffers((before) => before.filter((one) => one.slot !== slot)), [])

  return {
    keeper,
    offers,
    /** Whether closing the form loses nothing. */
    keeps: email !== undefined && fault === null,
    goOnWith: (offer: OfferedDraft<C>) => {
      keeper.goOnWith(offer)
      settle(offer.slot)
    },
    /** The draft as it is by now; undefined where another tab has taken or ended it, which is said. */
    recall: async ({ slot }: OfferedDraft<C>) => {
      settle(slot)
      if (!email) return undefined
      const why = await whyNotLeft({ email, form, slot })
      if (why) toastError(draftKeepingTexts[why])
      const left = why || !stillOpen.current ? [] : keptDrafts({ email, form }, latest.current.shape)
      return left.find((draft) => draft.slot === slot)
    },
    discard: (offer: OfferedDraft<C>) => {
      const { slot } = offer
      settle(slot)
      if (email) void discardDraft({ email, form, slot }, () => setOffers((left) => [offer, ...left]))
    },
  }
}
