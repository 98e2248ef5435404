import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What the screen before may ask of the one it leads to (spec §2). */
export type Arrival = { openModal?: boolean; activeTab?: string }

/**
 * Hands navigation state to the screen once and clears it: the browser keeps it through a reload, which must not open
 * the modal again. `navigate('/dashboard/incoming', { state: { openModal: true } })` is the other end.
 */
export function useArrival(arrive: (arrival: Arrival) => void): void {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(arrive)
  latest.current = arrive

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new state is a new arrival
  useEffect(() => {
    if (!state) return
    navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true })
    latest.current(state as Arrival)
  }, [state])
}
