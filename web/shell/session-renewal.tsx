import { Description } from '@headlessui/react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { enter } from '#web/auth/enter.ts'
import { refusalText } from '#web/auth/login-rules.ts'
import { renewSessionsWith, startSession, useSessionToken } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Question } from '#web/ui/question.tsx'
import { TextInput } from '#web/ui/text-input.tsx'

type Answer = (renewed: boolean) => void

/**
 * When the session ends while somebody works, he logs in again where he is and the refused call is repeated: nothing
 * typed is lost. `email` is the user whose session it was; as long as it is unknown, the way leads to /login.
 */
export function SessionRenewal({ email }: { email: string | undefined }) {
  const [answer, setAnswer] = useState<Answer | null>(null)

  useEffect(() => {
    if (!email) return
    let asked: Answer | undefined
    renewSessionsWith(
      () =>
        new Promise((resolve) => {
          asked = resolve
          setAnswer(() => resolve)
        }),
    )
    return () => {
      renewSessionsWith(null)
      // A logout in another tab takes the question away; its answer must not be awaited for ever.
      asked?.(false)
    }
  }, [email])

  if (!answer || !email) return null
  return (
    <RenewalDialog
      email={email}
      onAnswer={(renewed) => {
        setAnswer(null)
        answer(renewed)
      }}
    />
  )
}

/**
 * Declining gives up what stands on the screen: only its button does, neither Escape nor a click beside the window. It
 * asks no longer once another tab has logged in again.
 */
function RenewalDialog({ email, onAnswer }: { email: string; onAnswer: Answer }) {
  const form = useId()
  const [password, setPassword] = useState('')
  const login = useMutation({
    mutationFn: () => enter('login', { email, password, confirmPassword: '' }),
    onSuccess: (token) => {
      startSession(token)
      onAnswer(true)
    },
  })

  const token = useSessionToken()
  const [ended] = useState(token)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the token with which another tab has logged in
  useEffect(() => {
    if (token !== null && token !== ended) onAnswer(true)
  }, [token])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password && !login.isPending) login.mutate()
  }

  return (
    <Question
      open
      title="Prijava je istekla"
      onDismiss={() => undefined}
      buttons={
        <>
          <Button onClick={() => onAnswer(false)}>Odjavi me</Button>
          <Button type="submit" form={form} variant="primary" busy={login.isPending} busyText="Prijavljivanje...">
            Prijavi se
          </Button>
        </>
      }
    >
      <Description className="mb-4 text-ink-2">
        Prijavite se ponovo da biste nastavili. Ono što ste uneli ostaje na ekranu.
      </Description>
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Email">
          <TextInput readOnly value={email} autoComplete="username" />
        </Field>
        <Field label="Lozinka" error={login.isError ? refusalText(login.error) : undefined}>
          <PasswordInput
            data-autofocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              login.reset()
            }}
          />
        </Field>
      </form>
    </Question>
  )
}
