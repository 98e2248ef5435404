import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { C1_CURRENCY, C1_FILTER_COUNTRIES, C1_TYPES, c1Endpoints } from '#contract/c1.ts'
import { DocumentImport } from '#web/document-list/document-import.tsx'
import { DocumentPage } from '#web/document-list/document-page.tsx'
import { FilterFields } from '#web/document-list/filter-fields.tsx'
import { LIST_DEFAULTS, listQuery } from '#web/document-list/list-address.ts'
import { read } from '#web/queries.ts'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { c1Columns } from './c1-columns.tsx'
import { C1_SCREEN } from './c1-screen.ts'
import { usePapers } from './use-papers.ts'

const SHORTAGE_CHOICES = [
  { value: 'true', text: 'Sa manjkom' },
  { value: 'false', text: 'Bez manjka' },
]

/** Izlazni dokumenti: the list of C1 documents, their form, their papers and their discharge (spec §2). */
export function C1Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const { printing, papers } = usePapers()
  const query = listQuery(at, { vrsta: 'c1', broj: 'c1Number', partner: 'primalac' })
  const list = useQuery(read(c1Endpoints.listC1, { query }))

  return (
    <DocumentPage
      screen={C1_SCREEN}
      counted="izlaznih dokumenata"
      at={at}
      setAt={setAt}
      list={list}
      columns={c1Columns}
      buttons={
        <>
          <ListSheet sheet="c1" query={query} />
          <DocumentImport
            of="c1"
            endpoint={c1Endpoints.importC1}
            byLines={c1Endpoints.importC1Tok}
            template={c1Endpoints.c1DocumentsTemplate}
            templateName="template_c1.xlsx"
            title="Učitavanje izlaznih dokumenata iz fajla"
          />
        </>
      }
      filters={
        <>
          <FilterFields
            at={at}
            setAt={setAt}
            numberLabel="C1 broj"
            partnerLabel="Primalac"
            types={C1_TYPES}
            countries={C1_FILTER_COUNTRIES}
            currency={C1_CURRENCY}
          />
          <Field label="Manjak">
            <Select
              options={SHORTAGE_CHOICES}
              emptyText="Svi"
              value={at.ima_manjak}
              onChange={(event) => setAt({ ima_manjak: event.currentTarget.value })}
            />
          </Field>
        </>
      }
      moreActions={(row) => [
        { text: 'Preuzmi papire', icon: <FileDown />, disabled: printing === row.id, onChoose: () => papers(row.id) },
      ]}
    />
  )
}
