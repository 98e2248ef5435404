import { useMutation, useQuery } from '@tanstack/react-query'
import { authEndpoints, type Session } from '#contract/auth.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts } from './account-texts.ts'
import { deviceName, momentText } from './session-text.ts'

/** Where this account is logged in, and buttons that end each of those sessions, or all of them, but one's own. */
export function SessionList() {
  const { data, isError, error, refetch } = useQuery(read(authEndpoints.listSessions))
  const end = useMutation({
    mutationFn: ({ id }: Session) => call(authEndpoints.endSession, { params: { id } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.endFailed, messageOf(failed, '')),
  })
  const endOthers = useMutation({
    mutationFn: () => call(authEndpoints.endOtherSessions),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.othersFailed, messageOf(failed, '')),
  })

  if (isError) return <LoadError text={accountTexts.loadFailed} error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="w-full" />
  const others = data.sessions.filter(({ ova }) => !ova).length
  return (
    <>
      <ul className="divide-y divide-line-quiet">
        {data.sessions.map((session) => (
          <li key={session.id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="truncate font-medium">
                {deviceName(session.uredjaj)}{' '}
                <span className="font-normal text-ink-3">{session.adresa || accountTexts.unknownAddress}</span>
              </p>
              <p className="num text-ink-3 text-sm">
                Prijava {momentText(session.napravljena)} · poslednji put {momentText(session.koriscena)}
                {session.poslednja_adresa !== session.adresa && ` sa ${session.poslednja_adresa}`}
              </p>
            </div>
            {session.ova ? (
              <Badge tone="accent">{accountTexts.own}</Badge>
            ) : (
              <Button
                aria-label={`${accountTexts.end}: ${deviceName(session.uredjaj)}, ${momentText(session.napravljena)}`}
                busy={end.isPending && end.variables?.id === session.id}
                onClick={() => end.mutate(session)}
              >
                {accountTexts.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 1 && (
        <div className="mt-2 flex justify-end">
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {accountTexts.endOthers}
          </Button>
        </div>
      )}
    </>
  )
}
