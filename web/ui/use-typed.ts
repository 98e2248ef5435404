import { useEffect, useRef, useState } from 'react'

type Typed = {
  /** What holds now, as the address has it. */
  value: string
  /** The same as the field shows it. */
  shown: string
  /** What a text means, as the address has it; null where it cannot be read, which is then as good as nothing. */
  read: (text: string) => string | null
  onChange: (value: string) => void
}

/**
 * The text of a field while it is typed, and what the field calls with each new text: what it means is told after a
 * pause, nothing of what cannot be read, since no other value is seen to hold. A value that comes from elsewhere (Back)
 * replaces the text, but never what is just being typed: a slow screen brings back what was told two letters ago.
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
  /** What was told last, as long as it does not hold yet. */
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
