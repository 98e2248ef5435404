import { type RefObject, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'

const FIELDS = 'input, select, textarea, button, [tabindex="0"]'

/**
 * Where one starts in the dialog around an element: at `data-autofocus`, else at the first field of its body. Whatever
 * stands in `data-notice` is passed by.
 */
export function firstFieldAround(element: Element): HTMLElement | null {
  const panel = element.closest('[data-dialog-panel]')
  const chosen = panel?.querySelector<HTMLElement>('[data-autofocus]')
  if (chosen) return chosen
  const fields = panel?.querySelectorAll<HTMLElement>(`[data-dialog-body] :is(${FIELDS})`) ?? []
  return [...fields].find((field) => !field.closest('[data-notice]')) ?? null
}

/**
 * Takes the focus to the panel itself while its fields can't have it, so that Ctrl + S and Escape still mean this window,
 * and then back to the field that had it.
 */
export function useRestingFocus(busy: boolean, panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const field = document.activeElement
    if (!busy || !(field instanceof HTMLElement) || !field.closest('[inert]')) return
    const resting = panel.current
    resting?.focus()
    return () => {
      if (document.activeElement === resting) field.focus()
    }
  }, [busy, panel])
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
