import { useEffect } from 'react'
import { auditEndpoints, type Vrsta } from '#contract/audit.ts'
import { ApiError, call } from '#web/api.ts'
import { queryClient } from '#web/queries.ts'
import { sessionToken, watchSession } from '#web/session.ts'

/** Pause between an answer and the next question: others' changes are seen within 2 seconds. */
const LOOK_MS = 800
/** Pause after a failure, to spare a server in trouble. */
const AFTER_FAILURE_MS = 5_000

/** Accounts, and files that no document has yet, stand in no book. */
const OUTSIDE_THE_BOOKS: readonly Vrsta[] = ['nalog', 'pdf']

/** Whether what was read of a path (`/c4`, `/auth/me`) may be another now that things of these kinds have changed. */
function isStale(path: string, vrste: readonly Vrsta[]): boolean {
  if (path.startsWith('/audit')) return true
  if (path.startsWith('/auth')) return vrste.includes('nalog')
  return vrste.some((vrsta) => !OUTSIDE_THE_BOOKS.includes(vrsta))
}

/**
 * Shows on this screen what others change, through whichever instance: as long as the page can be seen, it asks every
 * second whether anything is new (docs/decisions/live-changes.md), and then reads again what it shows. Forms hold what
 * was typed themselves, so nothing is taken out of a user's hands. To be used once, where somebody is logged in.
 */
export function useLiveChanges(): void {
  useEffect(() => {
    const left = new AbortController()
    let cursor: string | undefined
    let refused: string | null = null
    let timer = 0
    let looking = false

    async function look() {
      clearTimeout(timer)
      const token = sessionToken()
      if (looking || document.hidden || token === refused) return
      looking = true
      let pause = LOOK_MS
      try {
        const reply = await call(auditEndpoints.changes, { query: { since: cursor }, signal: left.signal })
        cursor = reply.cursor
        // The next question waits for the answers: a slow server is asked more seldom.
        if (reply.vrste.length > 0) {
          const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
            isStale(String(queryKey[0]), reply.vrste)
          await queryClient.invalidateQueries({ predicate })
        }
      } catch (error) {
        pause = AFTER_FAILURE_MS
        // The session has ended: the user hears of it when he does something, and may then renew it.
        if (error instanceof ApiError && error.status === 401) refused = token
      }
      looking = false
      if (!left.signal.aborted) timer = window.setTimeout(look, pause)
    }

    const lookNow = () => void look()
    document.addEventListener('visibilitychange', lookNow)
    const stopWatching = watchSession(lookNow)
    lookNow()
    return () => {
      left.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', lookNow)
      stopWatching()
    }
  }, [])
}
