import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namesIn } from '#contract/form-fields.ts'
import { NASA_FIRMA, type NasaFirma, type NasaFirmaBody, nasaFirmaEndpoints } from '#contract/nasa-firma.ts'
import { call, reasonOf } from '#web/api.ts'
import { typedIn } from '#web/drafts/typed-fields.ts'
import { useTypedFields } from '#web/drafts/use-typed-fields.ts'
import { read } from '#web/queries.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { checkBy } from '#web/screens/form-errors.ts'
import { onlyOnce } from '#web/screens/only-once.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'

type NasaFirmaDialogProps = { onClose: () => void }

/** Naša firma: what new documents have of the company itself, and what its papers add. */
export function NasaFirmaDialog({ onClose }: NasaFirmaDialogProps) {
  const { data, error } = useQuery(read(nasaFirmaEndpoints.getNasaFirma))
  if (data) return <NasaFirmaForm stored={data} onClose={onClose} />
  return error ? (
    <Dialog open onClose={onClose} title="Naša firma">
      <FormBanner title="Podaci firme nisu pročitani.">{reasonOf(error)}</FormBanner>
    </Dialog>
  ) : null
}

function NasaFirmaForm({ stored, onClose }: NasaFirmaDialogProps & { stored: NasaFirma }) {
  const opened = typedIn(NASA_FIRMA, stored)
  const { values, errors, change, refuse } = useTypedFields(opened)
  const names = namesIn(NASA_FIRMA)
  const [once] = useState(onlyOnce)
  const save = useMutation({
    mutationFn: (body: NasaFirmaBody) => call(nasaFirmaEndpoints.saveNasaFirma, { body, ifVersion: stored.verzija }),
    onSuccess: () => {
      toastSuccess('Podaci firme su sačuvani.')
      onClose()
    },
  })

  function submit() {
    const { body, errors: found } = checkBy(BODY, values)
    refuse(Object.fromEntries((found ?? []).map(({ field, message }) => [field, message])))
    // What went wrong stands above the fields.
    if (body) once(() => save.mutateAsync(body)).catch(() => undefined)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Naša firma"
      busy={save.isPending}
      dirty={names.some((name) => values[name] !== opened[name])}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Čuvanje...">
            Sačuvaj
            <SaveKey />
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title="Podaci firme nisu sačuvani.">{reasonOf(save.error)}</FormBanner>}
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <Field
            key={name}
            label={NASA_FIRMA[name].label}
            required
            error={errors[name]}
            className={name === 'naziv' ? 'sm:col-span-2' : ''}
          >
            <FieldInput
              name={name}
              field={NASA_FIRMA[name]}
              value={values[name]}
              onChange={(text) => change({ [name]: text })}
              {...(name === 'pib' || name === 'mb' ? { inputMode: 'numeric' } : {})}
            />
          </Field>
        ))}
      </div>
      <p className="mt-4 text-ink-3 text-sm">
        Predlaže se kao primalac novog uvoza i pošiljalac novog izvoza. PIB i matični broj stoje uz nju i na PDF
        dokumentima. Sačuvani dokumenti ostaju kakvi jesu.
      </p>
    </Dialog>
  )
}

const BODY = nasaFirmaEndpoints.saveNasaFirma.body
