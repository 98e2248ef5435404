import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_CHARACTERS } from '#contract/limits.ts'
import { formatDate, parseIsoDate, parseTypedDate } from '#domain/calendar-date.ts'
import { plainFromSerbian } from '#domain/decimal.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

const PAUSE_MS = 350

type FilterInputProps = {
  label: string
  /** As the address has it. */
  value: string
  onChange: (value: string) => void
  /** The pause in typing after which it holds. */
  pauseMs?: number
}

/** A filter that is typed: it holds after a pause. */
export function TextFilter({ label, value, onChange, pauseMs }: FilterInputProps) {
  const [text, setText] = useTyped(value, value, (typed) => typed.trim(), onChange, pauseMs)
  return (
    <Field label={label}>
      <TextInput
        value={text}
        maxLength={MAX_SEARCH_CHARACTERS}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Field>
  )
}

/** A day as a filter: `YYYY-MM-DD` in the address, `dd.MM.yyyy.` on the screen. */
export function DateFilter({ label, value, onChange, pauseMs }: FilterInputProps) {
  const day = parseIsoDate(value)
  const [text, setText] = useTyped(value, day ? formatDate(day) : value, wireDay, onChange, pauseMs)
  return (
    <Field label={label} error={wireDay(text) === null ? 'Nije datum' : undefined}>
      <DateInput value={text} onChange={setText} />
    </Field>
  )
}

/** An amount as a filter: plain decimal text in the address, Serbian notation on the screen. */
export function NumberFilter({ label, value, onChange, pauseMs }: FilterInputProps) {
  const [text, setText] = useTyped(value, value.replace('.', ','), wireAmount, onChange, pauseMs)
  return (
    <Field label={label} error={wireAmount(text) === null ? 'Nije broj' : undefined}>
      <NumberInput value={text} onChange={setText} />
    </Field>
  )
}

const wireDay = (text: string): string | null => (text.trim() === '' ? '' : parseTypedDate(text))

const wireAmount = (text: string): string | null => (text.trim() === '' ? '' : plainFromSerbian(text))

/**
 * The text of a filter while it is typed. What can be read goes to the address after a pause; what comes from the
 * address (Back, 'Obriši sve') replaces the text.
 */
function useTyped(
  value: string,
  shown: string,
  read: (text: string) => string | null,
  onChange: (value: string) => void,
  pauseMs = PAUSE_MS,
): [string, (text: string) => void] {
  const [text, setText] = useState(shown)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const said = useRef(value)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a value that was not typed here replaces the text
  useEffect(() => {
    if (value === said.current) return
    said.current = value
    setText(shown)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(next: string) {
    setText(next)
    clearTimeout(timer.current)
    const readable = read(next)
    if (readable === null || readable === said.current) return
    timer.current = setTimeout(() => {
      said.current = readable
      onChange(readable)
    }, pauseMs)
  }
  return [text, type]
}
