import { useMutation } from '@tanstack/react-query'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { secondFactorEndpoints } from '#contract/second-factor.ts'
import { call, messageOf } from '#web/api.ts'
import { loadLater } from '#web/load-later.tsx'
import { downloadFile } from '#web/received-file.ts'
import { isOfField } from '#web/request.ts'
import { CodeField } from '#web/screens/code-field.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-input.tsx'
import { accountTexts } from './account-texts.ts'
import { codesFile, inGroups, secondFactorWords } from './second-factor-texts.ts'
import { copyMarked } from './shown-once.tsx'

const QrCode = loadLater(async () => (await import('./qr-code.tsx')).QrCode)

type SetupProps = { email: string; onCodes: (codes: readonly string[]) => void; onCancel?: () => void }
type Offered = ReplyOf<typeof secondFactorEndpoints.offerSecondFactor>

/** Turns the second factor on: the password, then the code of an app for the secret. Gives the recovery codes. */
export function SecondFactorSetup(props: SetupProps) {
  const { email, onCancel } = props
  const [password, setPassword] = useState('')
  const offer = useMutation({
    mutationFn: () => call(secondFactorEndpoints.offerSecondFactor, { body: { password } }),
    // Nothing has changed yet.
    meta: { readsOnly: true },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (password && !offer.isPending) offer.mutate()
  }
  if (offer.data) return <Confirmation {...props} password={password} offered={offer.data} />
  const refusal = offer.isError ? messageOf(offer.error, secondFactorWords.failed) : undefined
  const ofPassword = isOfField(offer.error, 'password')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refusal && !ofPassword && <FormBanner title={refusal} />}
      <p className="text-ink-2">{secondFactorWords.askPassword}</p>
      <input type="text" hidden readOnly autoComplete="username" value={email} />
      <Field label={secondFactorWords.password} error={ofPassword ? refusal : undefined} required>
        <PasswordInput
          data-autofocus
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            offer.reset()
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{secondFactorWords.cancel}</Button>}
        <Button type="submit" variant="primary" busy={offer.isPending} busyText={secondFactorWords.checking}>
          {secondFactorWords.next}
        </Button>
      </div>
    </form>
  )
}

type ConfirmationProps = SetupProps & { password: string; offered: Offered }

function Confirmation({ offered: { tajna, otpauth }, password, onCodes, onCancel }: ConfirmationProps) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => call(secondFactorEndpoints.confirmSecondFactor, { body: { password, code } }),
    onSuccess: ({ kodovi }) => onCodes(kodovi),
    // Reading again would take the codes from the screen; their window reads when it is closed.
    meta: { readsOnly: true },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim() && !confirm.isPending) confirm.mutate()
  }
  const refusal = confirm.isError ? messageOf(confirm.error, secondFactorWords.failed) : undefined
  const ofCode = isOfField(confirm.error, 'code')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {refusal && !ofCode && <FormBanner title={refusal} />}
      <p className="text-ink-2">{secondFactorWords.scan}</p>
      <div className="flex justify-center">
        <Suspense fallback={<Skeleton className="size-52" />}>
          <QrCode address={otpauth} />
        </Suspense>
      </div>
      <Field label={secondFactorWords.secret}>
        <TextArea readOnly className="num" value={inGroups(tajna)} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <CodeField
        first
        onlyApp
        value={code}
        error={ofCode ? refusal : undefined}
        onChange={(next) => {
          setCode(next)
          confirm.reset()
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>{secondFactorWords.cancel}</Button>}
        <Button type="submit" variant="primary" busy={confirm.isPending} busyText={secondFactorWords.confirming}>
          {secondFactorWords.confirm}
        </Button>
      </div>
    </form>
  )
}

type RecoveryCodesProps = { email: string; codes: readonly string[]; onDone: () => void }

/** Recovery codes that nobody can show again, to be copied or kept as a file. */
export function RecoveryCodes({ email, codes, onDone }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  // The field that had the focus is gone. The note takes it, to be read out from its beginning.
  useEffect(() => note.current?.focus(), [])
  function copy() {
    if (list.current) getSelection()?.selectAllChildren(list.current)
    return copyMarked(codes.join('\n'))
  }
  const download = () =>
    downloadFile(new Blob([codesFile(email, codes)], { type: 'text/plain' }), secondFactorWords.fileName)
  return (
    <div className="flex flex-col gap-4">
      <p ref={note} tabIndex={-1} className="text-ink-2 focus:outline-none">
        {secondFactorWords.codesNote}
      </p>
      <ul
        ref={list}
        aria-label={secondFactorWords.codes}
        className="num grid grid-cols-2 gap-x-6 gap-y-1 rounded-control border border-line p-3 font-medium"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={copy}>{accountTexts.copy}</Button>
        <Button onClick={download}>{secondFactorWords.download}</Button>
        <Button variant="primary" onClick={onDone}>
          {secondFactorWords.done}
        </Button>
      </div>
    </div>
  )
}
