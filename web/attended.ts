/** A page without a key, a click or scrolling for this time counts as left alone. */
const ATTENDED_MS = 5 * 60_000

let lastInput = Date.now()
const note = () => {
  lastInput = Date.now()
}

/** From now on every input on the page is noted. */
export function noteInput(): void {
  for (const kind of ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const)
    addEventListener(kind, note, { capture: true, passive: true })
}

/**
 * Whether somebody is using this page. A screen that was left alone still reads by itself; that must not keep its
 * session alive (server/auth/sessions.ts).
 */
export const isAttended = (): boolean => Date.now() - lastInput < ATTENDED_MS
