import { Search, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_CHARACTERS } from '#contract/limits.ts'
import { IconButton } from './button.tsx'

/** How long a list that the server searches waits for the next letter. */
const SEARCH_DEBOUNCE_MS = 300

type SearchBoxProps = {
  value: string
  onChange: (text: string) => void
  placeholder: string
  /** Waits for this pause in typing before it calls onChange, 0 for none; emptying and Enter do not wait. */
  debounceMs?: number
  className?: string
  /** The field, for what has to give it the focus. */
  ref?: RefObject<HTMLInputElement | null>
}

/** A search field; the placeholder is its name too. Escape empties it. */
export function SearchBox(props: SearchBoxProps) {
  const { value, onChange, placeholder, debounceMs = SEARCH_DEBOUNCE_MS, className = '' } = props
  const [text, type] = useTyped({ value, shown: value, read: (typed) => typed, onChange })
  const own = useRef<HTMLInputElement>(null)
  const field = props.ref ?? own

  return (
    <div className={`relative ${text ? '' : 'print:hidden'} ${className}`}>
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={MAX_SEARCH_CHARACTERS}
        value={text}
        onChange={(event) => type(event.currentTarget.value, debounceMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            type(text, 0)
          }
          if (event.key !== 'Escape' || !text) return
          event.preventDefault()
          event.stopPropagation()
          type('', 0)
        }}
        className="control pr-8 pl-8"
      />
      {text && (
        <IconButton
          className="absolute top-0.5 right-0.5"
          label="Obriši pretragu"
          icon={<X />}
          onClick={() => {
            type('', 0)
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}

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
 * The text of a field while it is typed, and the functions that the field calls with each new text and when it is left.
 * The parsed value is reported after a pause, or at once when the field is left: what is chosen elsewhere next must not
 * be taken back by it. A value from elsewhere (Back) replaces the text, but not while one types: a slow screen brings
 * back the value of two letters ago.
 */
export function useTyped({
  value,
  shown,
  read,
  onChange,
}: Typed): [text: string, type: (next: string, pauseMs: number) => void, leave: () => void] {
  const [text, setText] = useState(shown)
  /** The value that is reported when the pause is over. */
  const waiting = useRef<{ readable: string; timer: ReturnType<typeof setTimeout> }>(undefined)
  const holds = useRef(value)
  /** The value reported last, until it holds. */
  const awaited = useRef<string>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value replaces the text
  useEffect(() => {
    if (value === holds.current) return
    holds.current = value
    if (awaited.current === undefined && waiting.current === undefined) setText(shown)
    if (value === awaited.current) awaited.current = undefined
  }, [value])
  useEffect(() => () => clearTimeout(waiting.current?.timer), [])

  function tell(readable: string) {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    if (readable === (awaited.current ?? holds.current)) return
    awaited.current = readable
    onChange(readable)
  }

  function type(next: string, pauseMs: number) {
    setText(next)
    clearTimeout(waiting.current?.timer)
    const readable = read(next) ?? ''
    if (pauseMs > 0) waiting.current = { readable, timer: setTimeout(() => tell(readable), pauseMs) }
    else tell(readable)
  }

  function leave() {
    if (waiting.current) tell(waiting.current.readable)
  }
  return [text, type, leave]
}
