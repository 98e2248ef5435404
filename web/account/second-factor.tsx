import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorEndpoints } from '#contract/second-factor.ts'
import { call, messageOf } from '#web/api.ts'
import { queryClient, read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { PasswordQuestion } from '#web/screens/password-question.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { RecoveryCodes, SecondFactorSetup } from './second-factor-setup.tsx'
import { onSince, secondFactorWords } from './second-factor-texts.ts'
import { momentText } from './session-text.ts'

type Asked = 'on' | 'off' | 'codes' | null

/** The second factor of one's own login: whether it is on, and how to turn it on and off. */
export function SecondFactor({ email }: { email: string }) {
  const { data, isError, error, refetch } = useQuery(read(secondFactorEndpoints.secondFactor))
  const [asked, setAsked] = useState<Asked>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  function close() {
    setAsked(null)
    setCodes(null)
    void queryClient.invalidateQueries()
  }
  return (
    <section>
      <h3 className="font-semibold">{secondFactorWords.title}</h3>
      <p className="mb-3 text-ink-3 text-sm">{secondFactorWords.note}</p>
      {isError && <LoadError text={secondFactorWords.loadFailed} error={error} onRetry={refetch} />}
      {!data && !isError && <Skeleton className="w-full" />}
      {data?.ukljucen_od === null && <Button onClick={() => setAsked('on')}>{secondFactorWords.turnOn}</Button>}
      {data && data.ukljucen_od !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="num min-w-0 flex-1 basis-60">{onSince(momentText(data.ukljucen_od), data.rezervnih_kodova)}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAsked('codes')}>{secondFactorWords.newCodes}</Button>
            <Button onClick={() => setAsked('off')}>{secondFactorWords.turnOff}</Button>
          </div>
        </div>
      )}
      {(asked === 'on' || codes) && (
        <Dialog
          open
          size="small"
          onClose={close}
          dirty={codes !== null}
          closeText={secondFactorWords.closeCodes}
          title={codes ? secondFactorWords.codes : secondFactorWords.title}
        >
          {codes ? (
            <RecoveryCodes email={email} codes={codes} onDone={close} />
          ) : (
            <SecondFactorSetup email={email} onCodes={setCodes} onCancel={close} />
          )}
        </Dialog>
      )}
      {asked === 'off' && <TurnOff email={email} onClose={close} />}
      {asked === 'codes' && !codes && <NewCodes email={email} onCodes={setCodes} onClose={close} />}
    </section>
  )
}

const refusalOf = (error: Error) => messageOf(error, secondFactorWords.failed)
const hidden = (email: string) => <input type="text" hidden readOnly autoComplete="username" value={email} />

const TurnOff = ({ email, onClose }: { email: string; onClose: () => void }) => (
  <PasswordQuestion
    title={secondFactorWords.turnOff}
    text={secondFactorWords.turnOffText}
    label={secondFactorWords.password}
    withCode
    act={(password, code) => call(secondFactorEndpoints.endSecondFactor, { body: { password, code } })}
    onDone={({ message }) => {
      toastSuccess(message)
      onClose()
    }}
    refusalOf={refusalOf}
    action={secondFactorWords.turnOff}
    acting={secondFactorWords.turningOff}
    decline={secondFactorWords.cancel}
    onDecline={onClose}
    onDismiss={onClose}
    email={hidden(email)}
  />
)

type NewCodesProps = { email: string; onCodes: (codes: readonly string[]) => void; onClose: () => void }

const NewCodes = ({ email, onCodes, onClose }: NewCodesProps) => (
  <PasswordQuestion
    title={secondFactorWords.newCodes}
    text={secondFactorWords.newCodesText}
    label={secondFactorWords.password}
    withCode
    act={(password, code) => call(secondFactorEndpoints.newRecoveryCodes, { body: { password, code } })}
    onDone={({ kodovi }) => onCodes(kodovi)}
    refusalOf={refusalOf}
    action={secondFactorWords.make}
    acting={secondFactorWords.making}
    decline={secondFactorWords.cancel}
    onDecline={onClose}
    onDismiss={onClose}
    email={hidden(email)}
  />
)
