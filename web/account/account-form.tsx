import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Account, authEndpoints } from '#contract/auth.ts'
import { type IssuedLink, linkEndpoints } from '#contract/links.ts'
import { ULOGE, type Uloga } from '#contract/roles.ts'
import { call, messageOf } from '#web/api.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

type NameAndRoleEntries = { ime: string; uloga: Uloga }
type NameAndRoleProps = NameAndRoleEntries & { onChange: (change: Partial<NameAndRoleEntries>) => void }

/** The two fields that an administrator fills in for an account or an invitation. */
const NameAndRole = ({ ime, uloga, onChange }: NameAndRoleProps) => (
  <>
    <Field label={accountTexts.name} optional>
      <TextInput value={ime} onChange={(event) => onChange({ ime: event.currentTarget.value })} />
    </Field>
    <Field label={accountTexts.role}>
      <Select
        options={ULOGE}
        value={uloga}
        onChange={(event) => onChange({ uloga: event.currentTarget.value as Uloga })}
      />
    </Field>
  </>
)

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

type Invited = { email: string; link: IssuedLink }

/** E-mail, name and role of a colleague who is invited; `onInvited` gets the link to hand over. */
export function InviteDialog({ onInvited, onClose }: { onInvited: (invited: Invited) => void; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [{ ime, uloga }, setEntries] = useState<NameAndRoleEntries>({ ime: '', uloga: ULOGE[0] })
  const invite = useMutation({
    mutationFn: () => call(linkEndpoints.inviteAccount, { body: { email, ime: ime || null, uloga } }),
    onSuccess: (link) => onInvited({ email, link }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!invite.isPending) invite.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      size="small"
      title={accountTexts.invite}
      busy={invite.isPending}
      dirty={email !== '' || ime !== ''}
      foot={(close) => (
        <>
          <Button onClick={close}>{accountTexts.cancel}</Button>
          <Button type="submit" variant="primary" busy={invite.isPending} busyText={accountTexts.inviting}>
            {accountTexts.makeLink}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        {invite.isError && <FormBanner title={messageOf(invite.error, accountTexts.inviteFailed)} />}
        <Field label="Email" required>
          <TextInput
            type="email"
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Field>
        <NameAndRole
          ime={ime}
          uloga={uloga}
          onChange={(change) => setEntries((before) => ({ ...before, ...change }))}
        />
      </div>
    </Dialog>
  )
}
