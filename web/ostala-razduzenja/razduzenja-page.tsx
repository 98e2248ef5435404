import { useQuery } from '@tanstack/react-query'
import { RAZDUZENJA } from '#contract/figures/carina.ts'
import { materialEndpoints } from '#contract/materials.ts'
import { type OstaloRazduzenjeHead, ostalaRazduzenjaEndpoints, VRSTE_RAZDUZENJA } from '#contract/ostala-razduzenja.ts'
import { rowsLike } from '#web/catalogue-rows.ts'
import { documentColumns } from '#web/document-list/document-columns.tsx'
import { DocumentPage } from '#web/document-list/document-page.tsx'
import { PeriodFilter, SelectFilter } from '#web/document-list/filters.tsx'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import { figureColumns } from '#web/screens/figure-columns.tsx'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { SheetButton } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Combobox, type Option } from '#web/ui/combobox.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Field } from '#web/ui/field.tsx'
import { RAZDUZENJE_SCREEN } from './razduzenje-form.tsx'

/** The values in the address of the list. Empty `limit`: what was last chosen, or LIST_ROWS. */
const DEFAULTS = {
  page: '1',
  limit: '',
  search: '',
  vrsta: '',
  materijal_id: '',
  datum_od: '',
  datum_do: '',
  sort: 'datum',
  order: 'desc',
  /** The document whose form is open. */
  otvori: '',
}

/** Ostala razduženja: the list of goods that left named lots without an export, and its form. */
export function RazduzenjaPage() {
  const [at, setAt] = useAddressValues(DEFAULTS)
  const { page, limit, otvori: _, ...rest } = at
  const query = { ...rest, page: pageIn(page), limit: rowsPerPage('ostalo_razduzenje', limit) }
  const { sort: __, order: ___, ...sought } = rest
  const list = useQuery(read(ostalaRazduzenjaEndpoints.listRazduzenja, { query }))
  return (
    <DocumentPage
      screen={RAZDUZENJE_SCREEN}
      counted="razduženja"
      at={at}
      setAt={setAt}
      list={list}
      columns={razduzenjeColumns}
      buttons={<SheetButton sheet="ostala-razduzenja" query={sought} />}
      filters={
        <>
          <SelectFilter
            label="Vrsta razduženja"
            className="max-md:col-span-2"
            options={VRSTE_RAZDUZENJA}
            emptyText="Sve vrste"
            value={at.vrsta}
            onChange={(vrsta) => setAt({ vrsta })}
          />
          <MaterialFilter value={at.materijal_id} onChange={(id) => setAt({ materijal_id: id })} />
          <PeriodFilter at={at} setAt={setAt} inGrid />
        </>
      }
    />
  )
}

type MaterialFilterProps = { value: string; onChange: (id: string) => void }

/** The ID of the material whose documents are listed; it is looked up by its name or ID. */
function MaterialFilter({ value, onChange }: MaterialFilterProps) {
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

/** The columns of the list, sorted by the server under the same names. */
const razduzenjeColumns = (
  onDownload: (row: OstaloRazduzenjeHead) => void,
): readonly Column<OstaloRazduzenjeHead>[] => [
  ...figureColumns<OstaloRazduzenjeHead>(
    RAZDUZENJA,
    {
      broj: {
        sortable: true,
        width: '10rem',
        card: 'title',
        under: ({ vrsta }) => vrsta,
        cell: ({ id, broj }) => <ListedDocumentLink vrsta="ostalo_razduzenje" id={id} broj={broj} />,
      },
      datum: documentColumns.date(),
      vrsta: { sortable: true, width: '14rem', fold: true, wrap: false, cut: true, card: 'third' },
      broj_jci: { width: '8rem', fold: true, card: 'none' },
      carinski_organ: null,
      razlog: { wrap: false, cut: true, card: 'second' },
      broj_stavki: { width: '4.5rem', card: 'right' },
    },
    { order: ['broj', 'datum', 'vrsta', 'razlog', 'broj_jci', 'broj_stavki'] },
  ),
  documentColumns.pdf('Preuzmi', (row) => row.broj, onDownload),
]
