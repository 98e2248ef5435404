import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

/** No field: on a phone its keyboard would come up. */
const PRESSED = ':is(a[href], button, [tabindex]):not([tabindex="-1"], :disabled)'

/** As the `ref` of a button that goes with its press: the focus goes to what stands before it. */
export const passFocus = (own: HTMLElement | null) => () => {
  if (!own || document.activeElement !== own) return
  const pressed = [...document.querySelectorAll<HTMLElement>(PRESSED)].filter((one) => one.checkVisibility())
  pressed[pressed.indexOf(own) - 1]?.focus()
}

/** Opens what the pressed button stood for, which goes: the focus goes to the first `field` of the window that is there. */
export function openInto({ currentTarget }: MouseEvent, open: () => void, field: string): void {
  const body = currentTarget.closest('[data-dialog-body]')
  flushSync(open)
  body?.querySelector<HTMLElement>(field)?.focus()
}

/**
 * Whether nobody chose where the focus stands: on the body of the page, or on the heading that a new screen gave it to.
 */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('main > h1') === true
