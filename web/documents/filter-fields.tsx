import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { DateFilter, NumberFilter, TextFilter } from './filter-inputs.tsx'
import type { ListAddress, SetListAddress } from './list-address.ts'

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
}

/** The filters of a list of documents (spec §2). */
export function FilterFields(props: FilterFieldsProps) {
  const { at, setAt, numberLabel, partnerLabel, types, countries, currency } = props
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
      <DateFilter label="Datum od" {...bind('datum_od')} />
      <DateFilter label="Datum do" {...bind('datum_do')} />
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
    </>
  )
}
