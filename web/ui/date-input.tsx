import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CalendarDate, formatDate, parseTypedDate } from '#domain/calendar-date.ts'
import { IconButton } from './button.tsx'
import {
  addDays,
  addMonths,
  dayName,
  daysSinceMonday,
  keptDate,
  monthHeading,
  monthWeeks,
  WEEKDAYS,
} from './calendar-month.ts'
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

type CalendarProps = { value: CalendarDate | null; onChoose: (date: CalendarDate) => void }

/** A month to choose a day from. Arrows move by days and weeks, Page Up and Down by months, Home and End in weeks. */
function Calendar({ value, onChoose }: CalendarProps) {
  const [now] = useState(() => localDay())
  const [current, setCurrent] = useState(value ?? now)
  const currentDay = useRef<HTMLButtonElement>(null)
  const followFocus = useRef(true)

  // Not a layout effect: an element inside a popover takes no focus before the popover is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that has the focus moves when `current` does
  useEffect(() => {
    if (followFocus.current) currentDay.current?.focus()
    followFocus.current = false
  }, [current])

  function press(event: KeyboardEvent) {
    const moves: Record<string, CalendarDate> = {
      ArrowLeft: addDays(current, -1),
      ArrowRight: addDays(current, 1),
      ArrowUp: addDays(current, -7),
      ArrowDown: addDays(current, 7),
      PageUp: addMonths(current, event.shiftKey ? -12 : -1),
      PageDown: addMonths(current, event.shiftKey ? 12 : 1),
      Home: addDays(current, -daysSinceMonday(current)),
      End: addDays(current, 6 - daysSinceMonday(current)),
    }
    const next = moves[event.key]
    if (!next) return
    event.preventDefault()
    followFocus.current = true
    setCurrent(next)
  }

  return (
    <div className="p-1">
      <div className="mb-1 flex items-center justify-between">
        <IconButton label="Prethodni mesec" icon={<ChevronLeft />} onClick={() => setCurrent(addMonths(current, -1))} />
        <span className="font-semibold text-sm" aria-live="polite">
          {monthHeading(current)}
        </span>
        <IconButton label="Sledeći mesec" icon={<ChevronRight />} onClick={() => setCurrent(addMonths(current, 1))} />
      </div>
      <table className="num border-collapse text-center text-sm" onKeyDown={press}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className="size-8 font-normal text-ink-3 text-xs">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(current).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="p-0">
                  <button
                    type="button"
                    ref={date === current ? currentDay : null}
                    tabIndex={date === current ? 0 : -1}
                    aria-label={dayName(date)}
                    aria-pressed={date === value}
                    aria-current={date === now ? 'date' : undefined}
                    onClick={() => onChoose(date)}
                    className={`size-8 rounded-control hover:bg-band aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-on-accent ${
                      date.slice(0, 7) === current.slice(0, 7) ? '' : 'text-ink-3'
                    } ${date === now ? 'ring-1 ring-accent ring-inset' : ''}`}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
