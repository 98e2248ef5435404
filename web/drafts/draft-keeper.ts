import type { z } from 'zod'
import { sessionToken, watchRefusal } from '#web/session.ts'
import { dropDraft, keepDraft, type NotKept } from './draft-storage.ts'
import { draftKey, KEEP_DELAY_MS } from './kept-draft.ts'
import { holdDraft } from './open-drafts.ts'

/** What a form says about itself whenever it is to be kept. */
export type KeptForm<C> = {
  /** Which form of which record: `c4/novi`, `c4/17`. */
  readonly form: string
  /** `verzija` of the record that the input started from; null for a new one. */
  readonly verzija: number | null
  /** Something in it is not saved. */
  readonly dirty: boolean
  readonly content: () => C
  /** What the offer calls it. */
  readonly nameOf: (content: C) => string
  readonly shape: z.ZodType<C>
}

/** Since when the draft is stored, and why it could not be. */
export type KeepingState = { readonly savedAt: number | null; readonly fault: NotKept | null }

/** Writing that takes longer than this waits for a pause in typing, but never longer than that. */
const SLOW_WRITE_MS = 8
const LONGEST_WAIT_MS = 3000

const NOT_YET: KeepingState = { savedAt: null, fault: null }

/**
 * Keeps what stands in one opened form. It writes at most once per KEEP_DELAY_MS, so that a key hardly ever waits for it,
 * and a document of thousands of lines only when the keys rest; what is still due is written when the form, the page
 * or the session goes.
 */
export function draftKeeper<C>(current: () => KeptForm<C>) {
  let slot: string = crypto.randomUUID()
  let email: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueSince = 0
  let isSlow = false
  let state = NOT_YET
  let over = false
  let open = new AbortController()
  const listeners = new Set<() => void>()

  function become(next: KeepingState) {
    state = next
    for (const listener of listeners) listener()
  }

  function write() {
    clearTimeout(timer)
    timer = undefined
    // A logout, also one in another tab, has removed the drafts.
    if (over || !email || sessionToken() === null) return
    const { form, verzija, dirty, content, nameOf } = current()
    const place = { email, form, slot }
    if (!dirty) {
      dropDraft(place)
      return become(NOT_YET)
    }
    const started = performance.now()
    const kept = content()
    const savedAt = Date.now()
    const fault = keepDraft(place, { savedAt, verzija, name: nameOf(kept), content: kept })
    isSlow = performance.now() - started > SLOW_WRITE_MS
    become(fault ? { ...state, fault } : { savedAt, fault: null })
  }

  function writeDue() {
    if (timer !== undefined) write()
  }

  function note() {
    if (over) return
    const now = performance.now()
    if (timer === undefined) dueSince = now
    else if (!isSlow || now - dueSince > LONGEST_WAIT_MS) return
    clearTimeout(timer)
    timer = setTimeout(write, KEEP_DELAY_MS)
  }

  function hold() {
    if (email) holdDraft(draftKey({ email, form: current().form, slot }), open.signal)
  }

  return {
    /** Something in the form has changed. */
    note,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** From now on for this user; gives the end of it. */
    open(user: string) {
      email = user
      open = new AbortController()
      hold()
      if (current().dirty) note()
      const hidden = () => document.visibilityState === 'hidden' && writeDue()
      addEventListener('pagehide', writeDue)
      document.addEventListener('visibilitychange', hidden)
      // Whoever declines to log in again leaves without a token, and without one nothing is written.
      const unwatch = watchRefusal(writeDue)
      return () => {
        writeDue()
        unwatch()
        removeEventListener('pagehide', writeDue)
        document.removeEventListener('visibilitychange', hidden)
        open.abort()
      }
    },
    /** Goes on with an earlier draft. What stood in the form until now stays a draft of its own. */
    goOnWith(earlier: { slot: string; savedAt: number }) {
      writeDue()
      slot = earlier.slot
      hold()
      become({ savedAt: earlier.savedAt, fault: null })
    },
    /** The form starts anew with what is stored, e.g. after somebody else's change was taken. */
    startAnew() {
      clearTimeout(timer)
      timer = undefined
      if (email) dropDraft({ email, form: current().form, slot })
      become(NOT_YET)
    },
    /** Saved: nothing is left to keep. */
    forget() {
      this.startAnew()
      over = true
    },
  }
}

export type DraftKeeper = ReturnType<typeof draftKeeper>
