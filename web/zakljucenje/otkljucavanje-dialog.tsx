import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { zakljucenjeEndpoints } from '#contract/zakljucenje.ts'
import { type CalendarDate, formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { checkBy } from '#web/screens/form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

type OtkljucavanjeDialogProps = { zakljuceno_do: CalendarDate; onClose: () => void }

/** Asks why the newest closed period is opened again. */
export function OtkljucavanjeDialog({ zakljuceno_do, onClose }: OtkljucavanjeDialogProps) {
  const [razlog, setRazlog] = useState('')
  const [fault, setFault] = useState<string>()
  const save = useMutation({
    mutationFn: (body: { razlog: string }) => call(zakljucenjeEndpoints.otkljucaj, { body }),
    onSuccess: () => toastSuccess(`Period do ${formatDate(zakljuceno_do)} je otključan.`),
  })

  function submit() {
    const { body, errors } = checkBy(zakljucenjeEndpoints.otkljucaj.body, { razlog })
    setFault(errors?.[0]?.message)
    if (body && !save.isPending) save.mutate(body, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      onSubmit={submit}
      title={`Otključavanje perioda do ${formatDate(zakljuceno_do)}`}
      busy={save.isPending}
      dirty={razlog !== ''}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Otključavanje...">
            Otključaj period
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title="Period nije otključan.">{reasonOf(save.error)}</FormBanner>}
      <Field label="Razlog" required error={fault} hint="Ostaje u istoriji, sa vašim imenom.">
        <TextInput
          name="razlog"
          value={razlog}
          onChange={(event) => {
            setRazlog(event.currentTarget.value)
            setFault(undefined)
          }}
        />
      </Field>
    </Dialog>
  )
}
