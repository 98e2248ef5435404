import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Rate, rateEndpoints } from '#contract/rates.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { call, reasonOf } from '#web/api.ts'
import { rowAction } from '#web/screens/list-parts.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { useDeletion } from '#web/screens/use-deletion.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Quantity } from '#web/ui/number.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { holdsOn, isDefault, withoutRate } from './rate-draft.ts'
import { RATES, showRates } from './rate-list.ts'

const PAGE_ROWS = 12

/** The currencies' names, in the order of their rates. */
const NAMES: Readonly<Record<Rate['valuta'], string>> = { EUR: 'Evro', USD: 'Američki dolar', RSD: 'Dinar' }
const ORDER = Object.keys(NAMES)

/** All rates by currency, the newest first; those that hold today say so, those entered by hand can be deleted. */
export function RateTable() {
  const list = useQuery(RATES)
  const { ask, busy } = useDeletion<Rate>({
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

const nameOf = ({ valuta, vazi_od }: Rate) => `${valuta} od ${formatDate(vazi_od)}`

/** On a narrow screen what holds today is said under its day: another column would hide the rates. */
function rateColumns(rates: readonly Rate[], narrow: boolean): readonly Column<Rate>[] {
  const day = localDay()
  const from = (rate: Rate) =>
    isDefault(rate) ? <span className="text-ink-3">početni kurs</span> : <DateText value={rate.vazi_od} />
  const holds = (rate: Rate, text: string) => holdsOn(rates, rate, day) && <Badge tone="good">{text}</Badge>
  const days: Column<Rate>[] = narrow
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
