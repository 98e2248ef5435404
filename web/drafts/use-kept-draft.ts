import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useEmail } from '#web/screens/logged-in.ts'
import { sessionToken, watchRefusal } from '#web/session.ts'
import { toastSuccess } from '#web/ui/toast.tsx'
import { type KeptDraft, keepDrafts, keptDrafts } from './kept-draft.ts'

/** A form is stored this long after a key, even if the user goes on typing. */
const KEEP_DELAY_MS = 400

/** The facts of a form whenever it is to be kept. */
type KeptForm<C> = {
  /** The form and its record: `c4/novi`, `c4/17`. */
  readonly form: string
  /** `verzija` of the record that the input started from; null for a new one. */
  readonly verzija: number | null
  /** Something in it is not saved. */
  readonly dirty: boolean
  /** The values of which `content` is made: each change of one is kept. */
  readonly watched: readonly unknown[]
  readonly content: () => C
  /** The name in the offer. */
  readonly nameOf: (content: C) => string
  readonly shape: z.ZodType<C>
}

/** When the draft was stored, and whether the browser had room for it. */
export type KeepingState = { readonly savedAt: number | null; readonly hasRoom: boolean }
const NOT_YET: KeepingState = { savedAt: null, hasRoom: true }

/**
 * Keeps the input of a form in this browser, per user and form, until it is saved or the user logs out, and offers the
 * drafts that were left, newest first. The draft written last counts where two tabs have the same form open.
 */
export function useKeptDraft<C>(now: KeptForm<C>) {
  const email = useEmail()
  const { offers, setOffers, discard } = useOffers(email, now)
  const [state, setState] = useState(NOT_YET)
  const latest = useRef({ ...now, email, offers })
  latest.current = { ...now, email, offers }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The form whose content was saved, or became another form. */
  const ended = useRef<string>(undefined)
  const { form, dirty, watched } = now
  const isKept = state !== NOT_YET

  const write = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const { email, form, dirty, offers } = latest.current
    // A logout, also one in another tab, has removed the drafts.
    if (ended.current === form || !email || sessionToken() === null) return
    const draft = dirty ? [draftOf(latest.current)] : []
    // The newest wins where there is no room for all.
    const kept = keepDrafts(email, form, [...draft, ...offers]) || (dirty && keepDrafts(email, form, draft))
    setState({ savedAt: kept && dirty ? Date.now() : null, hasRoom: kept })
  }, [])

  useEffect(() => {
    const writeNow = () => timer.current !== undefined && write()
    const hidden = () => document.visibilityState === 'hidden' && writeNow()
    document.addEventListener('visibilitychange', hidden)
    // A user who declines to log in again leaves without a token, and without one nothing is written.
    const unwatch = watchRefusal(writeNow)
    return () => {
      unwatch()
      document.removeEventListener('visibilitychange', hidden)
      // Writes a stored draft again: another tab may have stored its own since.
      if (latest.current.form === form && (latest.current.dirty || timer.current !== undefined)) write()
    }
  }, [form, write])

  // It also runs when the stored record replaces the input: there is nothing left to keep then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what is watched is kept
  useEffect(() => {
    if (dirty || isKept) timer.current ??= setTimeout(write, KEEP_DELAY_MS)
  }, [email, form, write, dirty, ...watched])

  return {
    state,
    offers,
    /** Whether closing the form loses nothing. */
    keeps: email !== undefined && state.hasRoom,
    /** Ends the draft of the form: it is saved, or goes on as another form. */
    end() {
      ended.current = form
      if (email) keepDrafts(email, form, offers)
      setState(NOT_YET)
    },
    /** Goes on with an earlier draft. The text typed until now is offered in its place. */
    goOnWith: (offer: KeptDraft<C>) => {
      const typed = dirty ? [draftOf(now)] : []
      setOffers((left) => [...typed, ...left.filter((one) => one !== offer)])
      setState({ savedAt: offer.savedAt, hasRoom: true })
    },
    discard,
  }
}

/** The drafts that were left behind in a form, newest first. */
function useOffers<C>(email: string | undefined, { form, shape }: KeptForm<C>) {
  const [offers, setOffers] = useState<readonly KeptDraft<C>[]>([])
  useEffect(() => {
    if (email) setOffers(keptDrafts(email, form, shape))
  }, [email, form, shape])

  function discard(offer: KeptDraft<C>) {
    setOffers((left) => left.filter((one) => one !== offer))
    if (email) discardDraft(email, form, offer, () => setOffers((left) => [offer, ...left]))
  }
  return { offers, setOffers, discard }
}

function draftOf<C>({ verzija, content, nameOf }: KeptForm<C>): KeptDraft<C> {
  const kept = content()
  return { savedAt: Date.now(), verzija, name: nameOf(kept), content: kept }
}

/** Removes a draft that was offered. The message offers it back; `onBack` is called then. */
export function discardDraft(email: string, form: string, draft: KeptDraft<unknown>, onBack: () => void): void {
  const others = () => keptDrafts(email, form, z.unknown()).filter(({ savedAt }) => savedAt !== draft.savedAt)
  keepDrafts(email, form, others())
  toastSuccess('Nacrt je odbačen.', {
    text: 'Vrati',
    onChoose: () => {
      // A logout meanwhile has removed the drafts.
      if (sessionToken() === null) return
      const all = [...others(), draft].sort((a, b) => b.savedAt - a.savedAt)
      keepDrafts(email, form, all)
      onBack()
    },
  })
}
