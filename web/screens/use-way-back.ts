import { useCallback, useRef } from 'react'
import { useNavigate } from 'react-router'

/** The place of this visit in the browser's history, as the router counts. */
const visit = () => (history.state as { idx?: number } | null)?.idx ?? 0

/**
 * The way from a view of a screen back to its list, so that Back afterwards leads on and not into the view again: call
 * `leave()` before the view's address is entered, and `back(otherwise)` to go really back to where the list stood.
 * `otherwise` is for who came by a link to the view.
 */
export function useWayBack() {
  const navigate = useNavigate()
  const list = useRef<number>(null)
  return {
    leave: useCallback(() => {
      list.current = visit()
    }, []),
    back: (otherwise: () => void) => {
      const steps = list.current === null ? 0 : visit() - list.current
      list.current = null
      if (steps > 0) navigate(-steps)
      else otherwise()
    },
  }
}
