import { useMutation } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import type { Account } from '#contract/auth.ts'
import { linkEndpoints } from '#contract/links.ts'
import { secondFactorEndpoints } from '#contract/second-factor.ts'
import { call, messageOf } from '#web/api.ts'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

/** The rarer actions of an administrator on an account. */
export function AccountMenu({ account, onIssue }: { account: Account; onIssue: () => void }) {
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
    // One's own is turned off with password and code.
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
