import { type C1Document, type C1Row, c1Endpoints } from '#contract/c1.ts'
import { call } from '#web/api.ts'
import type { DocumentScreen } from '#web/document-list/use-document-actions.tsx'
import { downloadFile, openPdf } from '#web/received-file.ts'
import { C1_KEEPING } from './c1-draft.ts'
import { C1Form } from './c1-form.tsx'
import { c1Texts } from './c1-texts.ts'

/** Facts that the list of C1 documents and the page of one share (spec §2). */
export const C1_SCREEN: DocumentScreen<C1Document, C1Row> = {
  vrsta: 'c1',
  label: 'Izlazni dokumenti',
  newText: 'Novi dokument',
  texts: c1Texts,
  numberOf: ({ broj_c1 }) => broj_c1,
  typeOf: ({ tip_dokumenta }) => tip_dokumenta,
  partnerOf: ({ primalac_naziv }) => primalac_naziv,
  get: (id) => call(c1Endpoints.getC1, { params: { id } }),
  foresee: (id) => call(c1Endpoints.c1Provera, { body: { id } }),
  remove: ({ id, verzija }) => call(c1Endpoints.deleteC1, { params: { id }, ifVersion: verzija }),
  download,
  kind: C1_KEEPING.kind,
  Form: C1Form,
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
