import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the window of this component is still open. Its request may be answered after its user closed it, and must
 * not close another window that is open by then.
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
