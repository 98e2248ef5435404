import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type IssuedLink, linkEndpoints } from '#contract/links.ts'
import { ULOGE } from '#contract/roles.ts'
import { call, messageOf } from '#web/api.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { accountTexts } from './account-texts.ts'
import { NameAndRole, type NameAndRoleEntries } from './name-and-role.tsx'

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
