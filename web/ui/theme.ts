/** What the user chose; `system` follows the operating system. */
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

/** Reads the stored choice; a browser that forbids storage follows the system. */
export function storedTheme(): Theme {
  try {
    return themeFrom(localStorage.getItem(THEME_KEY))
  } catch {
    return 'system'
  }
}

/** Shows a theme: data-theme on <html> decides `color-scheme`, and with it every colour token. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Shows a theme and remembers it on this machine. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}
