import { useEffect, useId, useState } from 'react'
import { chooseTheme, showTheme, storedTheme, THEME_KEY, THEMES, type Theme, themeFrom } from './theme.ts'

/** 'Sistemska / Svetla / Tamna'; the choice holds on this machine, also in its other open tabs. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(storedTheme)
  const name = useId()

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

  return (
    <fieldset className="flex rounded-control bg-band p-0.5">
      <legend className="sr-only">Tema</legend>
      {THEMES.map((option) => (
        <label
          key={option.theme}
          className="flex-1 cursor-pointer rounded-sm px-2 py-1 text-center text-ink-2 text-xs hover:text-ink has-checked:bg-panel has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={theme === option.theme}
            onChange={() => {
              setTheme(option.theme)
              chooseTheme(option.theme)
            }}
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}
