import { C4_HEAD, C4_LINE, C4_PROPOSED, type C4Body, c4Body, type c4Endpoints, type ProveraC4 } from '#contract/c4.ts'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { PRE_POCETKA } from '#domain/named-draws.ts'
import { lookUp } from '#server/db/look-up.ts'
import type { Store } from '#server/db/open.ts'
import type { Tx } from '#server/db/schema.ts'
import { withRok } from '#server/documents/carina.ts'
import { neighboursOf } from '#server/documents/document-list.ts'
import {
  documentsTemplate,
  importDocuments,
  importDocumentsByLines,
  skippedDocuments,
} from '#server/documents/import-documents.ts'
import type { DocumentKind } from '#server/documents/import-save.ts'
import { firmsOf, proposalFor } from '#server/documents/proposal.ts'
import { consequencesOf, type Look, newShortagesOf, type PreviewQuestion, provera } from '#server/documents/provera.ts'
import { usualMaterials } from '#server/documents/usual-values.ts'
import { type PdfRules, sendPdf, uploadPdf } from '#server/files/pdfs.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { drawn, NOT_DRAWN } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { importInvoices, sendTemplate, skippedInvoices } from './c4-import.ts'
import { existingC4, findC4, listC4, stavkeOfC4 } from './c4-queries.ts'
import { paperOfC4, papersOfC4, razduzenjeOfC4 } from './c4-razduzenje.ts'
import { deleteC4, restoreC4, saveC4 } from './c4-save.ts'
import { addProduzenje, listProduzenja } from './produzenja.ts'

/** C4 by spreadsheet. */
export const C4_DOCUMENTS: DocumentKind<C4Body> = {
  vrsta: 'c4',
  head: C4_HEAD,
  line: C4_LINE,
  schema: c4Body,
  example: {
    head: {
      ...{ tip_dokumenta: 'Uvozna deklaracija', broj_terminala: 'T1', broj_c4: 'C4-001/26', datum: '2026-01-15' },
      ...{ posiljalac_naziv: 'Müller Kabel GmbH', posiljalac_grad: 'Nürnberg', posiljalac_drzava: 'Nemačka' },
      ...{ primalac_naziv: 'Naša firma', primalac_grad: 'Kragujevac', zemlja_otpreme: 'Nemačka' },
      ...{ valuta: 'EUR', paritet: 'EXW' },
    },
    lines: [
      {
        broj_fakture: 'F-1',
        materijal_id: 'PRV035CRN',
        kolicina: 1300,
        cena_po_jedinici: 0.225,
        dokazuje_poreklo: true,
      },
      { broj_fakture: 'F-1', materijal_id: 'KLP01', kolicina: 500, cena_po_jedinici: 0.05, dokazuje_poreklo: false },
    ],
  },
  priceOf: ({ cena_po_jedinici }) => cena_po_jedinici,
  valutaOf: ({ valuta }) => valuta,
  find: findC4,
  save: (tx, log, { body, rewrite }, how) => saveC4(tx, log, body, { rewrite, ofFile: true, ...how }),
}

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
    write((tx, log) => addProduzenje(tx, log, id, { ...body, uneto: now, korisnik: user.email })),

  async deleteC4({ params: { id }, ifVersion, write, now }) {
    const promenjeni_c1 = await write((tx, log) => deleteC4(tx, log, { id, ifVersion, now }))
    return { message: 'Dokument uspešno obrisan.', promenjeni_c1 }
  },

  restoreC4: ({ params: { id }, query, write, now }) =>
    write(async (tx, log) => withRok(tx, await restoreC4(tx, log, id, { ...query, now }), dayOf(now))),
})

/** The result of saving `dokument` as the import `id` (without: as a new one), or of removing it (no `dokument`). */
const c4Provera = (call: Pick<Call, 'tryOut' | 'now'>, { id, dokument }: PreviewQuestion<C4Body>): Promise<ProveraC4> =>
  provera(call, async (tx, log, found) => {
    const before = new Map(id ? (await lotsOf(tx, id)).map((lot) => [lot.id, lot]) : [])
    const look: Look = async (booked, c4_id) => {
      const added = new Map((await lotsOf(tx, c4_id)).map((lot) => [lot.id, { ...lot, id: null }]))
      const lotOf = (lot: number) => before.get(lot) ?? added.get(lot)
      found({ manjak: await newShortagesOf(tx, booked), ...(await consequencesOf(tx, booked, { lotOf })) })
    }
    if (!dokument) {
      if (id) await deleteC4(tx, log, { id, ifVersion: null, now: call.now, look })
      return
    }
    const saved = await saveC4(tx, log, dokument, { rewrite: id ? { id, ifVersion: null } : null, look })
    const { rows } = await razduzenjeOfC4(tx, saved.id, { page: 1, limit: MAX_PROVERA_ROWS })
    const razduzenje = rows.map(({ ulaz_stavka_id, ostalo_razduzenje, ...row }) => ({
      ...row,
      ulaz_stavka_id: before.has(ulaz_stavka_id) ? ulaz_stavka_id : null,
      // The facts of the lines themselves are written with the import.
      ostalo_razduzenje: ostalo_razduzenje && {
        ...ostalo_razduzenje,
        id: ostalo_razduzenje.vrsta === PRE_POCETKA ? null : ostalo_razduzenje.id,
      },
    }))
    found({ razduzenje })
  })

const lotsOf = (tx: Tx, c4_id: number) =>
  tx
    .selectFrom('c4_stavka')
    .innerJoin('c4', 'c4.id', 'c4_id')
    .select(['c4_stavka.id', 'broj_c4 as c4_broj'])
    .where('c4_id', '=', c4_id)
    .execute()
