import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SISTEM } from '#contract/audit.ts'
import { documentTexts } from '#contract/documents.ts'
import { sentences } from '#contract/errors.ts'
import { MAX_NAME_CHARACTERS, ORPHAN_PDF_HOURS, RESTORE_DAYS } from '#contract/limits.ts'
import { entriesAbout, factsOf, type Log } from '#server/audit/log.ts'
import type { Config } from '#server/config.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Call, FileReply, UploadedFile } from '#server/http/call.ts'
import { Refusal } from '#server/refusal.ts'
import { fileStem } from './file-stem.ts'
import { kindOfPdf } from './pdf-bytes.ts'

const PDF = 'application/pdf'
/** The time that deleted files are kept. */
export const RESTORE_MS = RESTORE_DAYS * 24 * 60 * 60 * 1000

/** The rules of an installation about its PDFs: how many bytes all of them together may have. */
export type PdfRules = Partial<Pick<Config, 'maxAllPdfBytes'>>
type Upload = Pick<Call, 'now' | 'write'> & { file: UploadedFile; user: { id: number } }

/** The save with this lock of PostgreSQL adds PDFs up; the number is nobody else's. */
const SUM_LOCK = 7_342_002

/**
 * Keeps an uploaded PDF for a document to adopt and answers its path, which only the server issues (decisions §3).
 * Refuses one with which all stored PDFs would have more than `maxAllBytes`.
 */
export async function uploadPdf(
  { file, user, now, write }: Upload,
  maxAllBytes?: number,
): Promise<{ filePath: string }> {
  const kind = kindOfPdf(file.bytes)
  if (kind !== 'whole') throw new Refusal('unsupported', kind === 'cut' ? documentTexts.pdfCut : documentTexts.pdfOnly)
  const sha256 = sha256Of(file)
  return write(async (tx, log) => {
    const pdf = { putanja: `${DOCUMENT_PDFS}${randomUUID()}.pdf`, naziv: nameOf(file) || 'dokument.pdf', sha256 }
    const kept = await keepFile(tx, log, { ...pdf, file, now, korisnik_id: user.id }, maxAllBytes)
    await tx.insertInto('pdf_bez_dokumenta').values({ putanja: pdf.putanja, od: now }).execute()
    await log([pdfEntry(null, kept)])
    return { filePath: pdf.putanja }
  })
}

/** Where the PDFs lie that a document can adopt; attachments (./prilozi.ts) lie beside them and never become one. */
const DOCUMENT_PDFS = 'pdf/'

/** The hash that later proves that a file is unchanged. */
export const sha256Of = ({ bytes }: UploadedFile): string => createHash('sha256').update(bytes).digest('hex')

/** The name of an uploaded file as it is stored; '' without one. */
export const nameOf = ({ name }: UploadedFile): string => name.replaceAll('\0', '').slice(-MAX_NAME_CHARACTERS)

type NewFile = { putanja: string; naziv: string; sha256: string; file: UploadedFile; now: number; korisnik_id: number }

/** Removes the files whose time is over, stores a file under its path, and answers the facts about it. */
export async function keepFile(tx: Tx, log: Log, { file, now, ...row }: NewFile, maxAllBytes?: number) {
  await removeOrphans(tx, log, now)
  const velicina = file.bytes.byteLength
  if (maxAllBytes !== undefined) await refuseBeyond(tx, maxAllBytes - velicina)
  await tx
    .insertInto('pdf')
    .values({ ...row, velicina, sadrzaj: file.bytes, dodat: now })
    .execute()
  return { ...row, velicina }
}

/** Refuses where all stored PDFs together have more bytes than this; the sum reads an index. */
async function refuseBeyond(tx: Tx, bytes: number) {
  if (engineOf(tx).name === 'postgres') await sql`select pg_advisory_xact_lock(${SUM_LOCK})`.execute(tx)
  const { rows } = await sql<{ stored: number }>`select coalesce(sum(velicina), 0) as stored from pdf`.execute(tx)
  if (Number(rows[0]?.stored) > bytes) throw new Refusal('too_large', documentTexts.pdfNoRoom)
}

/** Removes uploads that no document adopted within a day. */
async function removeOrphans(tx: Tx, log: Log, now: number) {
  // Taken off the list first: what a document adopts at this moment is not on it any more.
  const orphans = await tx
    .deleteFrom('pdf_bez_dokumenta')
    .where('od', '<', now - ORPHAN_PDF_HOURS * 60 * 60 * 1000)
    .returning('putanja')
    .execute()
  if (orphans.length === 0) return
  const removed = await tx
    .deleteFrom('pdf')
    .where('putanja', 'in', engineOf(tx).list<string>(orphans.map(({ putanja }) => putanja)))
    .returning(['putanja', 'naziv', 'velicina', 'sha256'])
    .execute()
  await log(removed.map((pdf) => ({ ...pdfEntry(pdf, null), korisnik: PROGRAM })))
}

const PROGRAM = { id: null, email: SISTEM }

const pdfEntry = entriesAbout<{ putanja: string; naziv: string; velicina: number; sha256: string }>({
  vrsta: 'pdf',
  predmet: ({ putanja }) => putanja,
  opis: ({ naziv }) => naziv,
  facts: (pdf) => factsOf(pdf, ['naziv', 'velicina', 'sha256']),
  sazetak: ({ velicina }) => `${Math.ceil(velicina / 1024)} KB`,
})

/**
 * The path to store, from the one `sent` and the `stored` one. Absent keeps, null and '' remove, a path must be one
 * that the server issued and that no other document has.
 */
export async function adoptPdf(tx: Tx, sent: string | null | undefined, stored: string | null): Promise<string | null> {
  if (sent === undefined || (sent && sent === stored)) return stored
  if (stored) await letPdfGo(tx, stored)
  if (!sent) return null
  // The second of two documents that adopt one path at the same moment does not find it on the list.
  const adopted = await tx
    .deleteFrom('pdf_bez_dokumenta')
    .where('putanja', '=', adoptable(sent))
    .returning('putanja')
    .executeTakeFirst()
  if (!adopted) throw await notAdopted(tx, sent)
  return sent
}

/** The path if it is that of a document's PDF, else '', which no file has. */
const adoptable = (sent: string): string => (sent.startsWith(DOCUMENT_PDFS) ? sent : '')

async function notAdopted(tx: Tx, sent: string): Promise<Refusal> {
  const known = await tx.selectFrom('pdf').select('putanja').where('putanja', '=', sent).executeTakeFirst()
  const why = known ? 'PDF fajl već pripada drugom dokumentu.' : 'PDF fajl nije poslat na server.'
  const message = `${why} Pošaljite ga ponovo.`
  return new Refusal('invalid', message, 'pdf_fajl')
}

/**
 * Lists a PDF that its document does not have any more, so that the next upload removes it. A document `deleted` then
 * (milliseconds since 1970) keeps its PDF as long as it can be brought back.
 */
export async function letPdfGo(tx: Tx, putanja: string, deleted?: number): Promise<void> {
  const od = deleted === undefined ? 0 : deleted + RESTORE_MS
  await tx.insertInto('pdf_bez_dokumenta').values({ putanja, od }).execute()
}

/** The stored PDF as a file called `name`.pdf; not found without one. */
export async function sendPdf(db: Db, putanja: string | null | undefined, name: string): Promise<FileReply> {
  const stored = putanja
    ? await db.selectFrom('pdf').select('sadrzaj').where('putanja', '=', putanja).executeTakeFirst()
    : undefined
  if (!stored) throw new Refusal('not_found', sentences.notFound)
  return { name: `${fileStem(name)}.pdf`, type: PDF, bytes: new Uint8Array(stored.sadrzaj) }
}
