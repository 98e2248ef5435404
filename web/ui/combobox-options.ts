import { useEffect, useState } from 'react'
import { matchOptions, type Option } from './option-match.ts'

const SEARCH_DELAY_MS = 150

export type OptionSource<T extends Option> = {
  /** All the choices there are … */
  options?: readonly T[] | undefined
  /** … or a question to the server; `signal` ends it when the text changes. */
  search?: ((text: string, signal: AbortSignal) => Promise<readonly T[]>) | undefined
}

/** What was found for a text so far; `busy`: the answer on its way may be another. */
export type FoundOptions<T> = { options: readonly T[]; busy: boolean; failed: boolean }

/** The choices for a text: from the given options at once, from `search` after a short pause; nothing while closed. */
export function useFoundOptions<T extends Option>(
  { options, search }: OptionSource<T>,
  text: string,
  open: boolean,
): FoundOptions<T> {
  const [found, setFound] = useState<FoundOptions<T>>({ options: [], busy: false, failed: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `search` function is no new question
  useEffect(() => {
    if (!open || !search) return
    const control = new AbortController()
    setFound((before) => ({ ...before, busy: true }))
    const timer = setTimeout(async () => {
      try {
        const answer = await search(text, control.signal)
        if (!control.signal.aborted) setFound({ options: answer, busy: false, failed: false })
      } catch {
        if (!control.signal.aborted) setFound({ options: [], busy: false, failed: true })
      }
    }, SEARCH_DELAY_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text, open, search === undefined])

  if (search) return found
  return { options: open ? matchOptions(options ?? [], text) : [], busy: false, failed: false }
}
