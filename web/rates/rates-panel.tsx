import { useMutation, useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { CURRENCIES } from '#contract/c4.ts'
import { type RateBody, rateEndpoints, type StoredRate } from '#contract/rates.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { useTypedFields } from '#web/drafts/small-form.tsx'
import { queryClient, read } from '#web/queries.ts'
import { FormBanner } from '#web/screens/form-banner.tsx'
import { byField } from '#web/screens/form-errors.ts'
import { rowAction } from '#web/screens/list-parts.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { LeaveGuard } from '#web/ui/leave-guard.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Quantity } from '#web/ui/number.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { savedBy } from '#web/ui/saved-by.ts'
import { Select } from '#web/ui/select.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import {
  checkRate,
  EMPTY_RATE,
  holdsOn,
  isDefault,
  isDraftOf,
  type RateDraft,
  withoutRate,
  withRate,
} from './rate-draft.ts'
import { RateImport } from './rate-import.tsx'

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

/** The table of rates. */
const RATES = read(rateEndpoints.listRates)

/** Shows the table with this change until it is read again, so that it can be corrected at once. */
const showRates = (change: (rates: readonly StoredRate[]) => StoredRate[]) =>
  queryClient.setQueryData(RATES.queryKey, (before) => before && change(before))

const PAGE_ROWS = 12

/** The currencies' names, in the order of their rates. */
const NAMES: Readonly<Record<StoredRate['valuta'], string>> = { EUR: 'Evro', USD: 'Američki dolar', RSD: 'Dinar' }
const ORDER = Object.keys(NAMES)

/** All rates by currency, the newest first; those that hold today say so, those entered by hand can be deleted. */
function RateTable() {
  const list = useQuery(RATES)
  const { ask, busy } = useDeletion<StoredRate>({
    nameOf,
    remove: ({ valuta, vazi_od, verzija }) =>
      call(rateEndpoints.deleteRate, { params: { valuta, vazi_od }, ifVersion: verzija }),
    onDeleted: ([gone]) => {
      if (gone) showRates((before) => withoutRate(before, gone.row))
      toastSuccess('Kurs je obrisan.')
    },
    onKept: ([kept]) => toastError('Greška prilikom brisanja kursa.', reasonOf(kept?.error)),
  })
  const rates = useMemo(
    () => (list.data ?? []).toSorted((a, b) => ORDER.indexOf(a.valuta) - ORDER.indexOf(b.valuta)),
    [list.data],
  )
  const narrow = useNarrow()
  const columns = useMemo(() => rateColumns(list.data ?? [], narrow), [list.data, narrow])

  if (list.isError && !list.data) {
    return <LoadError text="Greška pri učitavanju kurseva" error={list.error} onRetry={() => list.refetch()} />
  }
  return (
    <div className="border-line border-t">
      <DataTable
        label="Kursevi"
        columns={columns}
        rows={rates}
        rowKey={({ valuta, vazi_od }) => `${valuta} ${vazi_od}`}
        loading={list.isPending}
        skeletonRows={3}
        pageSize={PAGE_ROWS}
        groupBy={({ valuta }) => valuta}
        band={([first]) => first && <strong>{NAMES[first.valuta]}</strong>}
        rowName={nameOf}
        actions={(rate) => (isDefault(rate) ? [] : [rowAction.remove(() => ask(rate), busy)])}
      />
    </div>
  )
}

const nameOf = ({ valuta, vazi_od }: StoredRate) => `${valuta} od ${formatDate(vazi_od)}`

/** A narrow screen marks today's rate under its day: another column would hide the rates. */
function rateColumns(rates: readonly StoredRate[], narrow: boolean): readonly Column<StoredRate>[] {
  const day = localDay()
  const from = (rate: StoredRate) =>
    isDefault(rate) ? <span className="text-ink-3">početni kurs</span> : <DateText value={rate.vazi_od} />
  const holds = (rate: StoredRate, text: string) => holdsOn(rates, rate, day) && <Badge tone="good">{text}</Badge>
  const days: Column<StoredRate>[] = narrow
    ? [
        {
          id: 'vazi_od',
          header: 'Važi od',
          wrap: true,
          cell: (rate) => (
            <>
              <div>{from(rate)}</div>
              {holds(rate, 'važi danas')}
            </>
          ),
        },
      ]
    : [
        { id: 'vazi_od', header: 'Važi od', cell: from },
        { id: 'danas', header: 'Važi danas', cell: (rate) => holds(rate, 'danas') },
      ]
  return [
    { id: 'valuta', header: 'Valuta', width: '5rem', cell: ({ valuta }) => valuta },
    ...days,
    { id: 'kurs', header: 'Kurs (RSD)', align: 'right', cell: ({ kurs }) => <Quantity value={kurs} minPlaces={2} /> },
  ]
}
