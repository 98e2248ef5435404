import { useMutation, useQuery } from '@tanstack/react-query'
import { authEndpoints, type WaitingAccount } from '#contract/auth.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts, andMore } from './account-texts.ts'
import { momentText } from './session-text.ts'

/** The new accounts that a colleague has to let in; nothing where none waits. */
export function WaitingList() {
  const { data } = useQuery(read(authEndpoints.listWaiting))
  const settle = useMutation({
    mutationFn: ({ id, approve }: WaitingAccount & { approve: boolean }) =>
      call(approve ? authEndpoints.approveAccount : authEndpoints.rejectAccount, { params: { id } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.settleFailed, messageOf(failed, '')),
  })
  if (!data || data.total === 0) return null

  const button = (account: WaitingAccount, approve: boolean) => {
    const text = approve ? accountTexts.approve : accountTexts.reject
    const { id: busyId, approve: approving } = settle.variables ?? {}
    return (
      <Button
        aria-label={`${text}: ${account.email}`}
        busy={settle.isPending && busyId === account.id && approving === approve}
        onClick={() => settle.mutate({ ...account, approve })}
      >
        {text}
      </Button>
    )
  }

  return (
    <section>
      <h3 className="font-semibold">{accountTexts.waiting}</h3>
      <p className="mb-1 text-ink-3 text-sm">{accountTexts.waitingNote}</p>
      <ul aria-label={accountTexts.waiting} className="divide-y divide-line-quiet">
        {data.accounts.map((account) => (
          <li key={account.id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="truncate font-medium">{account.email}</p>
              <p className="num text-ink-3 text-sm">Registrovan {momentText(account.napravljen)}</p>
            </div>
            <div className="flex gap-2">
              {button(account, false)}
              {button(account, true)}
            </div>
          </li>
        ))}
      </ul>
      {data.total > data.accounts.length && (
        <p className="text-ink-3 text-sm">{andMore(data.total - data.accounts.length)}</p>
      )}
    </section>
  )
}
