import { type KeyboardEvent, useEffect, useRef } from 'react'

/**
 * Gives the focus to the heading of a screen that was gone to, so that the next Tab reaches what it shows: the rows of
 * its list, or else its first control; search and new records have keys of their own (ui/shortcut.ts). Where the
 * screen has put the focus somewhere itself, or a window has it, it stays. The page of a record takes it on to its own heading.
 */
export function useHeadingFocus(pathname: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen
  useEffect(() => {
    const isTaken = document.activeElement?.closest('main, [aria-modal="true"]')
    if (!isTaken) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return { ref: heading, onKeyDown: toRows }
}

function toRows(event: KeyboardEvent) {
  const row = document.querySelector<HTMLElement>('main tr[data-opens][tabindex="0"]')
  if (event.key !== 'Tab' || event.shiftKey || !row) return
  event.preventDefault()
  row.focus()
}
