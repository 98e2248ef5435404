import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useEmail } from '#web/screens/logged-in.ts'
import { sessionToken, watchRefusal } from '#web/session.ts'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { draftKeepingTexts } from './draft-texts.ts'
import { type KeptDraft, keepDrafts, keptDrafts, type NotKept } from './kept-draft.ts'

/** A form is stored this long after a key, whether its user goes on typing or not. */
const KEEP_DELAY_MS = 400

/** The facts of a form whenever it is to be kept. */
type KeptForm<C> = {
  /** Which form of which record: `c4/novi`, `c4/17`. */
  readonly form: string
  /** `verzija` of the record that the input started from; null for a new one. */
  readonly verzija: number | null
  /** Something in it is not saved. */
  readonly dirty: boolean
  readonly content: () => C
  /** The name in the offer. */
  readonly nameOf: (content: C) => string
  readonly shape: z.ZodType<C>
}
/** The form as it is now, its user, and the earlier drafts that it still offers. */
type Latest<C> = KeptForm<C> & { readonly email: string | undefined; readonly offers: readonly KeptDraft<C>[] }

/** Since when the draft is stored, and why it could not be. */
export type KeepingState = { readonly savedAt: number | null; readonly fault: NotKept | null }

const NOT_YET: KeepingState = { savedAt: null, fault: null }

/**
 * Keeps what is typed into a form in this browser, per user and form, until it is saved or the user logs out; and offers
 * the drafts that were left behind, newest first. Where two tabs have the same form open, the draft written last counts.
 * Call `note()` whenever the form changes, `forget()` when it is saved.
 */
export function useKeptDraft<C>(now: KeptForm<C>) {
  const email = useEmail()
  const [offers, setOffers] = useState<readonly KeptDraft<C>[]>([])
  const latest = useRef<Latest<C>>({ ...now, email, offers })
  latest.current = { ...now, email, offers }
  const { form, dirty } = now
  const { state, setState, timer, isSaved, write, note } = useWriting(latest)

  useEffect(() => {
    if (!email) return
    setOffers(keptDrafts(email, form, latest.current.shape))
    if (latest.current.dirty) note()
    const unwatch = whenLeaving(() => timer.current !== undefined && write())
    return () => {
      unwatch()
      // Also what was written already: another tab may have stored its own since.
      if (latest.current.form === form && (latest.current.dirty || timer.current !== undefined)) write()
    }
  }, [email, form, timer, note, write])

  // Also when everything is as it was again: then there is nothing left to keep.
  const wasDirty = useRef(dirty)
  useEffect(() => {
    if (dirty !== wasDirty.current) note()
    wasDirty.current = dirty
  }, [dirty, note])

  /** Nothing of the form is left to keep: it begins again with what is stored. */
  function drop() {
    clearTimeout(timer.current)
    timer.current = undefined
    if (email) keepDrafts(email, form, offers)
    setState(NOT_YET)
  }

  return {
    state,
    offers,
    /** Whether closing the form loses nothing. */
    keeps: email !== undefined && state.fault === null,
    note,
    drop,
    forget: () => {
      drop()
      isSaved.current = true
    },
    /** Goes on with an earlier draft. What was typed until now is offered in its place. */
    goOnWith: (offer: KeptDraft<C>) => {
      const typed = dirty ? [draftOf(now)] : []
      setOffers((left) => [...typed, ...left.filter((one) => one !== offer)])
      setState({ savedAt: offer.savedAt, fault: null })
    },
    discard: (offer: KeptDraft<C>) => {
      setOffers((left) => left.filter((one) => one !== offer))
      if (email) discardDraft(email, form, offer, () => setOffers((left) => [offer, ...left]))
    },
  }
}

/** Stores what stands in a form, before what it still offers: `write` at once, `note` soon. */
function useWriting<C>(latest: RefObject<Latest<C>>) {
  const [state, setState] = useState(NOT_YET)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isSaved = useRef(false)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const { email, form, dirty, offers } = latest.current
    // A logout, also one in another tab, has removed the drafts.
    if (isSaved.current || !email || sessionToken() === null) return
    const draft = dirty ? draftOf(latest.current) : null
    // The newest wins where there is no room for all.
    const fault = draft
      ? keepDrafts(email, form, [draft, ...offers]) && keepDrafts(email, form, [draft])
      : keepDrafts(email, form, offers)
    setState(({ savedAt }) => (fault ? { savedAt, fault } : { savedAt: draft?.savedAt ?? null, fault: null }))
  }, [latest])

  const note = useCallback(() => {
    timer.current ??= setTimeout(write, KEEP_DELAY_MS)
  }, [write])

  return { state, setState, timer, isSaved, write, note }
}

function draftOf<C>({ verzija, content, nameOf }: KeptForm<C>): KeptDraft<C> {
  const kept = content()
  return { savedAt: Date.now(), verzija, name: nameOf(kept), content: kept }
}

/** Removes a draft that was offered. The message about it offers it back; `onBack` hears of that. */
export function discardDraft(email: string, form: string, draft: KeptDraft<unknown>, onBack: () => void): void {
  const others = () => keptDrafts(email, form, z.unknown()).filter(({ savedAt }) => savedAt !== draft.savedAt)
  keepDrafts(email, form, others())
  toastSuccess(draftKeepingTexts.discarded, {
    text: draftKeepingTexts.putBack,
    onChoose: () => {
      // A logout meanwhile has removed the drafts.
      if (sessionToken() === null) return
      const all = [...others(), draft].sort((a, b) => b.savedAt - a.savedAt)
      if (keepDrafts(email, form, all)) toastError(draftKeepingTexts.noRoom)
      onBack()
    },
  })
}

/** Calls `finish` when the page is hidden or left, and when the session ends; gives the end of it. */
function whenLeaving(finish: () => void): () => void {
  const hidden = () => document.visibilityState === 'hidden' && finish()
  addEventListener('pagehide', finish)
  document.addEventListener('visibilitychange', hidden)
  // A user who declines to log in again leaves without a token, and without one nothing is written.
  const unwatch = watchRefusal(finish)
  return () => {
    unwatch()
    removeEventListener('pagehide', finish)
    document.removeEventListener('visibilitychange', hidden)
  }
}
