import { authEndpoints, type Session } from '#contract/auth.ts'
import { ApiError, call, messageOf } from '#web/api.ts'
import { PasswordQuestion } from '#web/screens/password-question.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'
import { deviceName, momentText } from './session-text.ts'

type EndSessionsProps = {
  email: string
  /** The one to end, or all but one's own. */
  which: Session | 'others'
  onClose: () => void
}

/** Asks for the password and ends another session, or all others. A wrong password stands at its field. */
export function EndSessions({ email, which, onClose }: EndSessionsProps) {
  const others = which === 'others'
  const failed = others ? accountTexts.othersFailed : accountTexts.endFailed
  return (
    <PasswordQuestion
      title={others ? accountTexts.endOthers : accountTexts.endOne}
      text={
        others ? accountTexts.endOthersNote : `${deviceName(which.uredjaj)}, otvorena ${momentText(which.napravljena)}`
      }
      label={accountTexts.ownPassword}
      act={(password) =>
        others
          ? call(authEndpoints.endOtherSessions, { body: { password } })
          : call(authEndpoints.endSession, { params: { id: which.id }, body: { password } })
      }
      onDone={({ message }) => {
        toastSuccess(message)
        onClose()
      }}
      refusalOf={(error) => (error instanceof ApiError && error.errors[0]?.message) || messageOf(error, failed)}
      action={accountTexts.end}
      acting={accountTexts.ending}
      decline={accountTexts.cancel}
      onDecline={onClose}
      onDismiss={onClose}
      email={<input type="text" hidden readOnly autoComplete="username" value={email} />}
    />
  )
}
