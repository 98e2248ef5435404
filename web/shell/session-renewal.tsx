import { useEffect, useState } from 'react'
import { enter } from '#web/auth/enter.ts'
import { isOfCode, refusalText } from '#web/auth/login-rules.ts'
import { PasswordQuestion } from '#web/screens/password-question.tsx'
import { renewSessionsWith, startSession, useSessionToken } from '#web/session.ts'
import { Field } from '#web/ui/field.tsx'
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
  const token = useSessionToken()
  const [ended] = useState(token)
  const [asksCode, setAsksCode] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the token with which another tab has logged in
  useEffect(() => {
    if (token !== null && token !== ended) onAnswer(true)
  }, [token])

  return (
    <PasswordQuestion
      title="Sesija je istekla"
      text="Prijavite se ponovo da biste nastavili. Ono što ste uneli ostaje na ekranu."
      label="Lozinka"
      withCode={asksCode}
      act={(password, code) =>
        enter('login', { email, password, confirmPassword: '' }, code).catch((error) => {
          if (isOfCode(error)) setAsksCode(true)
          throw error
        })
      }
      onDone={(started) => {
        startSession(started)
        onAnswer(true)
      }}
      refusalOf={refusalText}
      action="Prijavi se"
      acting="Prijavljivanje..."
      decline="Odjavi me"
      onDecline={() => onAnswer(false)}
      onDismiss={() => undefined}
      email={
        <Field label="Email">
          <TextInput readOnly value={email} autoComplete="username" />
        </Field>
      }
    />
  )
}
