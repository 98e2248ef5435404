import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the window of this component still stands. What it has sent may be answered when its user has closed it, and
 * another window that is open by then must not be closed in its place.
 */
export function useStillOpen(): RefObject<boolean> {
  const stillOpen = useRef(true)
  useEffect(() => {
    stillOpen.current = true
    return () => {
      stillOpen.current = false
    }
  }, [])
  return stillOpen
}
