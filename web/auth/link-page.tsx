import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { authTexts } from '#contract/auth.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import { linkEndpoints } from '#contract/links.ts'
import { call } from '#web/api.ts'
import { ApiError, requestTexts } from '#web/request.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { startSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CodeStep } from './code-step.tsx'
import { enter, rememberDevice } from './enter.ts'
import { EntryFrame } from './entry-frame.tsx'

type Whose = ReplyOf<typeof linkEndpoints.lookAtLink>

const TEXTS = {
  poziv: { title: 'Dobro došli', note: 'Izaberite lozinku kojom ćete se prijavljivati.' },
  lozinka: { title: 'Nova lozinka', note: 'Izaberite novu lozinku. Sve ranije sesije se odjavljuju.' },
  asking: 'Provera veze',
  dead: 'Veza ne važi',
  login: 'Prijava',
  password: 'Nova lozinka',
  again: 'Potvrdite novu lozinku',
  save: 'Sačuvaj i prijavi se',
  saving: 'Čuvanje...',
} as const

const sentenceOf = (error: unknown) => (error instanceof ApiError ? error.message : requestTexts.badRequest)

/** The screen of a one-time link: its user chooses a password and is logged in. The token stands behind `#`. */
export function LinkPage() {
  const token = useLocation().hash.slice(1)
  const [whose, setWhose] = useState<Whose | null>(null)
  const [refusal, setRefusal] = useState('')
  useEffect(() => {
    setRefusal('')
    call(linkEndpoints.lookAtLink, { body: { token } }).then(setWhose, (error) => setRefusal(sentenceOf(error)))
  }, [token])

  if (refusal)
    return (
      <EntryFrame title={TEXTS.dead} windowTitle={TEXTS.dead} note={refusal}>
        <Link to="/login" className="hit rounded-sm text-accent hover:underline">
          {TEXTS.login}
        </Link>
      </EntryFrame>
    )
  if (!whose)
    return (
      <EntryFrame title={TEXTS.asking} windowTitle={TEXTS.asking} note="">
        <Skeleton className="w-full" />
      </EntryFrame>
    )
  const { title, note } = TEXTS[whose.vrsta]
  return (
    <EntryFrame title={whose.ime ? `${title}, ${whose.ime}` : title} windowTitle={title} note={note}>
      <ChoosePassword token={token} email={whose.email} />
    </EntryFrame>
  )
}

function ChoosePassword({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fault, setFault] = useState<{ field?: 'password' | 'again'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [asksCode, setAsksCode] = useState(false)
  const navigate = useNavigate()
  async function goOn(session: string) {
    startSession(session)
    await navigate('/dashboard', { replace: true })
  }

  function show(wrong: { field?: 'password' | 'again'; text: string }) {
    setFault(wrong)
    form.current?.querySelector<HTMLInputElement>(`[name="${wrong.field ?? 'password'}"]`)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!password) return show({ field: 'password', text: authTexts.fillAll })
    if (password.length < MIN_PASSWORD_CHARACTERS) return show({ field: 'password', text: authTexts.short })
    if (!again) return show({ field: 'again', text: authTexts.confirm })
    if (again !== password) return show({ field: 'again', text: authTexts.mismatch })
    setBusy(true)
    try {
      const entered = await call(linkEndpoints.useLink, { body: { token, password } })
      // With a second factor the link does no more than set the password.
      if (entered.token === null) return setAsksCode(true)
      if (entered.device) rememberDevice(entered.device)
      await goOn(entered.token)
    } catch (error) {
      setBusy(false)
      const weak = error instanceof ApiError && error.errors[0]?.field === 'password'
      show({ ...(weak && { field: 'password' }), text: sentenceOf(error) })
    }
  }

  if (asksCode)
    return (
      <CodeStep
        enter={async (code) => goOn(await enter('login', { email, password, confirmPassword: '' }, code))}
        onBack={() => navigate('/login', { replace: true })}
      />
    )
  const errorOf = (field: 'password' | 'again') => (fault?.field === field ? fault.text : undefined)
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {fault && !fault.field && <FormBanner title={fault.text} />}
      <p className="wrap-anywhere font-medium">{email}</p>
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <Field label={TEXTS.password} error={errorOf('password')} required>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setFault(null)
          }}
        />
      </Field>
      <Field label={TEXTS.again} error={errorOf('again')} required>
        <PasswordInput
          name="again"
          autoComplete="new-password"
          value={again}
          onChange={(event) => {
            setAgain(event.currentTarget.value)
            setFault(null)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" busy={busy} busyText={TEXTS.saving} className="w-full">
        {TEXTS.save}
      </Button>
    </form>
  )
}
