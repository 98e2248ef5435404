import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { keyEndpoints, PRAVA } from '#contract/keys.ts'
import { call, messageOf } from '#web/api.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { accountTexts, RIGHT_NAMES } from './account-texts.ts'
import { ShownOnce } from './shown-once.tsx'

const RIGHTS = PRAVA.map((value) => ({ value, text: RIGHT_NAMES[value] }))

/** Name and right of a program; then its key, once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
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
