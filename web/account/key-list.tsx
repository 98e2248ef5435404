import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyEndpoints, type ProgramKey } from '#contract/keys.ts'
import { call, messageOf } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { LoadError } from '#web/screens/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-and-alert.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { accountTexts, RIGHT_NAMES } from './account-texts.ts'
import { KeyDialog } from './key-dialog.tsx'
import { momentText } from './session-text.ts'

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
