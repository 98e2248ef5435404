import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useConfirm } from '#web/ui/asking.tsx'

const LOST = 'Uneti podaci još nisu sačuvani. Ako napustite stranicu, biće izgubljeni. Da li želite da je napustite?'

/** How many open forms hold something that is not saved: of guards over one another the router asks only the last. */
let unsaved = 0

/**
 * While something typed is not saved, Back, other addresses and reload ask first (decisions §5). The dialog itself asks
 * for Escape and outside click. `text` is the question where leaving loses nothing.
 */
export function useLeaveGuard(dirty: boolean, text: string = LOST): void {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      unsaved > 0 && (historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each attempt to leave
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({ title: 'Nesačuvane izmene', text }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker.state])

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    unsaved += 1
    return () => {
      unsaved -= 1
      removeEventListener('beforeunload', ask)
    }
  }, [dirty])
}
