import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { IconButton } from './button.tsx'
import { addDays, addMonths, dayName, daysSinceMonday, monthHeading, monthWeeks, WEEKDAYS } from './calendar-month.ts'
import { localDay } from './local-time.ts'

type CalendarProps = { value: CalendarDate | null; onChoose: (date: CalendarDate) => void }

/** One month to choose a day from. Arrows move by days and weeks, Page Up and Down by months, Home and End in the week. */
export function Calendar({ value, onChoose }: CalendarProps) {
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
