import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { accountTexts } from './account-texts.ts'
import { copyMarked } from './copy-marked.ts'

/** A secret that nobody can show again, to be copied from here. `note` says what it is for and until when. */
export function ShownOnce({ label, value, note }: { label: string; value: string; note: string }) {
  const field = useRef<HTMLInputElement>(null)
  function copy() {
    field.current?.select()
    return copyMarked(value)
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{note}</p>
      <Field label={label}>
        <TextInput ref={field} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div>
        <Button variant="primary" onClick={copy}>
          {accountTexts.copy}
        </Button>
      </div>
    </div>
  )
}
