import type { MouseEvent } from 'react'
import { firstFieldAround } from '#web/ui/dialog-focus.ts'

/** The action of a button that goes away with its notice: the focus then is where one starts in the form. */
export const passing = (act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
  firstFieldAround(event.currentTarget)?.focus()
  act()
}
