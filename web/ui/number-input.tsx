import {
  type ClipboardEvent,
  type ComponentProps,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  useId,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Micro } from '#domain/decimal.ts'
import { useFieldControl } from './field.tsx'
import { keptNumber, pastedNumber, shownNumber, steppedNumber } from './number-text.ts'

type NumberInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'step' | 'min'> & {
  /** The form's text, e.g. `1234,5`: read it with parseSerbian. A field that was left has no thousands points. */
  value: string
  onChange: (text: string) => void
  /** Places that are always shown, 2 for prices. */
  minPlaces?: number
  /** Arrow up and down change the number by this; without it the arrows do nothing. */
  step?: Micro
  /** Where the arrows stop. It is no rule: smaller numbers can be typed. */
  stepMin?: Micro
  /** Unit or currency in quieter ink behind the number. */
  unit?: string | undefined
}

/** A longer unit is cut off: products have free text, and the number needs the room. */
const MAX_UNIT_CHARACTERS = 6

/** Shorter units take as much room as `kom`, so that numbers of different units end under one another. */
const MIN_UNIT_CHARACTERS = 3

/** Every field has room for a shorter number. */
const LONG_CHARACTERS = 10

/** About how wide a number is, in letters of its size: a digit is more than half of one, a point or comma a quarter. */
const lettersOf = (shown: string): number =>
  [...shown].reduce((sum, sign) => sum + (sign === '.' || sign === ',' ? 0.29 : 0.63), 0)

/**
 * A number as text, right-aligned. While one types, the text is left alone; the point of the numeric pad writes a comma
 * (decisions §2). When the field is left, the form gets plain text and the field shows `1.234,50`.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, minPlaces, step, stepMin = 0 as Micro, unit, className = '', ...rest } = props
  const [focused, setFocused] = useState(false)
  const [pasted, setPasted] = useState({ text: '', said: '' })
  const said = pasted.said && pasted.text === value ? pasted.said : ''
  const saidId = useId()
  const control = useFieldControl()
  const describedBy = [control['aria-describedby'], rest['aria-describedby'], said && saidId].filter(Boolean).join(' ')
  const shown = shownNumber(value, minPlaces)
  const long = shown.length >= LONG_CHARACTERS
  const unitRoom = Math.min(Math.max(unit?.length ?? 0, MIN_UNIT_CHARACTERS), MAX_UNIT_CHARACTERS)

  function focus(event: FocusEvent<HTMLInputElement>) {
    const field = event.currentTarget
    flushSync(() => setFocused(true))
    field.select()
    rest.onFocus?.(event)
  }

  function leave(event: FocusEvent<HTMLInputElement>) {
    setFocused(false)
    const kept = keptNumber(value)
    if (kept !== value) onChange(kept)
    rest.onBlur?.(event)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const field = event.currentTarget
    if (event.code === 'NumpadDecimal' && event.key === '.') {
      event.preventDefault()
      field.setRangeText(',', field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    } else if (step && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const next = steppedNumber(value, step, event.key === 'ArrowUp', stepMin)
      if (next !== null) change(next)
      event.preventDefault()
    }
    rest.onKeyDown?.(event)
  }

  function change(text: string) {
    setPasted({ text: '', said: '' })
    onChange(text)
  }

  /** A pasted number replaces the content of the field; a note says how it was read where it could be another. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    const number = pastedNumber(event.clipboardData.getData('text/plain'))
    if (number.kind === 'number' && selectionStart === 0 && selectionEnd === value.length) {
      event.preventDefault()
      setPasted({ text: number.text, said: number.said ?? '' })
      onChange(number.text)
    }
    rest.onPaste?.(event)
  }

  return (
    <div className={className}>
      <div
        className="number-field relative"
        style={long ? ({ '--letters': lettersOf(shown) } as CSSProperties) : undefined}
      >
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          title={long && !focused ? shown : undefined}
          {...control}
          {...rest}
          aria-describedby={describedBy || undefined}
          className="control num text-right"
          style={unit ? { paddingRight: `calc(${unitRoom}ch + 18px)` } : undefined}
          value={focused ? value : shown}
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={focus}
          onBlur={leave}
          onKeyDown={press}
          onPaste={paste}
        />
        {unit && (
          <span
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 truncate text-ink-3 text-sm"
            style={{ minWidth: `${MIN_UNIT_CHARACTERS}ch`, maxWidth: `${MAX_UNIT_CHARACTERS}ch` }}
          >
            {unit}
          </span>
        )}
      </div>
      {/* It is there before it says something, or it would not be read out. */}
      {(focused || said) && (
        <p id={saidId} role="status" className={said && 'mt-1 text-warning text-xs'}>
          {said}
        </p>
      )}
    </div>
  )
}
