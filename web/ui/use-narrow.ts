import { useSyncExternalStore } from 'react'

const NARROW = '(width < 640px)'

/** True on a screen too narrow for a table of seven columns; it follows when the window changes. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(NARROW)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(NARROW).matches,
  )
