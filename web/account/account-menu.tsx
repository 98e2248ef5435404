import { useMutation } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import type { Account } from '#contract/auth.ts'
import { linkEndpoints } from '#contract/links.ts'
import { call, messageOf } from '#web/api.ts'
import { useConfirm } from '#web/ui/asking.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'

/** What an administrator does with an account more seldom. */
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
  const invited = [
    { text: accountTexts.newInvitation, onChoose: onIssue },
    { text: accountTexts.withdraw, danger: true, onChoose: askToWithdraw },
  ]
  return (
    <Menu
      label={`${accountTexts.more}: ${account.email}`}
      button={<EllipsisVertical aria-hidden />}
      buttonClassName="icon-button"
      entries={account.pozvan ? invited : [{ text: accountTexts.newLink, onChoose: onIssue }]}
    />
  )
}
