import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CalendarDate, formatDate, parseTypedDate } from '#domain/calendar-date.ts'
import { IconButton } from './button.tsx'
import { Calendar } from './calendar.tsx'
import { keptDate } from './calendar-month.ts'
import { useFieldControl } from './field.tsx'
import { localDay } from './local-time.ts'
import { usePopoverBelow } from './popover.ts'
import { shortcutOf } from './shortcut.ts'

type DateInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** The form's text: read it with parseTypedDate. It is `01.02.2026.` after the field is left, if it is a day. */
  value: string
  onChange: (text: string) => void
}

/**
 * A day as text, in whatever way it is typed (`parseHastyDate`), with a calendar behind its button or Alt + arrow down.
 * It is no native date field: that shows mm/dd/yyyy on many machines.
 */
export function DateInput({ value, onChange, className = '', ...rest }: DateInputProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  usePopoverBelow(box, popover, open, { whole: true })

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function choose(date: CalendarDate) {
    onChange(formatDate(date))
    close()
  }

  /** Reads the typed text when the field is left, and before a key saves from within it. */
  function settle() {
    const kept = keptDate(value, localDay())
    if (kept !== value) onChange(kept)
  }

  function leave(event: FocusEvent<HTMLInputElement>) {
    settle()
    rest.onBlur?.(event)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      setOpen(true)
    } else if (event.key === 'Enter' || shortcutOf(event.nativeEvent) === 'save') flushSync(settle)
    rest.onKeyDown?.(event)
  }

  /** Escape belongs to the open calendar, not to the dialog around it. */
  function pressInCalendar(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves field and calendar
    <div
      ref={box}
      className={`relative ${className}`}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd.mm.gggg."
        {...useFieldControl()}
        {...rest}
        value={value}
        title="28.11, 281126 ili 28 11 je ove godine; d je današnji datum"
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={press}
        className="control num pr-8"
      />
      <IconButton
        ref={button}
        className="absolute top-0.5 right-0.5"
        label="Otvori kalendar"
        icon={<CalendarDays />}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={rest.disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (open ? close() : setOpen(true))}
      />
      {open && (
        <div
          ref={popover}
          popover="manual"
          role="dialog"
          aria-label="Kalendar"
          className="popover"
          tabIndex={-1}
          onKeyDown={pressInCalendar}
        >
          <Calendar value={parseTypedDate(value)} onChoose={choose} />
        </div>
      )}
    </div>
  )
}
