import { Description } from '@headlessui/react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { isOfField } from '#web/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Question } from '#web/ui/confirm-and-alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { CodeField } from './code-field.tsx'

type PasswordQuestionProps<T> = {
  title: string
  text: ReactNode
  label: string
  /** The act that needs the password; its error is shown at the field in the words of `refusalOf`. */
  act: (password: string, code: string) => Promise<T>
  /** Asks for a code of the second step too. */
  withCode?: boolean
  onDone: (answer: T) => void
  refusalOf: (error: Error) => string
  /** The word of the button that acts, and its word meanwhile. */
  action: string
  acting: string
  /** The other button. */
  decline: string
  onDecline: () => void
  /** Called by Escape and by a click beside the window. */
  onDismiss: () => void
  /** The account of the password, shown where the window does not name it; password managers always read it. */
  email: ReactNode
}

/** Asks for a password and calls `act` with it. A refusal stands at the field until another one is typed. */
export function PasswordQuestion<T>(props: PasswordQuestionProps<T>) {
  const {
    title,
    text,
    label,
    act,
    onDone,
    refusalOf,
    action,
    acting,
    decline,
    onDecline,
    onDismiss,
    email,
    withCode = false,
  } = props
  const form = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const work = useMutation({
    mutationFn: (sent: { code: string }) => act(password, sent.code),
    onSuccess: onDone,
  })
  const ofCode = isOfField(work.error, 'code')
  const refusal = work.isError ? refusalOf(work.error) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password && (code.trim() || !withCode) && !work.isPending) work.mutate({ code })
  }

  return (
    <Question
      open
      title={title}
      onDismiss={onDismiss}
      buttons={
        <>
          <Button onClick={onDecline}>{decline}</Button>
          <Button type="submit" form={form} variant="primary" busy={work.isPending} busyText={acting}>
            {action}
          </Button>
        </>
      }
    >
      <Description className="mb-4 text-ink-2">{text}</Description>
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {email}
        <Field label={label} error={ofCode ? undefined : refusal}>
          <PasswordInput
            data-autofocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              work.reset()
            }}
          />
        </Field>
        {withCode && (
          <CodeField
            first={ofCode}
            value={code}
            // Nothing was typed into it yet where the password alone was sent.
            error={ofCode && work.variables?.code ? refusal : undefined}
            onChange={(next) => {
              setCode(next)
              work.reset()
            }}
          />
        )}
      </form>
    </Question>
  )
}
