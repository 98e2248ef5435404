import { C4_PROPOSED, type c4Endpoints } from '#contract/c4.ts'
import { lookUp } from '#server/db/look-up.ts'
import type { Store } from '#server/db/open.ts'
import { withRok } from '#server/documents/carina.ts'
import { neighboursOf } from '#server/documents/document-list.ts'
import { documentsTemplate } from '#server/documents/documents-template.ts'
import { firmsOf } from '#server/documents/firms.ts'
import { importDocuments, importDocumentsByLines, skippedDocuments } from '#server/documents/import-documents.ts'
import { proposalFor } from '#server/documents/proposal.ts'
import { usualMaterials } from '#server/documents/usual-values.ts'
import { type PdfRules, sendPdf, uploadPdf } from '#server/files/pdfs.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { drawn, NOT_DRAWN } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { C4_DOCUMENTS } from './c4-documents.ts'
import { importInvoices, sendTemplate, skippedInvoices } from './c4-import.ts'
import { paperOfC4, papersOfC4 } from './c4-papers.ts'
import { c4Provera } from './c4-provera.ts'
import { existingC4, findC4, listC4, stavkeOfC4 } from './c4-queries.ts'
import { razduzenjeOfC4 } from './c4-razduzenje.ts'
import { deleteC4, restoreC4, saveC4 } from './c4-save.ts'
import { addProduzenje, listProduzenja } from './produzenja.ts'

type SheetCalls =
  | ('c4Template' | 'importInvoices' | 'preskoceniFaktura')
  | ('importC4' | 'preskoceniC4' | 'importC4Tok' | 'c4DocumentsTemplate')
/** Calls that read spreadsheets: invoices for the form, and documents. */
const sheetCalls = (store: Pick<Store, 'read' | 'readLong'>): Pick<Handlers<typeof c4Endpoints>, SheetCalls> => ({
  c4Template: async () => sendTemplate(),

  importInvoices: (call) => importInvoices(store.read, call),
  preskoceniFaktura: (call) => skippedInvoices(store.read, call),

  importC4: (call) => importDocuments(store, C4_DOCUMENTS, call),
  preskoceniC4: (call) => skippedDocuments(store, C4_DOCUMENTS, call),
  importC4Tok: (call) => importDocumentsByLines(store, C4_DOCUMENTS, call),

  c4DocumentsTemplate: () => documentsTemplate(C4_DOCUMENTS),
})

/** The calls of incoming documents and of their invoices in Excel (spec §5 C4 document form, §7 C4). */
export const c4Handlers = (
  { read, readAtOnce, readLong }: Store,
  { maxAllPdfBytes }: PdfRules,
): Handlers<typeof c4Endpoints> => ({
  ...sheetCalls({ read, readLong }),
  async listC4({ query, now }) {
    return pageOf(await readAtOnce((db) => listC4(db, query, dayOf(now))), query, 'documents')
  },

  c4Firms: () => firmsOf(read, 'c4'),

  uploadC4Pdf: (call) => uploadPdf(call, maxAllPdfBytes),

  async downloadC4Pdf({ params: { id } }) {
    const document = await read.selectFrom('c4').select(['broj_c4', 'pdf_fajl']).where('id', '=', id).executeTakeFirst()
    return sendPdf(read, document?.pdf_fajl, document?.broj_c4 ?? '')
  },

  async c4Stavke({ params: { id } }) {
    await existingC4(read, id)
    return stavkeOfC4(read, id)
  },

  async c4Razduzenje({ params: { id }, query }) {
    const found = await readAtOnce(
      lookUp(async (db) => {
        await existingC4(db, id)
        return razduzenjeOfC4(db, id, query)
      }),
    )
    return pageOf(found, query)
  },

  c4Susedni: ({ params: { id } }) => readAtOnce((db) => neighboursOf(db, 'c4', id)),

  async c4Files({ params: { id }, user, now }) {
    const stampano = { korisnik: user.email, vreme: now }
    const paper = await readAtOnce(lookUp(async (db) => paperOfC4(db, await existing(findC4(db, id)), stampano)))
    return { files: await drawn(papersOfC4(paper), NOT_DRAWN) }
  },

  c4Predlog: ({ query }) => proposalFor(read, 'broj_c4', query, C4_PROPOSED),

  c4Uobicajeno: ({ body }) => usualMaterials(read, body),

  c4Provera: (call) => c4Provera(call, call.body),

  getC4: ({ params: { id }, now }) =>
    readAtOnce(lookUp(async (db) => withRok(db, await existing(findC4(db, id)), dayOf(now)))),

  createC4: ({ body, write, now }) => write(async (tx, log) => withRok(tx, await saveC4(tx, log, body), dayOf(now))),

  updateC4: ({ params: { id }, body, ifVersion, write, now }) =>
    write(async (tx, log) => withRok(tx, await saveC4(tx, log, body, { rewrite: { id, ifVersion } }), dayOf(now))),

  c4Produzenja: ({ params: { id } }) => readAtOnce((db) => listProduzenja(db, id)),

  addProduzenje: ({ params: { id }, body, user, now, write }) =>
    write((tx, log) => addProduzenje(tx, log, id, body, { uneto: now, korisnik: user.email })),

  async deleteC4({ params: { id }, ifVersion, write, now }) {
    const promenjeni_c1 = await write((tx, log) => deleteC4(tx, log, { id, ifVersion, now }))
    return { message: 'Dokument uspešno obrisan.', promenjeni_c1 }
  },

  restoreC4: ({ params: { id }, query, write, now }) =>
    write(async (tx, log) => withRok(tx, await restoreC4(tx, log, id, { ...query, now }), dayOf(now))),
})
