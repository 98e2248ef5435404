import type { IssuedLink } from '#contract/links.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { accountTexts, linkUntil } from './account-texts.ts'
import { momentText } from './session-text.ts'
import { ShownOnce } from './shown-once.tsx'

type LinkDialogProps = { email: string; link: IssuedLink; onClose: () => void }

/** The one-time link that was just issued for an account. */
export const LinkDialog = ({ email, link: { adresa, istice }, onClose }: LinkDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    size="small"
    title={email}
    foot={(close) => <Button onClick={close}>{accountTexts.close}</Button>}
  >
    <ShownOnce label={accountTexts.link} value={location.origin + adresa} note={linkUntil(momentText(istice))} />
  </Dialog>
)
