import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { namesIn } from '#contract/form-fields.ts'
import type { Obracun } from '#contract/obracun.ts'
import { OBRACUN_POLJA, type ObracunUnos, obracuniEndpoints, obracuniTexts } from '#contract/obracuni.ts'
import { type CalendarDate, yearOf } from '#domain/calendar-date.ts'
import { nextNumbers } from '#domain/next-number.ts'
import { call, reasonOf } from '#web/api.ts'
import { requestKeys } from '#web/drafts/request-key.ts'
import { checkIn, typedIn } from '#web/drafts/typed-fields.ts'
import { useTypedFields } from '#web/drafts/use-typed-fields.ts'
import { readOnce } from '#web/queries.ts'
import { FieldInput } from '#web/screens/field-input.tsx'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField, refusedFields } from '#web/screens/form-errors.ts'
import { podnetAddress } from '#web/screens/record-addresses.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, SaveKey } from '#web/ui/dialog.tsx'
import { closeFirst } from '#web/ui/dialog-focus.ts'
import { Field } from '#web/ui/field.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { toastSuccess } from '#web/ui/toast.tsx'

type HandInDialogProps = {
  scope: Pick<ObracunUnos, 'c4_ids' | 'odobrenje_id'>
  /** The account that this one corrects. */
  prethodni_id?: number
  period: { datum_od: string; datum_do: string }
  /** How many exports no import covers, as far as the screen knows. */
  uncovered: Obracun['bez_pokrica']
  onClose: () => void
}

const BODY = obracuniEndpoints.createObracun.body

/** Sačuvaj kao podnet: the number and the period of an account whose rows are frozen as they are. */
export function HandInDialog(props: HandInDialogProps) {
  const newest = useQuery(readOnce(obracuniEndpoints.listObracuni, { query: { limit: 1 } }))
  if (newest.isPending) return null
  return <HandInForm {...props} proposed={proposedAfter(newest.data?.results[0])} />
}

/** The number after that of the newest account: `OBR-1/2026` where there is none, or none that counts. */
function proposedAfter(newest: { broj: string; datum_do: CalendarDate } | undefined): string {
  const year = yearOf(localDay())
  const [next] = newest ? nextNumbers(newest.broj, yearOf(newest.datum_do), year, 1) : []
  return next ?? `OBR-1/${year}`
}

function HandInForm({
  scope,
  prethodni_id,
  period,
  uncovered,
  proposed,
  onClose,
}: HandInDialogProps & { proposed: string }) {
  const navigate = useNavigate()
  const [opened] = useState(() =>
    typedIn(OBRACUN_POLJA, {
      broj: proposed,
      datum_od: period.datum_od || null,
      datum_do: period.datum_do || null,
      rok_podnosenja: null,
    }),
  )
  const [keyFor] = useState(() => requestKeys())
  const { values, errors, change, refuse } = useTypedFields(opened)
  const [potvrda_manjka, setConfirmed] = useState(false)
  const save = useMutation({
    mutationFn: (body: ObracunUnos) => call(obracuniEndpoints.createObracun, { body, idempotencyKey: keyFor(body) }),
    onSuccess: ({ broj, stanje }) =>
      toastSuccess(stanje === 'nacrt' ? `Nacrt obračuna ${broj} je sačuvan.` : `Obračun ${broj} je podnet.`),
    onError: (error) => refuse(refusedFields(error)),
  })
  const asks = uncovered.length > 0 || (save.error && 'potvrda_manjka' in refusedFields(save.error))

  function submit(stanje: ObracunUnos['stanje']) {
    const { body, errors: found } = checkIn(OBRACUN_POLJA, values, BODY, {
      ...scope,
      ...(values.rok_podnosenja.trim() === '' && { rok_podnosenja: null }),
      prethodni_id,
      stanje,
      potvrda_manjka,
    })
    refuse(byField(found))
    if (!body || save.isPending) return
    save.mutate(body, {
      // Only where the window is still open: who closed it is somewhere else by now.
      onSuccess: async ({ id }) => {
        await closeFirst(onClose)
        void navigate(podnetAddress(id))
      },
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => submit('podnet')}
      title="Sačuvaj kao podnet"
      busy={save.isPending}
      dirty={namesIn(OBRACUN_POLJA).some((name) => values[name] !== opened[name])}
      foot={(close) => (
        <>
          <Button onClick={close}>Otkaži</Button>
          <Button busy={save.isPending} onClick={() => submit('nacrt')}>
            Sačuvaj nacrt
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyText="Podnošenje...">
            Podnesi
            <SaveKey />
          </Button>
        </>
      )}
    >
      {save.error && <FormBanner title="Obračun nije podnet.">{reasonOf(save.error)}</FormBanner>}
      <div className="grid gap-4 sm:grid-cols-2">
        {namesIn(OBRACUN_POLJA).map((name) => (
          <Field
            key={name}
            label={OBRACUN_POLJA[name].label}
            error={errors[name]}
            {...(OBRACUN_POLJA[name].optional ? { optional: true } : { required: true })}
          >
            <FieldInput
              name={name}
              field={OBRACUN_POLJA[name]}
              value={values[name]}
              onChange={(text) => change({ [name]: text })}
            />
          </Field>
        ))}
      </div>
      {asks && (
        <div className="mt-4">
          {uncovered.length > 0 && <p className="mb-2 text-warning">{obracuniTexts.uncovered(uncovered)}</p>}
          <Checkbox checked={potvrda_manjka} onChange={(event) => setConfirmed(event.currentTarget.checked)}>
            Podnosim i sa izvozima bez pokrića
          </Checkbox>
        </div>
      )}
      <p className="mt-4 text-ink-3 text-sm">
        Redovi i papir ostaju zauvek kakvi su u ovom trenutku. Šta god se posle promeni, videće se na stranici podnetog
        obračuna.
      </p>
    </Dialog>
  )
}
