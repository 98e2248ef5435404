import { STANJA_ROKA } from '#domain/rok.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { DateFilter, NumberFilter, OdobrenjeFilter, PeriodFilter, TextFilter, useOdobrenja } from './filters.tsx'
import type { ListAddress, SetListAddress } from './list-address.ts'
import { STANJA_TEXTS } from './rok-columns.tsx'

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
      <Field label="Tip dokumenta" className="max-md:col-span-2">
        <Select
          options={types}
          emptyText="Svi tipovi"
          value={at.tip_dokumenta}
          onChange={(event) => setAt({ tip_dokumenta: event.currentTarget.value })}
        />
      </Field>
      <PeriodFilter at={at} setAt={setAt} inGrid />
      <TextFilter label={partnerLabel} {...bind('partner')} />
      <Field label="Zemlja otpreme">
        <Select
          options={countries}
          emptyText="Sve zemlje"
          value={at.zemlja_otpreme}
          onChange={(event) => setAt({ zemlja_otpreme: event.currentTarget.value })}
        />
      </Field>
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

/** Filters by the customs facts of documents; books without authorisations are not asked for them. */
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
          <Field label="Stanje roka">
            <Select
              options={STANJA_ROKA.map((value) => ({ value, text: STANJA_TEXTS[value] }))}
              emptyText="Svi rokovi"
              value={at.stanje_roka}
              onChange={(event) => setAt({ stanje_roka: event.currentTarget.value })}
            />
          </Field>
        </>
      )}
    </>
  )
}
