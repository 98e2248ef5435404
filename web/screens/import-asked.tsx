import { useRef, useState } from 'react'
import { type CalendarDate, parseTypedDate } from '#domain/calendar-date.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'

type Question = { name: string; label: string; hint: string }
/** The questions beside the file of an import; each answer goes under its name into the address of the call. */
export type Asked = {
  day?: Question
  /** Off at first. */
  choice?: Question
}

/** The day and the choice that are asked beside a file. `fields` changes with an answer, and the preview follows. */
export function useAsked({ day, choice }: Asked) {
  const [typed, setTyped] = useState('')
  const answers = useRef<{ day: CalendarDate | null; choice: boolean }>({ day: null, choice: false })
  const change = (text: string, told: () => void) => {
    setTyped(text)
    const now = parseTypedDate(text)
    if (now === answers.current.day) return
    answers.current.day = now
    told()
  }
  return {
    query: (): Readonly<Record<string, string | boolean>> => ({
      ...(day && answers.current.day ? { [day.name]: answers.current.day } : {}),
      ...(choice && answers.current.choice ? { [choice.name]: true } : {}),
    }),
    fields: (told: () => void) => (
      <>
        {day && (
          <Field label={day.label} optional hint={day.hint} className="mt-4 sm:max-w-md">
            <DateInput value={typed} onChange={(text) => change(text, told)} />
          </Field>
        )}
        {choice && (
          <div className="mt-4">
            <Checkbox
              onChange={({ target }) => {
                answers.current.choice = target.checked
                told()
              }}
            >
              {choice.label}
            </Checkbox>
            <p className="mt-1 text-ink-3 text-sm">{choice.hint}</p>
          </div>
        )}
      </>
    ),
  }
}
