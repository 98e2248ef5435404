import { useSyncExternalStore } from 'react'

/** A hook that is true while the media query holds; it follows when the window changes. */
const mediaHook = (query: string) => {
  const subscribe = (changed: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }
  return (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** True on a screen too narrow for a table of seven columns. */
export const useNarrow = mediaHook('(width < 640px)')

/** True on a screen too narrow for the names of the menu. */
export const useCompact = mediaHook('(width < 75rem)')

/** True where a table or a card has room for the menu of a row alone. */
export const useTight = mediaHook('(width < 60rem)')

/** True where columns that `fold` stand under another one (data-table.css); on a phone, rows are cards. */
export const useFolded = mediaHook('(640px <= width < 90rem)')
