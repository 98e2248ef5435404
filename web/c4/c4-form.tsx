import type { RefObject } from 'react'
import { type C4Body, type C4Document, c4Endpoints, type SavedC4 } from '#contract/c4.ts'
import { call, reasonOf } from '#web/api.ts'
import { DocumentForm, type DocumentFormProps, type FormKind } from '#web/documents/document-form.tsx'
import { type C4Dispatch, type C4Draft, type C4Head, type C4Line, checkC4 } from './c4-draft.ts'
import { C4HeadFields } from './c4-head.tsx'
import { C4_KEEPING, type KeptC4Line } from './c4-keeping.ts'
import { C4_KIND } from './c4-line.tsx'
import { C4_PASTE } from './c4-paste.ts'
import { c4Texts } from './c4-texts.ts'
import { InvoiceImport } from './invoice-import.tsx'
import { C4_LOOKUP } from './material-lookup.ts'

const C4_FORM: FormKind<C4Document, C4Head, C4Line, KeptC4Line, C4Body, SavedC4> = {
  list: c4Endpoints.listC4.path,
  keeping: C4_KEEPING,
  grid: C4_KIND,
  lookup: C4_LOOKUP,
  paste: C4_PASTE,
  currencyOf: ({ valuta }) => valuta,
  numberOf: ({ broj_c4 }) => broj_c4,
  check: checkC4,
  goodsOf: ({ stavke }) =>
    stavke.map(({ id = null, materijal_id, cena_po_jedinici, ...line }) => ({
      ...line,
      id,
      roba_id: materijal_id,
      cena: cena_po_jedinici,
    })),
  usual: (ids, bez_dokumenta) => call(c4Endpoints.c4Uobicajeno, { body: { ids, bez_dokumenta } }),
  load: (id) => call(c4Endpoints.getC4, { params: { id } }),
  loadPdf: (id) => call(c4Endpoints.downloadC4Pdf, { params: { id } }),
  uploadPdf: (file, documentId, onProgress) =>
    call(c4Endpoints.uploadC4Pdf, { file, fields: { documentId }, onProgress }),
  create: (body, idempotencyKey) => call(c4Endpoints.createC4, { body, idempotencyKey }),
  update: (id, body, ifVersion) => call(c4Endpoints.updateC4, { params: { id }, body, ifVersion }),
  consequencesOf: ({ promenjeni_c1 }) => ({ manjak: [], promenjeni_c1 }),
  notSaved: (error) => ({ text: c4Texts.saveFailed, reason: reasonOf(error) }),
  titles: { add: 'Novi ulazni dokument', edit: 'Izmeni ulazni dokument' },
  texts: c4Texts,
}

/** Novi ulazni dokument / Izmeni ulazni dokument (spec §2, §5). */
export const C4Form = (props: DocumentFormProps<C4Document>) => (
  <DocumentForm of={C4_FORM} {...props} head={(head) => <C4HeadFields {...head} />} buttons={importOf} />
)

const importOf = (latest: RefObject<C4Draft>, dispatch: C4Dispatch) => (
  <InvoiceImport latest={latest} onTake={(imported) => dispatch({ do: 'replaceInvoices', ...imported })} />
)
