import { useEffect, useRef, useState } from 'react'

type Typed = {
  /** The value that holds now, as the address has it. */
  value: string
  /** The same as the field shows it. */
  shown: string
  /** A text's value, as the address has it; null where it cannot be read, which counts as empty. */
  read: (text: string) => string | null
  onChange: (value: string) => void
}

/**
 * The text of a field while it is typed, and the function that the field calls with each new text. The parsed value is
 * reported after a pause; unreadable text reports nothing, so that the last value stays. A value from elsewhere (Back)
 * replaces the text, but not while one types: a slow screen brings back the value of two letters ago.
 */
export function useTyped({
  value,
  shown,
  read,
  onChange,
}: Typed): [text: string, type: (next: string, pauseMs: number) => void] {
  const [text, setText] = useState(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const holds = useRef(value)
  /** The value reported last, until it holds. */
  const awaited = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value replaces the text
  useEffect(() => {
    if (value === holds.current) return
    holds.current = value
    if (awaited.current === undefined && timer.current === undefined) setText(shown)
    if (value === awaited.current) awaited.current = undefined
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function tell(readable: string) {
    timer.current = undefined
    if (readable === (awaited.current ?? holds.current)) return
    awaited.current = readable
    onChange(readable)
  }

  function type(next: string, pauseMs: number) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = undefined
    const readable = read(next) ?? ''
    if (pauseMs > 0) timer.current = setTimeout(() => tell(readable), pauseMs)
    else tell(readable)
  }
  return [text, type]
}
