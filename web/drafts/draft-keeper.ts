import type { z } from 'zod'
import { sessionToken, watchRefusal } from '#web/session.ts'
import { dropDraft, keepDraft, type NotKept } from './draft-storage.ts'
import { draftKey, KEEP_DELAY_MS } from './kept-draft.ts'
import { holdDraft } from './open-drafts.ts'

/** The facts of a form whenever it is to be kept. */
export type KeptForm<C> = {
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
  const state = observed(NOT_YET)
  let over = false
  let open = new AbortController()

  const writing = inPauses(() => {
    // A logout, also one in another tab, has removed the drafts.
    if (over || !email || sessionToken() === null) return false
    const form = current()
    const place = { email, form: form.form, slot }
    if (!form.dirty) {
      dropDraft(place)
      state.set(NOT_YET)
      return false
    }
    const { savedAt, fault, isSlow } = stored(place, form)
    state.set(fault ? { ...state.get(), fault } : { savedAt, fault: null })
    return isSlow
  })

  function note() {
    if (!over) writing.ask()
  }

  function hold() {
    if (email) holdDraft(draftKey({ email, form: current().form, slot }), open.signal)
  }

  return {
    /** Something in the form has changed. */
    note,
    state: state.get,
    subscribe: state.subscribe,
    /** From now on for this user; gives the end of it. */
    open(user: string) {
      email = user
      open = new AbortController()
      hold()
      if (current().dirty) note()
      const unwatch = whenLeaving(writing.finish)
      return () => {
        writing.finish()
        unwatch()
        open.abort()
      }
    },
    /** Goes on with an earlier draft. What stood in the form until now stays a draft of its own. */
    goOnWith(earlier: { slot: string; savedAt: number }) {
      writing.finish()
      slot = earlier.slot
      hold()
      state.set({ savedAt: earlier.savedAt, fault: null })
    },
    /** The form starts again with the stored record, e.g. after somebody else's change was taken. */
    startAnew() {
      writing.cancel()
      if (email) dropDraft({ email, form: current().form, slot })
      state.set(NOT_YET)
    },
    /** Saved: nothing is left to keep. */
    forget() {
      this.startAnew()
      over = true
    },
  }
}

/** A value that tells its listeners when it changes. */
function observed<S>(value: S) {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: S) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Writes what stands in the form into the storage; when, why that failed, and whether it took too long for every key. */
function stored<C>(place: Parameters<typeof keepDraft>[0], { verzija, content, nameOf }: KeptForm<C>) {
  const started = performance.now()
  const kept = content()
  const savedAt = Date.now()
  const fault = keepDraft(place, { savedAt, verzija, name: nameOf(kept), content: kept })
  return { savedAt, fault, isSlow: performance.now() - started > SLOW_WRITE_MS }
}

/** Calls `write` soon after it is asked to. After a `write` that says it was slow, it waits until nobody asks for a while. */
function inPauses(write: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueSince = 0
  let isSlow = false

  function cancel() {
    clearTimeout(timer)
    timer = undefined
  }

  function run() {
    cancel()
    isSlow = write()
  }

  return {
    ask() {
      const now = performance.now()
      if (timer === undefined) dueSince = now
      else if (!isSlow || now - dueSince > LONGEST_WAIT_MS) return
      clearTimeout(timer)
      timer = setTimeout(run, KEEP_DELAY_MS)
    },
    /** Writes now what is still due. */
    finish() {
      if (timer !== undefined) run()
    },
    cancel,
  }
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

export type DraftKeeper = ReturnType<typeof draftKeeper>
