import { useEffect } from 'react'
import { asksForShortcuts } from '#web/ui/shortcut.ts'

/** Calls `show` on '?', unless it is typed into a field or a window is open. `show` stays the same between renders. */
export function useAskedForShortcuts(show: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isTyped = (event.target as Element).matches('input, textarea, select')
      if (!asksForShortcuts(event) || isTyped || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      show()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [show])
}
