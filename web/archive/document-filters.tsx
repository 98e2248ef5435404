import { C1_FILTER_COUNTRIES, C1_TYPES } from '#contract/c1.ts'
import { C4_FILTER_COUNTRIES, C4_TYPES } from '#contract/c4.ts'
import { ARCHIVE_FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { TextFilter } from '#web/document-list/filters.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ArchiveView } from './archive-address.ts'

const TYPES = { '': [...C4_TYPES, ...C1_TYPES], Dolazni: C4_TYPES, Odlazni: C1_TYPES }
const serbian = new Intl.Collator('sr-Latn')
const COUNTRIES = [...new Set([...C4_FILTER_COUNTRIES, ...C1_FILTER_COUNTRIES])].sort(serbian.compare)

/** The filters of all documents; the period stands above all views. */
export function DocumentFilters({ at, setAt }: ArchiveView) {
  return (
    <>
      <Field label="Tip" className="max-md:col-span-2">
        <Select
          options={['Dolazni', 'Odlazni']}
          emptyText="Svi"
          value={at.tip}
          onChange={(event) => setAt({ tip: event.currentTarget.value, tip_dokumenta: '' })}
        />
      </Field>
      <Field label="Vrsta dokumenta" className="max-md:col-span-2">
        <Select
          options={TYPES[at.tip as keyof typeof TYPES] ?? TYPES['']}
          emptyText="Sve vrste"
          value={at.tip_dokumenta}
          onChange={(event) => setAt({ tip_dokumenta: event.currentTarget.value })}
        />
      </Field>
      <TextFilter
        label="Partner"
        value={at.partner}
        onChange={(partner) => setAt({ partner }, { replace: true })}
        pauseMs={ARCHIVE_FILTER_DEBOUNCE_MS}
      />
      <Field label="Zemlja otpreme">
        <Select
          options={COUNTRIES}
          emptyText="Sve zemlje"
          value={at.zemlja_otpreme}
          onChange={(event) => setAt({ zemlja_otpreme: event.currentTarget.value })}
        />
      </Field>
    </>
  )
}
