import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { authEndpoints, authTexts } from '#contract/auth.ts'
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import { ApiError, call, messageOf } from '#web/api.ts'
import type { FieldSentences } from '#web/drafts/draft.ts'
import { useTypedFields } from '#web/drafts/small-form.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField } from '#web/screens/form-errors.ts'
import { startSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

const NOTHING = { currentPassword: '', newPassword: '', again: '' }
type Entries = typeof NOTHING

/** Changes the password of the logged-in user. `email` lets password managers know whose it is. */
export function PasswordForm({ email }: { email: string }) {
  const { values: entries, errors: faults, change: type, refuse } = useTypedFields(NOTHING)
  const form = useRef<HTMLFormElement>(null)

  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: Entries) =>
      call(authEndpoints.changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: ({ message, token }) => {
      startSession(token)
      type(NOTHING)
      toastSuccess(message)
    },
    onError: (error) => {
      if (error instanceof ApiError) show(byField(error.errors))
    },
  })

  function show(wrong: FieldSentences) {
    refuse(wrong)
    const [first] = Object.keys(wrong)
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = faultsIn(entries)
    show(wrong)
    if (Object.keys(wrong).length === 0 && !change.isPending) change.mutate(entries)
  }

  const field = (name: keyof Entries, label: string, autoComplete: string) => (
    <Field label={label} error={faults[name]} required>
      <PasswordInput
        name={name}
        autoComplete={autoComplete}
        value={entries[name]}
        onChange={(event) => {
          type({ [name]: event.currentTarget.value })
          change.reset()
        }}
      />
    </Field>
  )

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {change.isError && Object.keys(faults).length === 0 && (
        <FormBanner title={messageOf(change.error, accountTexts.changeFailed)} />
      )}
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <div className="grid gap-4 sm:grid-cols-3">
        {field('currentPassword', accountTexts.current, 'current-password')}
        {field('newPassword', accountTexts.next, 'new-password')}
        {field('again', accountTexts.again, 'new-password')}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" busy={change.isPending} busyText={accountTexts.changing}>
          {accountTexts.change}
        </Button>
        <p className="text-ink-3 text-sm">{accountTexts.passwordNote}</p>
      </div>
    </form>
  )
}

/** The literal sentences of registration (spec §5). */
function faultsIn({ currentPassword, newPassword, again }: Entries): FieldSentences {
  const faults: Partial<Record<keyof Entries, string>> = {}
  if (!currentPassword) faults.currentPassword = authTexts.fillAll
  if (!newPassword) faults.newPassword = authTexts.fillAll
  else if (newPassword.length < MIN_PASSWORD_CHARACTERS) faults.newPassword = authTexts.short
  if (!again) faults.again = authTexts.confirm
  else if (again !== newPassword) faults.again = authTexts.mismatch
  return faults
}
