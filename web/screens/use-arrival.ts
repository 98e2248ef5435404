import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The requests that one screen may make of the next (spec §2). */
export type Arrival = {
  openModal?: boolean
  /** The window that takes a file. */
  openImport?: boolean
  /** Where its import leads when it is done. */
  returnsTo?: string
  activeTab?: string
  /** The ID of the record with which a new one begins. */
  begin?: number
}

/**
 * Hands navigation state to the screen once and clears it: the browser keeps it through a reload, which must not open
 * the modal again. `navigate('/dashboard/incoming', { state: { openModal: true } })` is the other end. The
 * button of the screen that opens the same modal has `data-opens-modal`.
 */
export function useArrival(arrive: (arrival: Arrival) => void): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(arrive)
  latest.current = arrive

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new state is a new arrival
  useEffect(() => {
    const { returnsTo, ...arrival } = (state ?? {}) as Arrival
    if (Object.keys(arrival).length === 0) return
    navigate({ pathname, search }, { replace: true, state: returnsTo ? { returnsTo } : null, preventScrollReset: true })
    // The modal will give the focus back to where it was, and the link that led here is gone.
    if (arrival.openModal) document.querySelector<HTMLElement>('[data-opens-modal]')?.focus({ preventScroll: true })
    latest.current(arrival)
  }, [state])
}
