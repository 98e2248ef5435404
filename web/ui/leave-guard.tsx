import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPath, useBlocker, useLocation } from 'react-router'
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
  const here = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      (historyAction === 'POP' || currentLocation.pathname !== nextLocation.pathname) && asking() !== undefined,
  )

  const isAsked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt to leave has a blocker of its own
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsked.current) return
    isAsked.current = true
    const ask = async () => {
      const yes = await confirm({ title: 'Nesačuvane izmene', text: asking()?.text ?? LOST })
      isAsked.current = false
      if (yes) blocker.proceed()
      else blocker.reset()
    }
    const { pathname, search, hash } = window.location
    const shown = pathname + search + hash
    // After Back the browser is at the other address already, and the router brings it back. The question waits for
    // that: a Back before it would lead away unasked.
    if (shown !== createPath(here) && shown === createPath(blocker.location))
      addEventListener('popstate', () => void ask(), { once: true })
    else void ask()
  }, [blocker])

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => asking() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return null
}
