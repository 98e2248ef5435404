import { type FormEvent, useState } from 'react'
import { CodeField } from '#web/screens/code-field.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { codeTexts, isOfCode, refusalText } from './login-rules.ts'

type CodeStepProps = {
  /** Logs in with the code; its error is shown. */
  enter: (code: string) => Promise<void>
  onBack: () => void
}

/** The second step of a login, after the right password. */
export function CodeStep({ enter, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<{ text: string; ofCode: boolean } | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name="code"]')
    field?.focus()
    if (!code.trim()) return setRefusal({ text: codeTexts.codeWanted, ofCode: true })
    setRefusal(null)
    setBusy(true)
    try {
      await enter(code)
    } catch (error) {
      setBusy(false)
      setRefusal({ text: refusalText(error), ofCode: isOfCode(error) })
      field?.select()
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{codeTexts.note}</p>
      {refusal && !refusal.ofCode && <FormBanner title={refusal.text} />}
      <CodeField
        first
        value={code}
        error={refusal?.ofCode ? refusal.text : undefined}
        onChange={(next) => {
          setCode(next)
          setRefusal(null)
        }}
      />
      <Button type="submit" variant="primary" busy={busy} busyText={codeTexts.entering} className="w-full">
        {codeTexts.enter}
      </Button>
      <Button variant="ghost" onClick={onBack} className="w-full">
        {codeTexts.back}
      </Button>
    </form>
  )
}
