import {
  C1_CURRENCY,
  C1_HEAD,
  C1_LINE,
  C1_PROPOSED,
  type C1Body,
  type C1Stavka,
  c1Body,
  type c1Endpoints,
  c1Texts,
  type ProveraC1,
  type SavedC1,
} from '#contract/c1.ts'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { sentences } from '#contract/errors.ts'
import { codeKey } from '#domain/one-form.ts'
import { lookUp } from '#server/db/look-up.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { neighboursOf } from '#server/documents/document-list.ts'
import {
  documentsTemplate,
  importDocuments,
  importDocumentsByLines,
  skippedDocuments,
} from '#server/documents/import-documents.ts'
import type { DocumentKind } from '#server/documents/import-save.ts'
import { firmsOf, proposalFor } from '#server/documents/proposal.ts'
import { consequencesOf, type Look, type PreviewQuestion, provera } from '#server/documents/provera.ts'
import { usualProducts } from '#server/documents/usual-values.ts'
import { type PdfRules, sendPdf, uploadPdf } from '#server/files/pdfs.ts'
import type { Call, Handlers } from '#server/http/call.ts'
import { drawn } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { existing, Refusal, TryAgain } from '#server/refusal.ts'
import { givePapers, type PapersWanted } from './c1-papers.ts'
import { findC1, listC1, razduzenjeOfC1, stavkeOfC1 } from './c1-queries.ts'
import { restoreC1 } from './c1-restore.ts'
import { deleteC1, saveC1 } from './c1-save.ts'

const isDirected = (line: object) => ((line as Partial<C1Stavka>).usmerenja ?? []).length > 0

/** C1 by spreadsheet. */
export const C1_DOCUMENTS: DocumentKind<C1Body> = {
  vrsta: 'c1',
  head: C1_HEAD,
  line: C1_LINE,
  schema: c1Body,
  example: {
    head: {
      ...{ tip_dokumenta: 'Izvozna deklaracija', broj_c1: 'C1-001/26', datum: '2026-02-20' },
      ...{ posiljalac_naziv: 'Naša firma', posiljalac_grad: 'Kragujevac', posiljalac_drzava: 'Srbija' },
      ...{ primalac_naziv: 'Beta Auto', primalac_grad: 'Zagreb', zemlja_otpreme: 'Srbija' },
    },
    lines: [
      { broj_fakture: 'F-1', proizvod_id: 'SNOP1', kolicina: 20, cena: 15 },
      { broj_fakture: 'F-1', proizvod_id: 'SNOP2', kolicina: 5, cena: 12.5 },
    ],
  },
  priceOf: ({ cena }) => cena,
  valutaOf: () => C1_CURRENCY,
  find: findC1,
  fixed: ({ stavke }) => (stavke.some(isDirected) ? c1Texts.directedFixed : null),
  save: (tx, log, { body, rewrite }, { look }) => saveC1(tx, log, body, { rewrite, ofFile: true, look }),
}

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
 * A paper that cannot be drawn never costs the saved document (decisions §3): the answer says why there is none, and
 * when to ask again. If somebody saved the document again meanwhile, all papers are of that save.
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

/** The result of saving `dokument` as the export `id` (without: as a new one), or of removing it (no `dokument`). */
const c1Provera = (call: Pick<Call, 'tryOut' | 'now'>, { id, dokument }: PreviewQuestion<C1Body>): Promise<ProveraC1> =>
  provera(call, async (tx, log, found) => {
    const look: Look = async (booked, own) => found(await consequencesOf(tx, booked, { own }))
    if (!dokument) {
      if (id) await deleteC1(tx, log, { id, ifVersion: null, now: call.now, look })
      return
    }
    const before = id ? await tx.selectFrom('c1_stavka').select('id').where('c1_id', '=', id).execute() : []
    const known = new Set(before.map((line) => line.id))
    const saved = await saveC1(tx, log, dokument, { rewrite: id ? { id, ifVersion: null } : null, look })
    const rows = (await razduzenjeOfC1(tx, saved.id)).slice(0, MAX_PROVERA_ROWS)
    const razduzenje = rows.map((row) => (known.has(row.c1_stavka_id) ? row : { ...row, c1_stavka_id: null }))
    found({ razduzenje, manjak: saved.manjak })
  })
