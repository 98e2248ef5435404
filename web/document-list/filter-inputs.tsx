import { useState } from 'react'
import { MAX_SEARCH_CHARACTERS } from '#contract/limits.ts'
import { formatDate, parseIsoDate, parseTypedDate } from '#domain/calendar-date.ts'
import { plainFromSerbian } from '#domain/decimal.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useTyped } from '#web/ui/use-typed.ts'

const PAUSE_MS = 350

type FilterInputProps = {
  label: string
  /** As the address has it. */
  value: string
  onChange: (value: string) => void
  /** The pause in typing after which it holds. */
  pauseMs?: number
}

type TextFilterProps = FilterInputProps & { className?: string }

/** A filter that is typed: it holds after a pause. */
export function TextFilter({ label, value, onChange, pauseMs = PAUSE_MS, className }: TextFilterProps) {
  const [text, type] = useTyped({ value, shown: value, read: (typed) => typed.trim(), onChange })
  return (
    <Field label={label} className={className}>
      <TextInput
        value={text}
        maxLength={MAX_SEARCH_CHARACTERS}
        onChange={(event) => type(event.currentTarget.value, pauseMs)}
      />
    </Field>
  )
}

/** A day as a filter: `YYYY-MM-DD` in the address, `dd.MM.yyyy.` on the screen. */
export function DateFilter({ label, value, onChange, pauseMs = PAUSE_MS }: FilterInputProps) {
  const day = parseIsoDate(value)
  const [text, type] = useTyped({ value, shown: day ? formatDate(day) : value, read: wireDay, onChange })
  // A day is judged when it is typed to its end.
  const [typing, setTyping] = useState(false)
  return (
    <Field label={label} error={wireDay(text) === null && !typing ? 'Nije datum' : undefined}>
      <DateInput
        value={text}
        onChange={(next) => type(next, pauseMs)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
      />
    </Field>
  )
}

/** An amount as a filter: plain decimal text in the address, Serbian notation on the screen. */
export function NumberFilter({ label, value, onChange, pauseMs = PAUSE_MS }: FilterInputProps) {
  const [text, type] = useTyped({ value, shown: value.replace('.', ','), read: wireAmount, onChange })
  return (
    <Field label={label} error={wireAmount(text) === null ? 'Nije broj' : undefined}>
      <NumberInput value={text} onChange={(next) => type(next, pauseMs)} />
    </Field>
  )
}

const wireDay = (text: string): string | null => (text.trim() === '' ? '' : parseTypedDate(text))

const wireAmount = (text: string): string | null => (text.trim() === '' ? '' : plainFromSerbian(text))
