import { type SqlBool, sql } from 'kysely'
import type { OstaloRazduzenjeHead, ostalaRazduzenjaEndpoints, RazduzenjeQuery } from '#contract/ostala-razduzenja.ts'
import { lookUp } from '#server/db/look-up.ts'
import type { Store } from '#server/db/open.ts'
import { bounds } from '#server/db/period.ts'
import type { Db } from '#server/db/schema.ts'
import { neighboursOf } from '#server/documents/document-list.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import { freeNumber } from '#server/documents/proposal.ts'
import { RAZDUZENJE_COLUMNS, razduzenjeById } from '#server/documents/razduzenje-rows.ts'
import { type PdfRules, sendPdf, uploadPdf } from '#server/files/pdfs.ts'
import type { Handlers } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { drawn, inBase64, NOT_DRAWN, printOstaloRazduzenje } from '#server/print/print-papers.ts'
import { type Found, pageFrom, pageOf } from '#server/records/page.ts'
import { existing } from '#server/refusal.ts'
import { nameableLots } from '#server/stock/nameable-lots.ts'
import { deleteRazduzenje, restoreRazduzenje, saveRazduzenje } from './razduzenje-save.ts'

/** The calls of documents that take from named lots. */
export const ostalaRazduzenjaHandlers = (
  { read, readAtOnce }: Store,
  { maxAllPdfBytes }: PdfRules,
): Handlers<typeof ostalaRazduzenjaEndpoints> => ({
  async listRazduzenja({ query }) {
    return pageOf(await readAtOnce((db) => findRazduzenja(db, query)), query)
  },

  async mogucnostiRazduzenja({ query: { materijal_id, datum, ...query }, now }) {
    const materials = materijal_id ? [materijal_id] : null
    const lots = await nameableLots(read, { materials, day: datum ?? dayOf(now), ...query })
    return { results: lots.map(({ cena: _, kurs: __, ...lot }) => lot) }
  },

  predlogRazduzenja: async ({ query: { datum } }) => {
    const broj = datum && (await freeNumber(read, 'ostalo_razduzenje', datum))
    return broj ? { broj } : {}
  },

  uploadRazduzenjePdf: (call) => uploadPdf(call, maxAllPdfBytes),

  async downloadRazduzenjePdf({ params: { id } }) {
    const document = await read
      .selectFrom('ostalo_razduzenje')
      .select(['broj', 'pdf_fajl'])
      .where('id', '=', id)
      .executeTakeFirst()
    return sendPdf(read, document?.pdf_fajl, document?.broj ?? '')
  },

  getRazduzenje: ({ params }) => readAtOnce(lookUp((db) => existing(razduzenjeById(db, params.id)))),

  razduzenjeSusedni: ({ params: { id } }) => readAtOnce((db) => neighboursOf(db, 'ostalo_razduzenje', id)),

  async razduzenjeFiles({ params: { id }, user, now }) {
    const razduzenje = await readAtOnce(lookUp((db) => existing(razduzenjeById(db, id))))
    const stampano = { korisnik: user.email, vreme: now }
    const firma = await nasaFirma(read)
    return { files: await drawn(printOstaloRazduzenje({ razduzenje, firma, stampano }).then(inBase64), NOT_DRAWN) }
  },

  createRazduzenje: ({ body, write }) => write((tx, log) => saveRazduzenje(tx, log, body)),

  updateRazduzenje: ({ params: { id }, body, ifVersion, write }) =>
    write((tx, log) => saveRazduzenje(tx, log, body, { rewrite: { id, ifVersion } })),

  deleteRazduzenje: ({ params: { id }, ifVersion, write, now }) =>
    write((tx, log) => deleteRazduzenje(tx, log, { id, ifVersion }, now)),

  restoreRazduzenje: ({ params: { id }, write, now }) => write((tx, log) => restoreRazduzenje(tx, log, id, now)),
})

/** A page of the documents that the query asks for, the newest first, and how many there are in all. */
async function findRazduzenja(
  db: Db,
  { vrsta, materijal_id, sort = 'datum', ...query }: RazduzenjeQuery,
): Promise<Found<OstaloRazduzenjeHead>> {
  const where = bounds(query, 'datum')
  if (vrsta) where.push(sql<SqlBool>`vrsta = ${vrsta}`)
  if (materijal_id)
    where.push(sql<SqlBool>`exists (
      select 1 from ostalo_razduzenje_stavka n join c4_stavka l on l.id = n.ulaz_stavka_id
      where n.ostalo_razduzenje_id = ostalo_razduzenje.id and l.materijal_id = ${materijal_id})`)
  const rows = db.selectFrom('ostalo_razduzenje').select(RAZDUZENJE_COLUMNS)
  return pageFrom(db, 'ostalo_razduzenje', rows, { ...query, where, by: sql.ref(sort) })
}
