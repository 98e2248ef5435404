import { useEffect, useLayoutEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useConfirm } from './confirm-and-alert.tsx'

const LOST = 'Uneti podaci još nisu sačuvani. Ako napustite stranicu, biće izgubljeni. Da li želite da je napustite?'

type LeaveGuardProps = {
  text?: string | undefined
  /** Whether there is anything to ask about, where the guard stands longer than that. */
  when?: () => boolean
}
type Guard = { text: string; when: () => boolean }
const always = () => true
/** All that stand now, the lowest first. */
const guards: Guard[] = []
const asking = () => guards.findLast(({ when }) => when())

/**
 * Stands while something typed is not saved: Back, other addresses and reload then ask first (decisions §5). A Dialog
 * has its own. When two are open, the upper one asks. `text` is the question where less is lost.
 */
export function LeaveGuard({ text = LOST, when = always }: LeaveGuardProps) {
  const guard = useRef<Guard>({ text, when })
  Object.assign(guard.current, { text, when })
  // It runs together with the typed key: Back may be the next thing that happens.
  useLayoutEffect(() => {
    const { current } = guard
    guards.push(current)
    return () => {
      guards.splice(guards.indexOf(current), 1)
    }
  }, [])
  return null
}

/** Asks for all guards. Stands once: of several blockers the router asks the last alone. */
export function LeaveQuestion() {
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      (historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname) && asking() !== undefined,
  )

  const isAsked = useRef(false)
  // Each attempt to leave has a blocker of its own. Its state may be 'blocked' twice in a row: Back, pressed right after
  // 'Ne', comes before the page is drawn in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each attempt
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsked.current) return
    isAsked.current = true
    const text = asking()?.text ?? LOST
    void confirm({ title: 'Nesačuvane izmene', text }).then((yes) => {
      isAsked.current = false
      if (yes) blocker.proceed()
      else blocker.reset()
    })
  }, [blocker])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => asking() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return null
}
