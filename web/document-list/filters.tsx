import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { BACKWARDS } from '#contract/fields.ts'
import { ARCHIVE_FILTER_DEBOUNCE_MS, MAX_PAGE_ROWS, MAX_SEARCH_CHARACTERS } from '#contract/limits.ts'
import { odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { formatDate, parseIsoDate, parseTypedDate } from '#domain/calendar-date.ts'
import { plainFromSerbian } from '#domain/decimal.ts'
import { STANJA_ROKA } from '#domain/rok.ts'
import { read } from '#web/queries.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { localDay } from '#web/ui/local-time.ts'
import { Menu } from '#web/ui/menu.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { useTyped } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { ListAddress, SetListAddress } from './list-address.ts'
import { type Period, usualPeriods } from './periods.ts'
import { STANJA_TEXTS } from './rok-columns.tsx'

const PAUSE_MS = 350

type FilterInputProps = {
  label: string
  /** As the address has it. */
  value: string
  onChange: (value: string) => void
  /** The pause in typing after which the filter applies. */
  pauseMs?: number
}

type TextFilterProps = FilterInputProps & { className?: string }

/** A typed filter: it applies after a pause. */
export function TextFilter({ label, value, onChange, pauseMs = PAUSE_MS, className }: TextFilterProps) {
  const [text, type] = useTyped({ value, shown: value, read: (typed) => typed.trim(), onChange })
  return (
    <Field label={label} className={className}>
      <TextInput
        value={text}
        maxLength={MAX_SEARCH_CHARACTERS}
        onChange={(event) => type(event.currentTarget.value, pauseMs)}
      />
    </Field>
  )
}

/** A day as a filter: `YYYY-MM-DD` in the address, `dd.MM.yyyy.` on the screen. */
export function DateFilter({ label, value, onChange, pauseMs = PAUSE_MS }: FilterInputProps) {
  const day = parseIsoDate(value)
  const [text, type, leave] = useTyped({ value, shown: day ? formatDate(day) : value, read: wireDay, onChange })
  // A day is checked only when it is complete.
  const [typing, setTyping] = useState(false)
  return (
    <Field label={label} error={wireDay(text) === null && !typing ? 'Nije datum' : undefined}>
      <DateInput
        value={text}
        onChange={(next) => type(next, pauseMs)}
        onFocus={() => setTyping(true)}
        onBlur={() => {
          setTyping(false)
          leave()
        }}
      />
    </Field>
  )
}

/** An amount as a filter: plain decimal text in the address, Serbian notation on the screen. */
function NumberFilter({ label, value, onChange, pauseMs = PAUSE_MS }: FilterInputProps) {
  const [text, type] = useTyped({ value, shown: value.replace('.', ','), read: wireAmount, onChange })
  return (
    <Field label={label} error={wireAmount(text) === null ? 'Nije broj' : undefined}>
      <NumberInput value={text} onChange={(next) => type(next, pauseMs)} />
    </Field>
  )
}

const wireDay = (text: string): string | null => (text.trim() === '' ? '' : parseTypedDate(text))

const wireAmount = (text: string): string | null => (text.trim() === '' ? '' : plainFromSerbian(text))

type PeriodFilterProps = {
  at: Period
  setAt: (change: Partial<Period>, how?: { replace?: boolean }) => void
  /** Among the filters of a list, whose grid gives the days their width. */
  inGrid?: boolean
}

/** The date range of a screen or list; an empty end is open. */
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

/** Offers months, quarters, half-years and years, each chosen at once. */
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

type SelectFilterProps = Omit<TextFilterProps, 'pauseMs'> & Pick<ComponentProps<typeof Select>, 'options' | 'emptyText'>

/** A chosen filter: it applies at once. */
export const SelectFilter = ({ label, className, onChange, ...select }: SelectFilterProps) => (
  <Field label={label} className={className}>
    <Select {...select} onChange={(event) => onChange(event.currentTarget.value)} />
  </Field>
)

type OdobrenjeFilterProps = { value: string; onChange: (id: string) => void; className?: string }

/** The authorisation whose documents are listed, by its ID. */
export function OdobrenjeFilter({ value, onChange, className }: OdobrenjeFilterProps) {
  const options = useOdobrenja().map(({ id, broj }) => ({ value: String(id), text: broj }))
  return (
    <SelectFilter
      label="Odobrenje"
      className={className}
      options={options}
      emptyText="Sva odobrenja"
      value={value}
      onChange={onChange}
    />
  )
}

/** The authorisations by number; none while they are read. */
export const useOdobrenja = () =>
  useQuery(read(odobrenjaEndpoints.listOdobrenja, { query: { limit: MAX_PAGE_ROWS, sort: 'broj' } })).data?.results ??
  []

type FilterFieldsProps = {
  at: ListAddress
  setAt: SetListAddress
  /** 'C4 broj' or 'C1 broj'. */
  numberLabel: string
  /** 'Pošiljalac' or 'Primalac'. */
  partnerLabel: string
  types: readonly string[]
  countries: readonly string[]
  /** Behind 'Vrednost', where all documents have one currency. */
  currency?: string
  /** Imports have a deadline. */
  withRok?: boolean
}

/** The filters of a list of documents (spec §2). */
export function FilterFields(props: FilterFieldsProps) {
  const { at, setAt, numberLabel, partnerLabel, types, countries, currency, withRok = false } = props
  const value = currency ? `Vrednost (${currency})` : 'Vrednost'
  const bind = (name: keyof ListAddress) => ({
    value: at[name],
    onChange: (text: string) => setAt({ [name]: text }, { replace: true }),
  })
  return (
    <>
      <TextFilter label={numberLabel} className="max-md:col-span-2" {...bind('broj')} />
      <SelectFilter
        label="Tip dokumenta"
        className="max-md:col-span-2"
        options={types}
        emptyText="Svi tipovi"
        value={at.tip_dokumenta}
        onChange={(tip_dokumenta) => setAt({ tip_dokumenta })}
      />
      <PeriodFilter at={at} setAt={setAt} inGrid />
      <TextFilter label={partnerLabel} {...bind('partner')} />
      <SelectFilter
        label="Zemlja otpreme"
        options={countries}
        emptyText="Sve zemlje"
        value={at.zemlja_otpreme}
        onChange={(zemlja_otpreme) => setAt({ zemlja_otpreme })}
      />
      <NumberFilter label={`${value} od`} {...bind('vrednost_min')} />
      <NumberFilter label={`${value} do`} {...bind('vrednost_max')} />
      <NumberFilter label="Količina od" {...bind('kolicina_min')} />
      <NumberFilter label="Količina do" {...bind('kolicina_max')} />
      <CarinaFilters at={at} setAt={setAt} withRok={withRok} />
    </>
  )
}

const OF_CARINA = ['odobrenje_id', 'broj_jci', 'rok_od', 'rok_do', 'stanje_roka'] as const

type CarinaFiltersProps = Pick<FilterFieldsProps, 'at' | 'setAt'> & { withRok: boolean }

/** Filters by the customs facts of documents; books without authorisations do not show them. */
function CarinaFilters({ at, setAt, withRok }: CarinaFiltersProps) {
  const some = useOdobrenja().length > 0 || OF_CARINA.some((name) => at[name] !== '')
  if (!some) return null
  const bind = (name: (typeof OF_CARINA)[number]) => ({
    value: at[name],
    onChange: (text: string) => setAt({ [name]: text }, { replace: true }),
  })
  return (
    <>
      <OdobrenjeFilter {...bind('odobrenje_id')} />
      <TextFilter label="Broj JCI" {...bind('broj_jci')} />
      {withRok && (
        <>
          <DateFilter label="Rok od" {...bind('rok_od')} />
          <DateFilter label="Rok do" {...bind('rok_do')} />
          <SelectFilter
            label="Stanje roka"
            options={STANJA_ROKA.map((value) => ({ value, text: STANJA_TEXTS[value] }))}
            emptyText="Svi rokovi"
            value={at.stanje_roka}
            onChange={(stanje_roka) => setAt({ stanje_roka })}
          />
        </>
      )}
    </>
  )
}
