import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, authEndpoints } from '#contract/auth.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { AccountForm } from './account-form.tsx'
import { accountTexts } from './account-texts.ts'
import { momentText } from './session-text.ts'

/** Everybody's accounts, for an administrator: who they are, what they may do, when they were used. */
export function AccountList() {
  const { data, isError, error, refetch } = useQuery(read(authEndpoints.listAccounts))
  const [editing, setEditing] = useState<Account | null>(null)
  const end = useMutation({
    mutationFn: ({ id }: Account) => call(authEndpoints.endAccountSessions, { params: { id } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.settleFailed, messageOf(failed, '')),
  })
  return (
    <section>
      <h3 className="font-semibold">{accountTexts.accounts}</h3>
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
                {account.uloga} ·{' '}
                {account.poslednji_put === null
                  ? accountTexts.neverUsed
                  : `poslednji put ${momentText(account.poslednji_put)} · sesija: ${account.otvorenih_sesija}`}
              </p>
            </div>
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
            </div>
          </li>
        ))}
      </ul>
      {editing && <AccountForm account={editing} onClose={() => setEditing(null)} />}
    </section>
  )
}
