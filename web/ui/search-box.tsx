import { Search, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { MAX_SEARCH_CHARACTERS } from '#contract/limits.ts'
import { IconButton } from './button.tsx'
import { useTyped } from './use-typed.ts'

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
