import { useQuery } from '@tanstack/react-query'
import { C4_FILTER_COUNTRIES, C4_TYPES, type C4Document, type C4Row, c4Endpoints } from '#contract/c4.ts'
import { call } from '#web/api.ts'
import { DocumentPage } from '#web/documents/document-page.tsx'
import { FilterFields } from '#web/documents/filter-fields.tsx'
import { LIST_DEFAULTS, listQuery } from '#web/documents/list-address.ts'
import { read } from '#web/queries.ts'
import { downloadFile } from '#web/received-file.ts'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { c4Columns } from './c4-columns.tsx'
import { C4_KEEPING } from './c4-draft.ts'
import { C4Form } from './c4-form.tsx'
import { C4RazduzenjeDialog } from './c4-razduzenje-dialog.tsx'
import { c4Texts } from './c4-texts.ts'

/** Ulazni dokumenti: the list of C4 documents and their form (spec §2). */
export function C4Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const list = useQuery(
    read(c4Endpoints.listC4, { query: listQuery(at, { vrsta: 'c4', broj: 'c4Number', partner: 'posiljalac' }) }),
  )
  return (
    <DocumentPage<C4Document, C4Row>
      vrsta="c4"
      label="Ulazni dokumenti"
      counted="ulaznih dokumenata"
      texts={c4Texts}
      at={at}
      setAt={setAt}
      list={list}
      numberOf={(row) => row.broj_c4}
      partnerOf={(row) => row.posiljalac_naziv}
      columns={c4Columns}
      download={download}
      foresee={(id) => call(c4Endpoints.c4Provera, { body: { id } })}
      get={(id) => call(c4Endpoints.getC4, { params: { id } })}
      remove={({ id, verzija }) => call(c4Endpoints.deleteC4, { params: { id }, ifVersion: verzija })}
      filters={
        <FilterFields
          at={at}
          setAt={setAt}
          numberLabel="C4 broj"
          partnerLabel="Pošiljalac"
          types={C4_TYPES}
          countries={C4_FILTER_COUNTRIES}
        />
      }
      kind={C4_KEEPING.kind}
      form={(document, close, tell) => <C4Form document={document} onClose={close} onConsequences={tell} />}
      discharge={(id, close) => <C4RazduzenjeDialog id={id} onClose={close} />}
    />
  )
}

async function download({ id, broj_c4 }: C4Row) {
  const { blob } = await call(c4Endpoints.downloadC4Pdf, { params: { id } })
  downloadFile(blob, `${broj_c4}.pdf`)
}
