import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useConfirm } from './confirm-and-alert.tsx'

const LOST = 'Uneti podaci još nisu sačuvani. Ako napustite stranicu, biće izgubljeni. Da li želite da je napustite?'

type LeaveGuardProps = {
  text?: string | undefined
  /** Whether there is anything to ask about, where the guard stands longer than that. */
  when?: () => boolean
}
const always = () => true

/**
 * Stands while something typed is not saved: Back, other addresses and reload then ask first (decisions §5). A Dialog has
 * its own. Of two over one another the router asks the upper one. `text` is the question where less is lost.
 */
export function LeaveGuard({ text = LOST, when = always }: LeaveGuardProps) {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      when() && (historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each attempt to leave
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({ title: 'Nesačuvane izmene', text }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker.state])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => when() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
  return null
}
