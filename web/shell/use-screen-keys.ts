import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { asksForShortcuts, plainLetter } from '#web/ui/shortcut.ts'
import { PLACES } from './sections.ts'

/** G and then a letter within this time is one shortcut. */
const SECOND_KEY_MS = 1500

/**
 * The keys that work where nothing is typed and no window is open: '?' calls `showShortcuts`, '/' goes to the search of
 * the screen, N and E press its button of a new record and of changing the one shown, G and a letter lead to a screen.
 * `showShortcuts` stays the same between renders.
 */
export function useScreenKeys(showShortcuts: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    let leadsUntil = 0
    function act(event: KeyboardEvent): boolean {
      if (asksForShortcuts(event)) {
        showShortcuts()
        return true
      }
      const letter = plainLetter(event)
      if (leadsUntil > event.timeStamp) {
        leadsUntil = 0
        const place = PLACES.find((one) => one.letter === letter)
        if (place) navigate(place.path)
        return place !== undefined
      }
      if (letter === 'g') leadsUntil = event.timeStamp + SECOND_KEY_MS
      if (event.key === '/') return pressed('input[inputmode="search"]', (field) => field.focus())
      if (letter === 'n') return pressed('[data-opens-modal]', (button) => button.click())
      return letter === 'e' && pressed('[data-edits]', (button) => button.click())
    }
    function press(event: KeyboardEvent) {
      const isTyped = (event.target as Element).matches('input:not([type="checkbox"]), textarea, select')
      if (isTyped || event.repeat || document.querySelector('[aria-modal="true"], [role="menu"]')) return
      if (act(event)) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, showShortcuts])
}

/** Does it with the first such element that the screen shows; false where there is none. */
function pressed(selector: string, use: (element: HTMLElement) => void): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find((one) => one.checkVisibility())
  if (found) use(found)
  return found !== undefined
}
