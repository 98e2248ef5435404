import { useMutation, useQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { type Account, authEndpoints } from '#contract/auth.ts'
import { type IssuedLink, linkEndpoints } from '#contract/links.ts'
import { postaEndpoints } from '#contract/posta.ts'
import { secondFactorEndpoints } from '#contract/second-factor.ts'
import { countOf } from '#domain/count-words.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { AccountForm, InviteDialog } from './account-form.tsx'
import { accountTexts, linkUntil } from './account-texts.ts'
import { momentText } from './session-text.ts'
import { ShownOnce } from './shown-once.tsx'

/** All accounts, for an administrator: their users, their roles, their last use. */
export function AccountList() {
  const { data, isError, error, refetch } = useQuery(read(authEndpoints.listAccounts))
  const [editing, setEditing] = useState<Account | null>(null)
  const [inviting, setInviting] = useState(false)
  const [issued, setIssued] = useState<{ email: string; link: IssuedLink } | null>(null)
  const end = useMutation({
    mutationFn: ({ id }: Account) => call(authEndpoints.endAccountSessions, { params: { id } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.settleFailed, messageOf(failed, '')),
  })
  const issue = useMutation({
    mutationFn: ({ id }: Account) => call(linkEndpoints.issueLink, { params: { id } }),
    onSuccess: (link, { email }) => setIssued({ email, link }),
    onError: (failed) => toastError(accountTexts.settleFailed, messageOf(failed, '')),
  })
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{accountTexts.accounts}</h3>
        <Button onClick={() => setInviting(true)}>{accountTexts.invite}</Button>
      </div>
      <p className="mb-1 text-ink-3 text-sm">{accountTexts.accountsNote}</p>
      {isError && <LoadError text={accountTexts.accountsFailed} error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton className="w-full" />}
      <ul aria-label={accountTexts.accounts} className="divide-y divide-line-quiet">
        {data?.accounts.map((account) => (
          <li key={account.id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere font-medium">
                {account.ime ? `${account.ime} ` : account.email}
                {account.ime && <span className="font-normal text-ink-3">{account.email}</span>}
              </p>
              <p className="num text-ink-3 text-sm">
                {account.uloga} · {usedText(account)}
              </p>
            </div>
            {account.pozvan && <Badge tone="accent">{accountTexts.invited}</Badge>}
            {account.drugi_korak && <Badge>{accountTexts.twoSteps}</Badge>}
            {account.iskljucen && <Badge tone="warning">{accountTexts.off}</Badge>}
            <div className="flex gap-2">
              {!account.ovaj && account.otvorenih_sesija > 0 && (
                <Button
                  aria-label={`${accountTexts.endAll}: ${account.email}`}
                  busy={end.isPending && end.variables.id === account.id}
                  onClick={() => end.mutate(account)}
                >
                  {accountTexts.endAll}
                </Button>
              )}
              <Button aria-label={`${accountTexts.edit}: ${account.email}`} onClick={() => setEditing(account)}>
                {accountTexts.edit}
              </Button>
              {!account.iskljucen && <AccountMenu account={account} onIssue={() => issue.mutate(account)} />}
            </div>
          </li>
        ))}
      </ul>
      {editing && <AccountForm account={editing} onClose={() => setEditing(null)} />}
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(invited) => {
            setInviting(false)
            setIssued(invited)
          }}
        />
      )}
      {issued && <LinkDialog {...issued} onClose={() => setIssued(null)} />}
    </section>
  )
}

function usedText({ pozvan, poslednji_put, otvorenih_sesija }: Account): string {
  if (pozvan) return accountTexts.neverCame
  if (poslednji_put === null) return accountTexts.neverUsed
  return `poslednji put ${momentText(poslednji_put)} · ${countOf(otvorenih_sesija, 'sesija', 'sesije', 'sesija')}`
}

/** The rarer actions of an administrator on an account. */
function AccountMenu({ account, onIssue }: { account: Account; onIssue: () => void }) {
  const confirm = useConfirm()
  const withdraw = useMutation({
    mutationFn: () => call(linkEndpoints.withdrawInvitation, { params: { id: account.id } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.settleFailed, messageOf(failed, '')),
  })
  const askToWithdraw = async () => {
    const title = `${accountTexts.withdraw}: ${account.email}`
    if (await confirm({ title, text: accountTexts.withdrawText, danger: true })) withdraw.mutate()
  }
  const removal = useMutation({
    mutationFn: () => call(secondFactorEndpoints.removeSecondFactor, { params: { id: account.id } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.settleFailed, messageOf(failed, '')),
  })
  const askToRemove = async () => {
    const title = `${accountTexts.removeFactor}: ${account.email}`
    if (await confirm({ title, text: accountTexts.removeFactorText, danger: true })) removal.mutate()
  }
  const invited = [
    { text: accountTexts.newInvitation, onChoose: onIssue },
    { text: accountTexts.withdraw, danger: true, onChoose: askToWithdraw },
  ]
  const usual = [
    { text: accountTexts.newLink, onChoose: onIssue },
    // The user's own factor is turned off with password and code.
    ...(account.drugi_korak && !account.ovaj
      ? [{ text: accountTexts.removeFactor, danger: true, onChoose: askToRemove }]
      : []),
  ]
  return (
    <Menu
      label={`${accountTexts.more}: ${account.email}`}
      button={<EllipsisVertical aria-hidden />}
      buttonClassName="icon-button"
      entries={account.pozvan ? invited : usual}
    />
  )
}

type LinkDialogProps = { email: string; link: IssuedLink; onClose: () => void }

/** Shows the one-time link just issued for an account; a server that sends mails has sent it by mail too. */
function LinkDialog({ email, link: { adresa, istice }, onClose }: LinkDialogProps) {
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
