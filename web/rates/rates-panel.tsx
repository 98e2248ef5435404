import { useMutation, useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { CURRENCIES } from '#contract/c4.ts'
import { type RateBody, rateEndpoints } from '#contract/rates.ts'
import { call, reasonOf } from '#web/api.ts'
import { useTypedFields } from '#web/drafts/use-typed-fields.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField } from '#web/screens/form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { savedBy } from '#web/ui/saved-by.ts'
import { Select } from '#web/ui/select.tsx'
import { toastSuccess } from '#web/ui/toast.tsx'
import { checkRate, EMPTY_RATE, isDraftOf, type RateDraft, withRate } from './rate-draft.ts'
import { RateImport } from './rate-import.tsx'
import { RATES, showRates } from './rate-list.ts'
import { RateTable } from './rate-table.tsx'

/** The dinar is what all others are converted to: it needs no rate. */
const CONVERTED = CURRENCIES.filter((currency) => currency !== 'RSD')

/** Kursevi: the worth of a currency's unit in RSD, from a day on. Saved documents keep their rate (decisions §2). */
export function RatesPanel() {
  const { values: draft, errors, change: changeFields, refuse } = useTypedFields<RateDraft>(EMPTY_RATE)
  const latest = useRef(draft)
  latest.current = draft
  const [importing, setImporting] = useState(false)
  const { data: rates = [] } = useQuery(RATES)
  const save = useMutation({
    mutationFn: (body: RateBody) => {
      const replaced = rates.find(({ valuta, vazi_od }) => valuta === body.valuta && vazi_od === body.vazi_od)
      // 0: as far as this screen knows there is none of that day.
      return call(rateEndpoints.saveRate, { body, ifVersion: replaced?.verzija ?? 0 })
    },
    onSuccess: (saved, sent) => {
      showRates((before) => withRate(before, saved))
      toastSuccess('Kurs je sačuvan.')
      // Fields that were typed in meanwhile hold the next rate; the same text, written out as its field was left, does
      // not.
      if (isDraftOf(sent, latest.current)) changeFields({ vazi_od: '', kurs: '' })
    },
  })

  function change(values: Partial<RateDraft>) {
    changeFields(values)
    if (save.isError) save.reset()
  }

  function submit() {
    const { body, errors: found } = checkRate(draft)
    refuse(byField(found))
    if (body && !save.isPending) save.mutate(body)
  }

  return (
    <Panel title="Kursevi">
      {(draft.vazi_od !== '' || draft.kurs !== '') && <LeaveGuard />}
      <form aria-label="Novi kurs" className="p-4" {...savedBy(submit)}>
        {save.error && <FormBanner title="Kurs nije sačuvan.">{reasonOf(save.error)}</FormBanner>}
        <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[6rem_10rem_1fr_auto]">
          <Field label="Valuta">
            <Select
              options={CONVERTED}
              value={draft.valuta}
              onChange={(event) => change({ valuta: event.currentTarget.value })}
            />
          </Field>
          <Field label="Važi od" error={errors.vazi_od}>
            <DateInput value={draft.vazi_od} onChange={(vazi_od) => change({ vazi_od })} />
          </Field>
          <Field label={`Kurs (RSD za 1 ${draft.valuta})`} error={errors.kurs}>
            <NumberInput value={draft.kurs} onChange={(kurs) => change({ kurs })} minPlaces={2} />
          </Field>
          <Button type="submit" variant="primary" changes className="mt-5" busy={save.isPending} busyText="Čuvanje...">
            Sačuvaj kurs
          </Button>
        </div>
        <div className="mt-2 flex flex-col items-start gap-3 sm:flex-row">
          <p className="flex-1 text-ink-2 text-sm">
            Po kursu sa dana dokumenta njegova vrednost se preračunava u dinare. Kurs važi od svog dana do sledećeg, a
            novi unos za isti dan zamenjuje prethodni; sačuvani dokumenti zadržavaju svoj.
          </p>
          <Button icon={<FileUp aria-hidden />} changes onClick={() => setImporting(true)}>
            Učitaj kursnu listu
          </Button>
        </div>
      </form>
      <RateTable />
      {importing && <RateImport onClose={() => setImporting(false)} />}
    </Panel>
  )
}
