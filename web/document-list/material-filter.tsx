import { useQuery } from '@tanstack/react-query'
import { materialEndpoints } from '#contract/materials.ts'
import { rowsLike } from '#web/catalogue-rows.ts'
import { read } from '#web/queries.ts'
import { Combobox, type Option } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'

type MaterialFilterProps = { value: string; onChange: (id: string) => void }

/** The material of which documents are listed, by its ID; it is looked up by its name or ID. */
export function MaterialFilter({ value, onChange }: MaterialFilterProps) {
  const { data } = useQuery({
    ...read(materialEndpoints.getMaterial, { params: { id: value } }),
    enabled: value !== '',
  })
  return (
    <Field label="Materijal" className="max-md:col-span-2">
      <Combobox
        value={value && (data?.naziv ?? value)}
        code={data && value}
        search={search}
        emptyText="Nema takvog materijala u katalogu."
        onChoose={({ id }) => onChange(id)}
        onClear={() => onChange('')}
      />
    </Field>
  )
}

async function search(text: string, signal: AbortSignal): Promise<Option[]> {
  const { results } = await rowsLike(materialEndpoints.listMaterials, text, signal)
  return results.map(({ id, naziv, jedinica_mere }) => ({ id, name: naziv, detail: jedinica_mere }))
}
