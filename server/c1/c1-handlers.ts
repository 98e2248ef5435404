import { C1_PROPOSED, type c1Endpoints, type SavedC1 } from '#contract/c1.ts'
import { sentences } from '#contract/errors.ts'
import { codeKey } from '#domain/one-form.ts'
import { lookUp } from '#server/db/look-up.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { neighboursOf } from '#server/documents/document-list.ts'
import { documentsTemplate } from '#server/documents/documents-template.ts'
import { firmsOf } from '#server/documents/firms.ts'
import { importDocuments, importDocumentsByLines, skippedDocuments } from '#server/documents/import-documents.ts'
import { proposalFor } from '#server/documents/proposal.ts'
import { usualProducts } from '#server/documents/usual-values.ts'
import { type PdfRules, sendPdf, uploadPdf } from '#server/files/pdfs.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { drawn } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { existing, Refusal, TryAgain } from '#server/refusal.ts'
import { C1_DOCUMENTS } from './c1-documents.ts'
import { givePapers, type PapersWanted } from './c1-papers.ts'
import { c1Provera } from './c1-provera.ts'
import { findC1, listC1, razduzenjeOfC1, stavkeOfC1 } from './c1-queries.ts'
import { restoreC1 } from './c1-restore.ts'
import { deleteC1, saveC1 } from './c1-save.ts'

const NOT_DRAWN = 'PDF fajlovi trenutno ne mogu da se naprave. Dokument je sačuvan.'

const withPdf = ({ read }: Store) => read.selectFrom('c1').select(['broj_c1', 'pdf_fajl'])

type SheetCalls = 'importC1' | 'preskoceniC1' | 'importC1Tok' | 'c1DocumentsTemplate'
const sheetCalls = (store: Store): Pick<Handlers<typeof c1Endpoints>, SheetCalls> => ({
  importC1: (call) => importDocuments(store, C1_DOCUMENTS, call),
  preskoceniC1: (call) => skippedDocuments(store, C1_DOCUMENTS, call),
  importC1Tok: (call) => importDocumentsByLines(store, C1_DOCUMENTS, call),

  c1DocumentsTemplate: () => documentsTemplate(C1_DOCUMENTS),
})

async function razduzenjeOfExisting(db: Db, id: number) {
  await existing(db.selectFrom('c1').select('id').where('id', '=', id).executeTakeFirst())
  return razduzenjeOfC1(db, id)
}

/** The calls of outgoing documents (spec §5 C1 document form, §7 C1). */
export const c1Handlers = (store: Store, { maxAllPdfBytes }: PdfRules): Handlers<typeof c1Endpoints> => ({
  async listC1({ query }) {
    return pageOf(await store.readAtOnce((db) => listC1(db, query)), query, 'documents')
  },

  c1Firms: () => firmsOf(store.read, 'c1'),

  ...sheetCalls(store),
  uploadC1Pdf: (call) => uploadPdf(call, maxAllPdfBytes),

  async downloadC1Pdf({ params: { id } }) {
    const document = await withPdf(store).where('id', '=', id).executeTakeFirst()
    return sendPdf(store.read, document?.pdf_fajl, document?.broj_c1 ?? '')
  },

  async pdfByBrojC1({ params: { brojC1 } }) {
    const document = await withPdf(store)
      .where('broj_kljuc', '=', codeKey(brojC1))
      .where('pdf_fajl', 'is not', null)
      .orderBy('datum', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return sendPdf(store.read, document?.pdf_fajl, document?.broj_c1 ?? '')
  },

  async c1Stavke({ params: { id } }) {
    const stavke = await store.readAtOnce(lookUp((db) => stavkeOfC1(db, id)))
    // Every document has lines, so one without lines does not exist.
    if (stavke.length === 0) throw new Refusal('not_found', sentences.notFound)
    return stavke
  },

  c1Razduzenje: ({ params: { id } }) => store.readAtOnce(lookUp((db) => razduzenjeOfExisting(db, id))),

  c1Susedni: ({ params: { id } }) => store.readAtOnce((db) => neighboursOf(db, 'c1', id)),

  async c1Files(call) {
    return { files: await drawn(givePapers(store, call.params.id, wantedBy(call)), NOT_DRAWN) }
  },

  c1Predlog: ({ query }) => proposalFor(store.read, 'broj_c1', query, C1_PROPOSED),

  c1Uobicajeno: ({ body }) => usualProducts(store.read, body),

  c1Provera: (call) => c1Provera(call, call.body),

  getC1: ({ params: { id } }) => existing(store.readAtOnce(lookUp((db) => findC1(db, id)))),

  async createC1({ body, write, minimal, ...call }) {
    const saved = await write((tx, log) => saveC1(tx, log, body))
    return minimal ? saved : withPapers(store, saved, wantedBy(call))
  },

  async updateC1({ params: { id }, body, ifVersion, write, minimal, ...call }) {
    const saved = await write((tx, log) => saveC1(tx, log, body, { rewrite: { id, ifVersion } }))
    return minimal ? saved : withPapers(store, saved, wantedBy(call))
  },

  async deleteC1({ params: { id }, ifVersion, write, now }) {
    const promenjeni_c1 = await write((tx, log) => deleteC1(tx, log, { id, ifVersion, now }))
    return { message: 'Dokument uspešno obrisan.', promenjeni_c1 }
  },

  restoreC1: ({ params: { id }, query, write, now }) => write((tx, log) => restoreC1(tx, log, id, { ...query, now })),
})

const wantedBy = ({
  query,
  user,
  now,
}: Pick<Call<typeof c1Endpoints.c1Files>, 'query' | 'user' | 'now'>): PapersWanted => ({
  stampano: { korisnik: user.email, vreme: now },
  jedan_pdf: query.jedan_pdf,
})

/**
 * A paper that can't be drawn never costs the saved document (decisions §3): the answer says why there is none, and when
 * it may be asked for. Where somebody saved the document again meanwhile, the papers are of that save, as a whole.
 */
async function withPapers(store: Store, saved: SavedC1, wanted: PapersWanted): Promise<SavedC1> {
  try {
    const files = await drawn(givePapers(store, saved.id, { ...wanted, saved }), NOT_DRAWN)
    return { ...saved, files, papiri_zastareli: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const again = error instanceof TryAgain ? { papiri_posle: error.seconds } : {}
    return { ...saved, files: [], papiri_poruka: error.message, ...again }
  }
}
