import { useQuery } from '@tanstack/react-query'
import { auditEndpoints } from '#contract/audit.ts'
import { DEED_OPTIONS, KIND_OPTIONS } from '#web/audit/entry-words.ts'
import { PeriodFilter } from '#web/document-list/filters.tsx'
import { read } from '#web/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { HistoryValues, SetHistory } from './history-address.ts'

/** Of what, what, who and when. */
export function HistoryFilters({ at, setAt }: { at: HistoryValues; setAt: SetHistory }) {
  const users = useQuery(read(auditEndpoints.auditUsers))
  return (
    <>
      <Field label="Šta">
        <Select
          options={KIND_OPTIONS}
          emptyText="Sve"
          value={at.vrsta}
          onChange={(event) => setAt({ vrsta: event.currentTarget.value, predmet: '' })}
        />
      </Field>
      <Field label="Akcija">
        <Select
          options={DEED_OPTIONS}
          emptyText="Sve akcije"
          value={at.radnja}
          onChange={(event) => setAt({ radnja: event.currentTarget.value })}
        />
      </Field>
      <Field label="Korisnik">
        <Select
          options={users.data ?? (at.korisnik ? [at.korisnik] : [])}
          emptyText="Svi korisnici"
          value={at.korisnik}
          onChange={(event) => setAt({ korisnik: event.currentTarget.value })}
        />
      </Field>
      <PeriodFilter at={at} setAt={setAt} inGrid />
    </>
  )
}
