import { useQuery } from '@tanstack/react-query'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { read } from '#web/queries.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type OdobrenjeFilterProps = { value: string; onChange: (id: string) => void; className?: string }

/** The authorisation whose documents are listed, by its ID. */
export function OdobrenjeFilter({ value, onChange, className }: OdobrenjeFilterProps) {
  const options = useOdobrenja().map(({ id, broj }) => ({ value: String(id), text: broj }))
  return (
    <Field label="Odobrenje" className={className}>
      <Select
        options={options}
        emptyText="Sva odobrenja"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}

/** The authorisations by number; none while they are read. */
export const useOdobrenja = () =>
  useQuery(read(odobrenjaEndpoints.listOdobrenja, { query: { limit: MAX_PAGE_ROWS, sort: 'broj' } })).data?.results ??
  []
