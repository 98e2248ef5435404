import { useSyncExternalStore } from 'react'

/** Key in local storage under which the bearer token lies (spec §6). */
const TOKEN_KEY = 'token'

const listeners = new Set<() => void>()
// A browser that forbids storage keeps the session until the page is left.
let unstored: string | null = null

/** The token of the session, or null when nobody is logged in on this machine. */
export function sessionToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY)
  } catch {
    return unstored
  }
}

/** Stores the token of a login; every screen that asks for it is told. */
export const startSession = (token: string): void => setToken(token)

/** Forgets the token: after logout, or when the server no longer knows it. The guards then lead to /login. */
export const endSession = (): void => setToken(null)

function setToken(token: string | null) {
  unstored = token
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY)
    else localStorage.setItem(TOKEN_KEY, token)
  } catch {
    // It stays in `unstored`.
  }
  for (const listener of listeners) listener()
}

/** The token as React sees it; also logging in or out in another tab is noticed. */
export const useSessionToken = (): string | null => useSyncExternalStore(watchSession, sessionToken)

/** Calls `listener` when a session starts or ends, in other tabs too. Gives the function that stops it. */
export function watchSession(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', heard)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', heard)
  }
}

/** Another tab has stored something: only the token is about the session. Drafts come at every pause in typing. */
function heard({ key, oldValue, newValue }: StorageEvent) {
  if (key !== null && key !== TOKEN_KEY) return
  // The tab has slept over a logout and over the next login: nothing that the first user read may stay on the screen.
  if (oldValue !== null && newValue === null && sessionToken() !== null) location.reload()
  for (const listener of listeners) listener()
}

const refusalWatchers = new Set<() => void>()

/** Calls `watcher` when the server refuses the session, while its token still stands. Gives the function that stops it. */
export function watchRefusal(watcher: () => void) {
  refusalWatchers.add(watcher)
  return () => void refusalWatchers.delete(watcher)
}

/** Asks the user to log in again without leaving the screen; true when a new session has started. */
type Renewal = () => Promise<boolean>
let renewal: Renewal | null = null
let running: Promise<boolean> | null = null

/** Sets the function that asks for a new login after a session has ended; null goes to /login at once. */
export function renewSessionsWith(ask: Renewal | null): void {
  renewal = ask
}

/**
 * The server refused a token (401). True when the user has logged in again in place and the call can be repeated;
 * otherwise the token is dropped. Several calls refused at the same time ask once.
 */
export async function sessionRefused(token: string): Promise<boolean> {
  const current = sessionToken()
  if (current !== token) return current !== null
  for (const watcher of refusalWatchers) watcher()
  running ??= (renewal?.() ?? Promise.resolve(false)).finally(() => {
    running = null
  })
  const renewed = await running
  if (!renewed && sessionToken() === token) endSession()
  return renewed
}
