import { Banner } from '#web/ui/banner.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AccountList } from './account-list.tsx'
import { accountTexts, givenUntil } from './account-texts.ts'
import { KeyList } from './key-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'
import { momentText } from './session-text.ts'
import { WaitingList } from './waiting-list.tsx'

type OwnAccountProps = {
  email: string
  /** The end of a password that an administrator gave; undefined for the user's own password. */
  givenPasswordUntil: number | undefined
}

/** The user's own account: a new password, the second factor, and the sessions, whose list may be long. */
export const OwnAccount = ({ email, givenPasswordUntil }: OwnAccountProps) => (
  <Panel title={accountTexts.title} padded>
    <div className="flex flex-col gap-8">
      {givenPasswordUntil !== undefined && (
        <Banner tone="warning" title={accountTexts.given}>
          {givenUntil(momentText(givenPasswordUntil))}
        </Banner>
      )}
      <section>
        <h3 className="mb-3 font-semibold">{accountTexts.password}</h3>
        <PasswordForm email={email} />
      </section>
      <SecondFactor email={email} />
      <section>
        <h3 className="font-semibold">{accountTexts.sessions}</h3>
        <p className="mb-1 text-ink-3 text-sm">{accountTexts.sessionsNote}</p>
        <SessionList email={email} />
      </section>
    </div>
  </Panel>
)

/** Everybody's accounts and the keys of programs, for an administrator. */
export const AllAccounts = () => (
  <Panel title={accountTexts.everybody} padded>
    <div className="flex flex-col gap-8">
      <WaitingList />
      <AccountList />
      <KeyList />
    </div>
  </Panel>
)
