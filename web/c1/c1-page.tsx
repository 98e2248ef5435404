import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { C1_CURRENCY, C1_FILTER_COUNTRIES, C1_TYPES, type C1Document, type C1Row, c1Endpoints } from '#contract/c1.ts'
import { call, reasonOf } from '#web/api.ts'
import { DocumentPage } from '#web/documents/document-page.tsx'
import { FilterFields } from '#web/documents/filter-fields.tsx'
import { LIST_DEFAULTS, listQuery } from '#web/documents/list-address.ts'
import { read } from '#web/queries.ts'
import { downloadFile, openPdf } from '#web/received-file.ts'
import { useAddressValues } from '#web/screens/use-address-values.ts'
import { useAlert } from '#web/ui/asking.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { c1Columns } from './c1-columns.tsx'
import { C1_KEEPING } from './c1-draft.ts'
import { C1Form } from './c1-form.tsx'
import { downloadPapers, papersOf } from './c1-papers.ts'
import { c1Texts } from './c1-texts.ts'
import { RazduzenjeDialog } from './razduzenje-dialog.tsx'

const SHORTAGE_CHOICES = [
  { value: 'true', text: 'Sa manjkom' },
  { value: 'false', text: 'Bez manjka' },
]

/** Izlazni dokumenti: the list of C1 documents, their form, their papers and their discharge (spec §2). */
export function C1Page() {
  const [at, setAt] = useAddressValues(LIST_DEFAULTS)
  const [printing, setPrinting] = useState<number>()
  const alert = useAlert()
  const list = useQuery(
    read(c1Endpoints.listC1, { query: listQuery(at, { vrsta: 'c1', broj: 'c1Number', partner: 'primalac' }) }),
  )

  async function papers({ id }: C1Row) {
    setPrinting(id)
    await papersOf(id)
      .then(downloadPapers)
      .catch((error) => alert({ text: c1Texts.papersFailed, reason: reasonOf(error) }))
    setPrinting(undefined)
  }

  return (
    <DocumentPage<C1Document, C1Row>
      vrsta="c1"
      label="Izlazni dokumenti"
      counted="izlaznih dokumenata"
      texts={c1Texts}
      at={at}
      setAt={setAt}
      list={list}
      numberOf={(row) => row.broj_c1}
      partnerOf={(row) => row.primalac_naziv}
      columns={c1Columns}
      download={download}
      foresee={(id) => call(c1Endpoints.c1Provera, { body: { id } })}
      get={(id) => call(c1Endpoints.getC1, { params: { id } })}
      remove={({ id, verzija }) => call(c1Endpoints.deleteC1, { params: { id }, ifVersion: verzija })}
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
        { text: 'Preuzmi papire', icon: <FileDown />, disabled: printing === row.id, onChoose: () => papers(row) },
      ]}
      kind={C1_KEEPING.kind}
      form={(document, close, tell) => <C1Form document={document} onClose={close} onConsequences={tell} />}
      discharge={(id, close) => <RazduzenjeDialog id={id} onClose={close} />}
    />
  )
}

/** Where the download by id fails, the newest PDF of that number opens in a new tab (spec §8). */
async function download({ id, broj_c1 }: C1Row) {
  try {
    const { blob } = await call(c1Endpoints.downloadC1Pdf, { params: { id } })
    downloadFile(blob, `${broj_c1}.pdf`)
  } catch {
    await openPdf(call(c1Endpoints.pdfByBrojC1, { params: { brojC1: broj_c1 } }))
  }
}
