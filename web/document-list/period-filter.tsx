import { ChevronDown } from 'lucide-react'
import { BACKWARDS } from '#contract/fields.ts'
import { ARCHIVE_FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { localDay } from '#web/ui/local-time.ts'
import { Menu } from '#web/ui/menu.tsx'
import { DateFilter } from './filter-inputs.tsx'
import { type Period, usualPeriods } from './periods.ts'

type PeriodFilterProps = {
  at: Period
  setAt: (change: Partial<Period>, how?: { replace?: boolean }) => void
  /** Among the filters of a list, whose grid gives the days their width. */
  inGrid?: boolean
}

/** The date range over a screen or of a list; an empty end is open. */
export function PeriodFilter({ at, setAt, inGrid = false }: PeriodFilterProps) {
  const { datum_od, datum_do } = at
  const bind = (name: 'datum_od' | 'datum_do') => ({
    value: at[name],
    onChange: (day: string) => setAt({ [name]: day }, { replace: true }),
    ...(inGrid ? {} : { pauseMs: ARCHIVE_FILTER_DEBOUNCE_MS }),
  })
  const width = inGrid ? undefined : 'sm:w-38'
  const backwards = datum_od !== '' && datum_do !== '' && datum_od > datum_do
  return (
    <>
      <div className={width}>
        <DateFilter label="Datum od" {...bind('datum_od')} />
      </div>
      <div className={width}>
        <DateFilter label="Datum do" {...bind('datum_do')} />
      </div>
      <PeriodMenu at={at} onChoose={setAt} />
      {backwards && (
        <p role="alert" className="col-span-2 flex items-center text-bad text-sm sm:h-(--control)">
          {BACKWARDS}
        </p>
      )}
    </>
  )
}

/** Whole months, quarters, half-years and years, chosen at once. */
export function PeriodMenu({ at, onChoose }: { at: Period; onChoose: (period: Period) => void }) {
  const periods = [{ text: 'Ceo period', period: { datum_od: '', datum_do: '' } }, ...usualPeriods(localDay())]
  const chosen = periods.find(({ period }) => period.datum_od === at.datum_od && period.datum_do === at.datum_do)
  return (
    <div className="flex items-end">
      <Menu
        align="start"
        label={`Izaberi period: ${chosen?.text ?? 'drugi'}`}
        buttonClassName="button button-secondary"
        button={
          <>
            {chosen?.text ?? 'Period'}
            <ChevronDown aria-hidden />
          </>
        }
        entries={periods.map(({ text, period }) => ({
          text,
          checked: text === chosen?.text,
          onChoose: () => onChoose(period),
        }))}
      />
    </div>
  )
}
