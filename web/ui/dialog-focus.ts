import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { shortcutOf } from './shortcut.ts'

/** Elements that take the focus. One that Tab passes by is none: a closing menu takes the focus back from it. */
const FIELDS = ':is(input, select, textarea, button):not(:disabled, [tabindex="-1"]), [tabindex="0"]'

/**
 * The first focus in the dialog around an element: `data-autofocus`, else the first field of its body that takes
 * anything. Fields in `data-notice` are passed by.
 */
function firstFieldAround(element: Element): HTMLElement | null {
  const panel = element.closest('[data-dialog-panel]')
  const chosen = panel?.querySelector<HTMLElement>('[data-autofocus]')
  if (chosen) return chosen
  const fields = panel?.querySelectorAll<HTMLElement>(`[data-dialog-body] :is(${FIELDS})`) ?? []
  return [...fields].find((field) => !field.closest('[data-notice]')) ?? null
}

/** The action of a button that goes away with its notice: the focus then goes to the first field of the form. */
export const passing = (act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
  firstFieldAround(event.currentTarget)?.focus()
  act()
}

/**
 * The field that has the focus already, else the first field. The library asks again when a window over this one has
 * closed, and focuses the answer: it must be the field to which that window has just returned the focus.
 */
export function focusedOrFirstField(element: Element): HTMLElement | null {
  const panel = element.closest('[data-dialog-panel]')
  const focused = document.activeElement
  const inside = focused instanceof HTMLElement && focused !== panel && panel?.contains(focused)
  return inside ? focused : firstFieldAround(element)
}

/**
 * Takes the focus to the panel itself while its fields can't have it, so that Ctrl + S and Escape still mean this
 * window, and then back to the field that had it. Not in a cleanup: React takes back a focus that is set there.
 */
export function useRestingFocus(busy: boolean, panel: RefObject<HTMLElement | null>): void {
  const left = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (busy) {
      if (!(focused instanceof HTMLElement) || !focused.closest('[inert]')) return
      left.current = focused
      panel.current?.focus()
      return
    }
    if (focused === panel.current) left.current?.focus()
    left.current = null
  }, [busy, panel])
}

/**
 * The focused element may be disabled meanwhile, or go with its own action, as 'Izaberite fajl' does. The browser gives
 * no event: Ctrl + S and Ctrl + Z that then reach no field are handed to the panel of the window on top.
 */
export function useStrayKeys(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const act = shortcutOf(event)
      if (event.target !== document.body || (act !== 'save' && act !== 'undo')) return
      const onTop = [...document.querySelectorAll(':is([role="dialog"], [role="alertdialog"])')].at(-1)
      if (!panel.current || !onTop?.contains(panel.current)) return
      if (!panel.current.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [panel])
}

/**
 * Closes a window and waits until the focus is back where it came from. Another one that opens now takes it from there
 * and returns it there; opened together with the closing it knows only the fields that are going.
 */
export async function closeFirst(close: () => void): Promise<void> {
  flushSync(close)
  // The window that went gives the focus back in a microtask of its own, which stands before this one.
  await null
}
