import { flushSync } from 'react-dom'

const unseen = new WeakSet<Element>()

/**
 * Leaves the cell that is still being typed in, because its form is about to be sent, and answers it. Its text must not
 * become a guess then, which would be saved unseen (docs/decisions/document-forms.md).
 */
export function leaveUnseen(): HTMLElement | null {
  const typing = document.activeElement
  if (!(typing instanceof HTMLElement) || !typing.matches('[role="combobox"]')) return null
  unseen.add(typing)
  flushSync(() => typing.blur())
  unseen.delete(typing)
  return typing
}

/** Whether the user goes on to see what becomes of a cell that is being left. */
export const staysSeen = (cell: Element): boolean => !unseen.has(cell)
