import { useEffect, useState } from 'react'
import { rememberChoice, rememberedChoice } from './remembered-choice.ts'

/** The user's choice; `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark'

/** Key in local storage; public/theme-start.js reads it before the first paint. */
export const THEME_KEY = 'tema'

/** The themes to choose from, in the order and under the names that the menu has. */
export const THEMES: readonly { theme: Theme; name: string }[] = [
  { theme: 'system', name: 'Sistemska tema' },
  { theme: 'light', name: 'Svetla tema' },
  { theme: 'dark', name: 'Tamna tema' },
]

/** Stored text → the theme; anything unknown follows the system. */
export const themeFrom = (stored: string | null): Theme => (stored === 'light' || stored === 'dark' ? stored : 'system')

/** The theme that was chosen on this machine. */
const storedTheme = (): Theme => themeFrom(rememberedChoice(THEME_KEY))

/** Shows a theme: data-theme on <html> decides `color-scheme`, and with it every colour token. */
function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Shows a theme and remembers it on this machine. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  rememberChoice(THEME_KEY, theme === 'system' ? null : theme)
}

/** The chosen theme and how to choose another; follows what is chosen in another tab. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(storedTheme)

  useEffect(() => {
    function follow(event: StorageEvent) {
      if (event.key !== THEME_KEY) return
      const next = themeFrom(event.newValue)
      setTheme(next)
      showTheme(next)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])

  function choose(next: Theme) {
    setTheme(next)
    chooseTheme(next)
  }
  return [theme, choose]
}
