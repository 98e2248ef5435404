import { Suspense, useState } from 'react'
import { loadLater } from '#web/load-later.tsx'

const AccountDialog = loadLater(async () => (await import('./account-dialog.tsx')).AccountDialog)

type OwnAccountProps = {
  email: string | undefined
  /** The user is an administrator. */
  administers: boolean
  givenPasswordUntil: number | undefined
  /** The user has asked for it. */
  open: boolean
  onClose: () => void
}

/** The dialog of one's account: when asked for, and by itself once after a login with a given password. */
export function OwnAccount({ email, administers, givenPasswordUntil, open, onClose }: OwnAccountProps) {
  const [dismissed, setDismissed] = useState(false)
  const reminding = givenPasswordUntil !== undefined && !dismissed
  if (!email || !(open || reminding)) return null
  return (
    <Suspense>
      <AccountDialog
        email={email}
        administers={administers}
        givenPasswordUntil={givenPasswordUntil}
        onClose={() => {
          setDismissed(true)
          onClose()
        }}
      />
    </Suspense>
  )
}
