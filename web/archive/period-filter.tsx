import { X } from 'lucide-react'
import { ARCHIVE_FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { DateFilter } from '#web/documents/filter-inputs.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ArchiveView } from './archive-address.ts'

/** The date range over all views; an empty end is open. */
export function PeriodFilter({ at, setAt }: ArchiveView) {
  const { datum_od, datum_do } = at
  const bind = (name: 'datum_od' | 'datum_do') => ({
    value: at[name],
    onChange: (day: string) => setAt({ [name]: day }, { replace: true }),
    pauseMs: ARCHIVE_FILTER_DEBOUNCE_MS,
  })
  const backwards = datum_od !== '' && datum_do !== '' && datum_od > datum_do
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="sr-only">Period</legend>
      <div className="w-38">
        <DateFilter label="Datum od" {...bind('datum_od')} />
      </div>
      <div className="w-38">
        <DateFilter label="Datum do" {...bind('datum_do')} />
      </div>
      {(datum_od || datum_do) && (
        <Button variant="ghost" icon={<X aria-hidden />} onClick={() => setAt({ datum_od: '', datum_do: '' })}>
          Ceo period
        </Button>
      )}
      {backwards && (
        <p role="alert" className="flex h-(--control) items-center text-bad text-sm">
          Kraj perioda je pre njegovog početka.
        </p>
      )}
    </fieldset>
  )
}
