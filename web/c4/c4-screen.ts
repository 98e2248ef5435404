import { type C4Document, type C4Row, c4Endpoints } from '#contract/c4.ts'
import { call } from '#web/api.ts'
import type { DocumentScreen } from '#web/document-list/use-document-actions.tsx'
import { downloadFile } from '#web/received-file.ts'
import { C4_KEEPING } from './c4-draft.ts'
import { C4Form } from './c4-form.tsx'
import { c4Texts } from './c4-texts.ts'

/** Facts that the list of C4 documents and the page of one share (spec §2). */
export const C4_SCREEN: DocumentScreen<C4Document, C4Row> = {
  vrsta: 'c4',
  label: 'Ulazni dokumenti',
  newText: 'Novi dokument',
  texts: c4Texts,
  numberOf: ({ broj_c4 }) => broj_c4,
  typeOf: ({ tip_dokumenta }) => tip_dokumenta,
  partnerOf: ({ posiljalac_naziv }) => posiljalac_naziv,
  get: (id) => call(c4Endpoints.getC4, { params: { id } }),
  foresee: (id) => call(c4Endpoints.c4Provera, { body: { id } }),
  remove: ({ id, verzija }) => call(c4Endpoints.deleteC4, { params: { id }, ifVersion: verzija }),
  async download({ id, broj_c4 }) {
    const { blob } = await call(c4Endpoints.downloadC4Pdf, { params: { id } })
    downloadFile(blob, `${broj_c4}.pdf`)
  },
  kind: C4_KEEPING.kind,
  Form: C4Form,
}
