import { useEffect } from 'react'

/** Writes a failed load to the console, once for each failure; the screen shows empty lists (spec §8). */
export function useLoggedError(text: string, error: unknown): void {
  useEffect(() => {
    if (error) console.error(text, error)
  }, [text, error])
}
