import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { postaEndpoints } from '#contract/posta.ts'
import { call } from '#web/api.ts'
import { ApiError, requestTexts } from '#web/request.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { EntryFrame } from './entry-frame.tsx'

const TEXTS = {
  title: 'Zaboravljena lozinka',
  note: 'Na email vašeg naloga stiže veza kojom birate novu lozinku.',
  email: 'Email',
  send: 'Pošalji vezu',
  sending: 'Slanje...',
  asked: 'Zahtev je primljen',
  login: 'Nazad na prijavu',
} as const

/** The screen on which a user asks for a mail with a link to choose a new password. */
export function ForgottenPage() {
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFault('')
    setBusy(true)
    try {
      setSaid((await call(postaEndpoints.forgottenPassword, { body: { email } })).message)
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : requestTexts.badRequest)
      field.current?.focus()
    }
    setBusy(false)
  }

  return (
    <EntryFrame title={TEXTS.title} windowTitle={TEXTS.title} note={TEXTS.note}>
      {said ? (
        <Banner tone="info" title={TEXTS.asked}>
          {said}
        </Banner>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field label={TEXTS.email} error={fault} required>
            <TextInput
              ref={field}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="username"
              value={email}
              onChange={(event) => {
                setEmail(event.currentTarget.value)
                setFault('')
              }}
            />
          </Field>
          <Button type="submit" variant="primary" busy={busy} busyText={TEXTS.sending} className="w-full">
            {TEXTS.send}
          </Button>
        </form>
      )}
      <p className="mt-5 text-center">
        <Link to="/login" className="hit rounded-sm text-accent hover:underline">
          {TEXTS.login}
        </Link>
      </p>
    </EntryFrame>
  )
}
