import { Description } from '@headlessui/react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Question } from '#web/ui/question.tsx'

type PasswordQuestionProps<T> = {
  title: string
  text: ReactNode
  label: string
  /** The act that needs the password; its error is shown at the field in the words of `refusalOf`. */
  act: (password: string) => Promise<T>
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
  /** Whose password it is. Shown where the window alone does not say it; password managers read it either way. */
  email: ReactNode
}

/** Asks for a password and does with it what it is asked for. A refusal stands at the field until another one is typed. */
export function PasswordQuestion<T>(props: PasswordQuestionProps<T>) {
  const { title, text, label, act, onDone, refusalOf, action, acting, decline, onDecline, onDismiss, email } = props
  const form = useId()
  const [password, setPassword] = useState('')
  const work = useMutation({ mutationFn: () => act(password), onSuccess: onDone })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password && !work.isPending) work.mutate()
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
        <Field label={label} error={work.isError ? refusalOf(work.error) : undefined}>
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
      </form>
    </Question>
  )
}
