import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IssuedLink } from '#contract/links.ts'
import { postaEndpoints } from '#contract/posta.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts, linkUntil } from './account-texts.ts'
import { momentText } from './session-text.ts'
import { ShownOnce } from './shown-once.tsx'

type LinkDialogProps = { email: string; link: IssuedLink; onClose: () => void }

/** The one-time link that was just issued for an account; where the server sends mails, it goes out by one too. */
export function LinkDialog({ email, link: { adresa, istice }, onClose }: LinkDialogProps) {
  const { data } = useQuery(read(postaEndpoints.imaPostu))
  const [copied, setCopied] = useState(false)
  const send = useMutation({
    mutationFn: () => call(postaEndpoints.mailLink, { body: { token: adresa.slice(adresa.indexOf('#') + 1) } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.mailFailed, messageOf(failed, '')),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={email}
      dirty={!copied && !send.isSuccess}
      closeText={accountTexts.linkGoes}
      foot={(close) => (
        <>
          {data?.mejl && (
            <Button busy={send.isPending} onClick={() => send.mutate()}>
              {accountTexts.mailLink}
            </Button>
          )}
          <Button onClick={close}>{accountTexts.close}</Button>
        </>
      )}
    >
      <ShownOnce
        label={accountTexts.link}
        value={location.origin + adresa}
        note={linkUntil(momentText(istice))}
        onCopied={() => setCopied(true)}
      />
    </Dialog>
  )
}
