import { CircleAlert } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { startSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { CodeStep } from './code-step.tsx'
import { enter } from './enter.ts'
import { type Entries, type Fault, faultIn, isOfCode, type Mode, NO_ENTRIES, refusalText } from './login-rules.ts'

const SUBMIT: Record<Mode, { text: string; busyText: string }> = {
  login: { text: 'Prijavi se', busyText: 'Prijavljivanje...' },
  register: { text: 'Napravi nalog', busyText: 'Kreiranje naloga...' },
}

/** The fields of login or registration. With a token the guard of the route leads on to the dashboard. */
export function LoginForm({ mode, prepare }: { mode: Mode; prepare: () => void }) {
  const [entries, setEntries] = useState<Entries>(NO_ENTRIES)
  const [fault, setFault] = useState<Omit<Fault, 'field'> & Partial<Fault>>()
  const [busy, setBusy] = useState(false)
  const [asksCode, setAsksCode] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const faultId = useId()

  function type(event: ChangeEvent<HTMLInputElement>) {
    const { name, value } = event.currentTarget
    setEntries((before) => ({ ...before, [name]: value }))
    setFault(undefined)
  }

  function show(next: Omit<Fault, 'field'> & Partial<Fault>) {
    setFault(next)
    form.current?.querySelector<HTMLInputElement>(`[name="${next.field ?? 'password'}"]`)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = faultIn(mode, entries)
    if (wrong) return show(wrong)
    setFault(undefined)
    setBusy(true)
    prepare()
    try {
      startSession(await enter(mode, entries))
    } catch (error) {
      setBusy(false)
      if (isOfCode(error)) setAsksCode(true)
      else show({ text: refusalText(error) })
    }
  }

  const control = (name: keyof Entries) => ({
    name,
    value: entries[name],
    onChange: type,
    required: true,
    'aria-invalid': fault?.field === name || undefined,
    'aria-describedby': fault ? faultId : undefined,
  })

  if (asksCode)
    return (
      <CodeStep
        enter={async (code) => startSession(await enter('login', entries, code))}
        onBack={() => {
          setAsksCode(false)
          setEntries((before) => ({ ...before, password: '' }))
        }}
      />
    )
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Email">
        <TextInput {...control('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label="Lozinka">
        <PasswordInput {...control('password')} autoComplete={mode === 'login' ? 'current-password' : 'new-password'} />
      </Field>
      {mode === 'register' && (
        <Field label="Potvrdite lozinku">
          <PasswordInput {...control('confirmPassword')} autoComplete="new-password" />
        </Field>
      )}
      <div role="alert" id={faultId} className="empty:hidden">
        {fault && (
          <p className="flex items-start gap-2 rounded-control bg-bad-soft px-3 py-2 text-bad text-sm">
            <CircleAlert className="mt-px size-4 flex-none" aria-hidden />
            {fault.text}
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" busy={busy} busyText={SUBMIT[mode].busyText} className="w-full">
        {SUBMIT[mode].text}
      </Button>
    </form>
  )
}
