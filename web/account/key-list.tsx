import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { keyEndpoints, PRAVA, type ProgramKey } from '#contract/keys.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts, RIGHT_NAMES } from './account-texts.ts'
import { momentText } from './session-text.ts'
import { ShownOnce } from './shown-once.tsx'

/** The keys with which other programs call, for an administrator. */
export function KeyList() {
  const { data, isError, error, refetch } = useQuery(read(keyEndpoints.listKeys))
  const [adding, setAdding] = useState(false)
  const confirm = useConfirm()
  const revoke = useMutation({
    mutationFn: ({ id }: ProgramKey) => call(keyEndpoints.revokeKey, { params: { id } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (failed) => toastError(accountTexts.revokeFailed, messageOf(failed, '')),
  })
  async function ask(key: ProgramKey) {
    const title = `${accountTexts.revoke}: ${key.naziv}`
    if (await confirm({ title, text: accountTexts.revokeText, danger: true })) revoke.mutate(key)
  }
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{accountTexts.keys}</h3>
        <Button onClick={() => setAdding(true)}>{accountTexts.newKey}</Button>
      </div>
      <p className="mb-1 text-ink-3 text-sm">
        {accountTexts.keysNote}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer" className="rounded-sm text-accent underline">
          {accountTexts.apiDocs}
        </a>
      </p>
      {isError && <LoadError text={accountTexts.keysFailed} error={error} onRetry={refetch} />}
      <ul aria-label={accountTexts.keys} className="divide-y divide-line-quiet">
        {data?.keys.map((key) => (
          <li key={key.id} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="wrap-anywhere font-medium">{key.naziv}</p>
              <p className="num text-ink-3 text-sm">
                {RIGHT_NAMES[key.pravo]} · {usedText(key)}
              </p>
            </div>
            <Button aria-label={`${accountTexts.revoke}: ${key.naziv}`} onClick={() => ask(key)}>
              {accountTexts.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {adding && <KeyDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

const usedText = ({ koriscen, napravljen, poslednja_adresa }: ProgramKey): string =>
  koriscen === null
    ? `napravljen ${momentText(napravljen)} · nije korišćen`
    : `poslednji put ${momentText(koriscen)} · ${poslednja_adresa}`

const RIGHTS = PRAVA.map((value) => ({ value, text: RIGHT_NAMES[value] }))

/** Name and right of a program; then its key, once. */
function KeyDialog({ onClose }: { onClose: () => void }) {
  const [naziv, setNaziv] = useState('')
  const [pravo, setPravo] = useState<(typeof PRAVA)[number]>(PRAVA[0])
  const create = useMutation({ mutationFn: () => call(keyEndpoints.createKey, { body: { naziv, pravo } }) })
  const kljuc = create.data?.kljuc
  const [copied, setCopied] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!create.isPending && !kljuc) create.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      size="small"
      title={accountTexts.newKey}
      busy={create.isPending}
      dirty={kljuc ? !copied : naziv !== ''}
      closeText={kljuc && accountTexts.keyGoes}
      foot={(close) => (
        <>
          <Button onClick={close}>{kljuc ? accountTexts.close : accountTexts.cancel}</Button>
          {!kljuc && (
            <Button type="submit" variant="primary" busy={create.isPending} busyText={accountTexts.inviting}>
              {accountTexts.makeKey}
            </Button>
          )}
        </>
      )}
    >
      {kljuc ? (
        <ShownOnce
          label={`${accountTexts.key}: ${naziv}`}
          value={kljuc}
          note={accountTexts.keyNote}
          onCopied={() => setCopied(true)}
        />
      ) : (
        <div className="flex flex-col gap-4">
          {create.isError && <FormBanner title={messageOf(create.error, accountTexts.keyFailed)} />}
          <Field label={accountTexts.program} required hint={accountTexts.programHint}>
            <TextInput value={naziv} onChange={(event) => setNaziv(event.currentTarget.value)} />
          </Field>
          <Field label={accountTexts.right}>
            <Select
              options={RIGHTS}
              value={pravo}
              onChange={(event) => setPravo(event.currentTarget.value as typeof pravo)}
            />
          </Field>
        </div>
      )}
    </Dialog>
  )
}
