import { useQuery } from '@tanstack/react-query'
import { C4_FILTER_COUNTRIES, C4_TYPES, c4Endpoints } from '#contract/c4.ts'
import { DocumentImport } from '#web/document-list/document-import.tsx'
import { DocumentPage } from '#web/document-list/document-page.tsx'
import { FilterFields } from '#web/document-list/filter-fields.tsx'
import { LIST_DEFAULTS, listQuery } from '#web/document-list/list-address.ts'
import { read } from '#web/queries.ts'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { c4Columns } from './c4-columns.tsx'
import { C4_SCREEN } from './c4-screen.ts'
import { c4Texts } from './c4-texts.ts'
import { NewFromSupplier } from './from-supplier.tsx'

/** Ulazni dokumenti: the list of C4 documents and their form (spec §2). */
export function C4Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const query = listQuery(at, { vrsta: 'c4', broj: 'c4Number', partner: 'posiljalac' })
  const list = useQuery(read(c4Endpoints.listC4, { query }))
  return (
    <DocumentPage
      screen={C4_SCREEN}
      counted="ulaznih dokumenata"
      at={at}
      setAt={setAt}
      list={list}
      columns={c4Columns}
      buttons={
        <>
          <NewFromSupplier />
          <ListSheet sheet="c4" query={query} />
          <DocumentImport
            of="c4"
            endpoint={c4Endpoints.importC4}
            byLines={c4Endpoints.importC4Tok}
            template={c4Endpoints.c4DocumentsTemplate}
            templateName="template_c4.xlsx"
            title="Učitavanje ulaznih dokumenata iz fajla"
            day={c4Texts.startDay}
          />
        </>
      }
      filters={
        <FilterFields
          at={at}
          setAt={setAt}
          numberLabel="C4 broj"
          partnerLabel="Pošiljalac"
          types={C4_TYPES}
          countries={C4_FILTER_COUNTRIES}
          withRok
        />
      }
    />
  )
}
