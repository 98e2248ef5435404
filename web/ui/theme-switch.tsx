import { useId } from 'react'
import { THEMES } from './theme.ts'
import { useTheme } from './use-theme.ts'

/** 'Sistemska / Svetla / Tamna'; the choice holds on this machine, also in its other open tabs. */
export function ThemeSwitch() {
  const [theme, choose] = useTheme()
  const name = useId()
  return (
    <fieldset className="flex rounded-control bg-band p-0.5">
      <legend className="sr-only">Tema</legend>
      {THEMES.map((option) => (
        <label
          key={option.theme}
          className="relative flex-1 rounded-sm px-2 py-1 text-center text-ink-2 text-xs hover:text-ink has-checked:bg-panel has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            className="absolute inset-0 cursor-pointer appearance-none rounded-sm opacity-0"
            name={name}
            checked={theme === option.theme}
            onChange={() => choose(option.theme)}
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}
