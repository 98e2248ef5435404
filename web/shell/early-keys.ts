import type { EarlyKeys } from '#web/ui/combobox.tsx'

/**
 * Keeps what is typed while a window is still on its way, so that no letter is lost and none reaches the screen behind.
 * The function given ends it and answers what was typed.
 */
export function keepEarlyKeys(): () => EarlyKeys {
  let text = ''
  let enter = false
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || enter) return
    if (event.key === 'Enter') enter = true
    else if ([...event.key].length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', press, { capture: true })
  return () => {
    removeEventListener('keydown', press, { capture: true })
    return { text, enter }
  }
}
