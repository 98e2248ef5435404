import { useEffect, useState } from 'react'
import { matchOptions, type Option } from './option-match.ts'

/** The pause after a letter before the server is asked. The answer shall be there 100 ms after the last one. */
const SEARCH_DELAY_MS = 20

export type OptionSource<T extends Option> = {
  /** All the choices there are … */
  options?: readonly T[] | undefined
  /** … or a question to the server; `signal` ends it when the text changes. */
  search?: ((text: string, signal: AbortSignal) => Promise<readonly T[]>) | undefined
}

/** The options found for a text so far; `busy`: the answer on its way may be another. */
export type FoundOptions<T> = { options: readonly T[]; busy: boolean; failed: boolean }

/** The choices for a text: from the given options at once, from `search` after a short pause; nothing while closed. */
export function useFoundOptions<T extends Option>(
  { options, search }: OptionSource<T>,
  text: string,
  open: boolean,
): FoundOptions<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ to: null, options: [], failed: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `search` function is no new question
  useEffect(() => {
    if (!open || !search) return
    const control = new AbortController()
    const timer = setTimeout(async () => {
      const found = await search(text, control.signal).catch(() => null)
      if (!control.signal.aborted) setAnswer({ to: text, options: found ?? [], failed: found === null })
    }, SEARCH_DELAY_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [text, open, search === undefined])

  // Derived from the text: state set by an effect comes too late for Enter right after a letter.
  if (search) return { ...answer, busy: open && answer.to !== text }
  return { options: open ? matchOptions(options ?? [], text) : [], busy: false, failed: false }
}

/** The answer to the last question, and the text that it asked; null before the first. */
type Answer<T> = { readonly to: string | null; readonly options: readonly T[]; readonly failed: boolean }
