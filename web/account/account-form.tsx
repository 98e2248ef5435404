import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Account, authEndpoints } from '#contract/auth.ts'
import { call, messageOf } from '#web/api.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'
import { NameAndRole, type NameAndRoleEntries } from './name-and-role.tsx'

const ACCESS = Object.entries(accountTexts.accessChoices).map(([value, text]) => ({ value, text }))

/** Name, role and access of one account. */
export function AccountForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const [{ ime, uloga }, setEntries] = useState<NameAndRoleEntries>(account)
  const [iskljucen, setIskljucen] = useState(account.iskljucen)
  const save = useMutation({
    mutationFn: () =>
      call(authEndpoints.updateAccount, { params: { id: account.id }, body: { ime: ime || null, uloga, iskljucen } }),
    onSuccess: ({ message }) => toastSuccess(message),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={account.email}
      busy={save.isPending}
      dirty={ime !== account.ime || uloga !== account.uloga || iskljucen !== account.iskljucen}
      foot={(close) => (
        <>
          <Button onClick={close}>{accountTexts.cancel}</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText={accountTexts.savingAccount}>
            {accountTexts.saveAccount}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        {save.isError && <FormBanner title={messageOf(save.error, accountTexts.settleFailed)} />}
        <NameAndRole
          ime={ime}
          uloga={uloga}
          onChange={(change) => setEntries((before) => ({ ...before, ...change }))}
        />
        <Field label={accountTexts.access}>
          <Select
            options={ACCESS}
            value={iskljucen ? 'ne' : 'da'}
            onChange={(event) => setIskljucen(event.currentTarget.value === 'ne')}
          />
        </Field>
      </div>
    </Dialog>
  )
}
