import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authEndpoints, type Session } from '#contract/auth.ts'
import { ApiError, call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { PasswordQuestion } from '#web/screens/password-question.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'
import { deviceName, momentText } from './session-text.ts'

/** The sessions of this account, with buttons that end one of them, or all but the user's own. */
export function SessionList({ email }: { email: string }) {
  const { data, isError, error, refetch } = useQuery(read(authEndpoints.listSessions))
  const [ending, setEnding] = useState<Session | 'others' | null>(null)

  if (isError) return <LoadError text={accountTexts.loadFailed} error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="w-full" />
  const others = data.sessions.filter(({ ova }) => !ova).length
  return (
    <>
      <ul aria-label={accountTexts.sessions} className="divide-y divide-line-quiet">
        {data.sessions.map((session) => (
          <li key={session.id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="truncate font-medium">
                {deviceName(session.uredjaj)}{' '}
                <span className="font-normal text-ink-3">{session.adresa || accountTexts.unknownAddress}</span>
              </p>
              <p className="num text-ink-3 text-sm">
                Otvorena {momentText(session.napravljena)} · poslednji put {momentText(session.koriscena)}
                {session.poslednja_adresa !== session.adresa && ` sa ${session.poslednja_adresa}`}
              </p>
            </div>
            {session.ova ? (
              <Badge tone="accent">{accountTexts.own}</Badge>
            ) : (
              <Button
                aria-label={`${accountTexts.end}: ${deviceName(session.uredjaj)}, ${momentText(session.napravljena)}`}
                onClick={() => setEnding(session)}
              >
                {accountTexts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 1 && (
        <div className="mt-2 flex justify-end">
          <Button onClick={() => setEnding('others')}>{accountTexts.endOthers}</Button>
        </div>
      )}
      {ending && <EndSessions email={email} which={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

type EndSessionsProps = {
  email: string
  /** The session to end, or all but the user's own. */
  which: Session | 'others'
  onClose: () => void
}

/** Asks for the password and ends another session, or all others. A wrong password stands at its field. */
function EndSessions({ email, which, onClose }: EndSessionsProps) {
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
