import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

type ShownOnceProps = {
  label: string
  value: string
  /** The purpose of the secret, and its last moment. */
  note: string
  /** Called once the secret is in the clipboard; until then its window asks before it closes. */
  onCopied: () => void
}

/** A secret that nobody can show again, to be copied from here. */
export function ShownOnce({ label, value, note, onCopied }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null)
  async function copy() {
    field.current?.select()
    if (await copyMarked(value)) onCopied()
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">{note}</p>
      <Field label={label}>
        <TextInput
          ref={field}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          onCopy={onCopied}
        />
      </Field>
      <div>
        <Button variant="primary" onClick={copy}>
          {accountTexts.copy}
        </Button>
      </div>
    </div>
  )
}

/**
 * Copies a text that its caller has marked on the page. A page without TLS on another machine has no clipboard: the
 * mark is left, for Ctrl + C. Answers whether the text is copied.
 */
export async function copyMarked(text: string): Promise<boolean> {
  const copied: boolean | undefined = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  toastSuccess(copied ? accountTexts.copied : accountTexts.marked)
  return copied === true
}
