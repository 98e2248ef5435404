import { useQuery } from '@tanstack/react-query'
import { odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { call } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { Combobox, type Option } from '#web/ui/combobox.tsx'

/** How many authorisations are offered. */
const OFFERED = 20

type OdobrenjeInputProps = {
  name?: string
  /** The ID as text; empty without one. */
  value: string
  onChange: (id: string) => void
}

/** An authorisation, looked up by its number and kind; the field holds its ID and shows its number. */
export function OdobrenjeInput({ name, value, onChange }: OdobrenjeInputProps) {
  const params = { id: Number(value) }
  const { data } = useQuery({ ...read(odobrenjaEndpoints.getOdobrenje, { params }), enabled: value !== '' })
  return (
    <Combobox
      name={name}
      value={value === '' ? '' : (data?.broj ?? '…')}
      search={search}
      emptyText="Nema takvog odobrenja."
      onChoose={({ id }) => onChange(id)}
      onClear={() => onChange('')}
    />
  )
}

async function search(text: string, signal: AbortSignal): Promise<Option[]> {
  const { results } = await call(odobrenjaEndpoints.listOdobrenja, { query: { search: text, limit: OFFERED }, signal })
  return results.map(({ id, broj, vrsta_postupka }) => ({ id: String(id), name: broj, detail: vrsta_postupka ?? '' }))
}
