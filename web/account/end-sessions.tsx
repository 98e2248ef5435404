import { Description } from '@headlessui/react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { authEndpoints, type Session } from '#contract/auth.ts'
import { ApiError, call, messageOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Question } from '#web/ui/question.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'
import { deviceName, momentText } from './session-text.ts'

type EndSessionsProps = {
  email: string
  /** The one to end, or all but one's own. */
  which: Session | 'others'
  onClose: () => void
}

/** Asks for the password and ends another session, or all others. A wrong password stands at its field. */
export function EndSessions({ email, which, onClose }: EndSessionsProps) {
  const form = useId()
  const [password, setPassword] = useState('')
  const end = useMutation({
    mutationFn: () =>
      which === 'others'
        ? call(authEndpoints.endOtherSessions, { body: { password } })
        : call(authEndpoints.endSession, { params: { id: which.id }, body: { password } }),
    onSuccess: ({ message }) => {
      toastSuccess(message)
      onClose()
    },
  })
  const failed = which === 'others' ? accountTexts.othersFailed : accountTexts.endFailed
  const reason = end.error instanceof ApiError ? end.error.errors[0]?.message : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (password && !end.isPending) end.mutate()
  }

  return (
    <Question
      open
      title={which === 'others' ? accountTexts.endOthers : accountTexts.endOne}
      onDismiss={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{accountTexts.cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={end.isPending} busyText={accountTexts.ending}>
            {accountTexts.end}
          </Button>
        </>
      }
    >
      <Description className="mb-4 text-ink-2">
        {which === 'others'
          ? accountTexts.endOthersNote
          : `${deviceName(which.uredjaj)}, prijava ${momentText(which.napravljena)}`}
      </Description>
      <form id={form} noValidate onSubmit={submit}>
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <Field
          label={accountTexts.ownPassword}
          error={end.isError ? (reason ?? messageOf(end.error, failed)) : undefined}
        >
          <PasswordInput
            data-autofocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              end.reset()
            }}
          />
        </Field>
      </form>
    </Question>
  )
}
