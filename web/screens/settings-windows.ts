import { useEffect } from 'react'

/** The windows behind the settings menu that a screen may open. */
export type SettingsWindow = 'firma' | 'zakljucenje'

let opener: ((window: SettingsWindow) => void) | undefined

/** Opens a window of the settings menu from a screen. */
export const openSettingsWindow = (window: SettingsWindow): void => opener?.(window)

/** Hears which window a screen wants open; `open` stays the same between renders. */
export function useSettingsWindows(open: (window: SettingsWindow) => void): void {
  useEffect(() => {
    opener = open
    return () => {
      opener = undefined
    }
  }, [open])
}
