import { useEffect, useState } from 'react'
import { chooseTheme, showTheme, storedTheme, THEME_KEY, type Theme, themeFrom } from './theme.ts'

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
