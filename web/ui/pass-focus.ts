import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

/** No field: on a phone its keyboard would come up. */
const PRESSED = ':is(a[href], button, [tabindex]):not([tabindex="-1"], :disabled)'

/** For the `ref` of a button that goes with its press: the focus goes to the control before it. */
export const passFocus = (own: HTMLElement | null) => () => {
  if (!own || document.activeElement !== own) return
  const pressed = [...document.querySelectorAll<HTMLElement>(PRESSED)].filter((one) => one.checkVisibility())
  pressed[pressed.indexOf(own) - 1]?.focus()
}

/** Opens the part behind a button that goes with its press; the first `field` of its window gets the focus. */
export function openInto({ currentTarget }: MouseEvent, open: () => void, field: string): void {
  const body = currentTarget.closest('[data-dialog-body]')
  flushSync(open)
  body?.querySelector<HTMLElement>(field)?.focus()
}

/** Whether nobody chose the place of the focus: it is on the body, or on the heading that a new screen gave it to. */
export const isFocusFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches('main > h1') === true
