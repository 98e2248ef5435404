import { createHash, randomUUID } from 'node:crypto'
import { SISTEM } from '#contract/audit.ts'
import { documentTexts } from '#contract/documents.ts'
import type { FileReply } from '#contract/endpoint.ts'
import { sentences } from '#contract/errors.ts'
import { MAX_NAME_CHARACTERS, ORPHAN_PDF_HOURS } from '#contract/limits.ts'
import { entriesAbout, factsOf } from '#server/audit/facts.ts'
import type { Log } from '#server/audit/log.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { Call, UploadedFile } from '#server/http/call.ts'
import { Refusal } from '#server/http/refusal.ts'

const PDF = 'application/pdf'
/** A PDF says so within its first kilobyte, as readers accept it (ISO 32000, Annex H). */
const SIGNATURE = '%PDF-'
const SIGNATURE_WITHIN_BYTES = 1024

/** Keeps an uploaded PDF for a document to adopt and answers its path, which only the server issues (decisions §3). */
export async function uploadPdf({
  file,
  user,
  now,
  write,
}: Pick<Call, 'now' | 'write'> & { file: UploadedFile; user: { id: number } }): Promise<{ filePath: string }> {
  const start = new TextDecoder('latin1').decode(file.bytes.subarray(0, SIGNATURE_WITHIN_BYTES))
  if (!start.includes(SIGNATURE)) throw new Refusal('unsupported', documentTexts.pdfOnly)
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  return write(async (tx, log) => {
    const putanja = `pdf/${randomUUID()}.pdf`
    await removeOrphans(tx, log, now)
    const pdf = {
      putanja,
      naziv: file.name.replaceAll('\0', '').slice(-MAX_NAME_CHARACTERS) || 'dokument.pdf',
      velicina: file.bytes.byteLength,
      sha256,
    }
    await tx
      .insertInto('pdf')
      .values({ ...pdf, sadrzaj: file.bytes, dodat: now, korisnik_id: user.id })
      .execute()
    await log([pdfEntry(null, pdf)])
    return { filePath: putanja }
  })
}

/** Removes uploads that no document adopted within a day. */
async function removeOrphans(tx: Tx, log: Log, now: number) {
  const removed = await tx
    .deleteFrom('pdf')
    .where('dodat', '<', now - ORPHAN_PDF_HOURS * 60 * 60 * 1000)
    .where(
      'putanja',
      'not in',
      tx.selectFrom('c4').select('pdf_fajl').where('pdf_fajl', 'is not', null).$castTo<{ pdf_fajl: string }>(),
    )
    .where(
      'putanja',
      'not in',
      tx.selectFrom('c1').select('pdf_fajl').where('pdf_fajl', 'is not', null).$castTo<{ pdf_fajl: string }>(),
    )
    .returning(['putanja', 'naziv', 'velicina', 'sha256'])
    .execute()
  if (removed.length > 0) await log(removed.map((pdf) => ({ ...pdfEntry(pdf, null), korisnik: PROGRAM })))
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
 * The path to store: what the client sent about the PDF, against what is stored. Absent keeps, null and '' remove, a
 * path must be one that the server issued and that no other document has.
 */
export async function adoptPdf(tx: Tx, sent: string | null | undefined, stored: string | null): Promise<string | null> {
  if (sent === undefined || (sent && sent === stored)) return stored
  if (stored) await dropPdfLater(tx, stored)
  if (!sent) return null
  // Locked, so that of two documents that adopt one path at the same moment the second finds it taken.
  const known = await tx
    .selectFrom('pdf')
    .select('putanja')
    .where('putanja', '=', sent)
    .modifyEnd(engineOf(tx).forUpdate)
    .executeTakeFirst()
  const taken =
    known &&
    ((await tx.selectFrom('c4').select('id').where('pdf_fajl', '=', sent).executeTakeFirst()) ??
      (await tx.selectFrom('c1').select('id').where('pdf_fajl', '=', sent).executeTakeFirst()))
  if (!known || taken) {
    const message = 'PDF fajl nije poslat na server. Pošaljite ga ponovo.'
    throw new Refusal('invalid', message, [{ field: 'pdf_fajl', message }])
  }
  return sent
}

/** A PDF that its document let go is an upload without a document from now on, and leaves with them. */
async function dropPdfLater(tx: Tx, putanja: string) {
  await tx.updateTable('pdf').set({ dodat: 0 }).where('putanja', '=', putanja).execute()
}

/** The stored PDF as a file called `name`.pdf; not found without one. */
export async function sendPdf(db: Db, putanja: string | null | undefined, name: string): Promise<FileReply> {
  const stored = putanja
    ? await db.selectFrom('pdf').select('sadrzaj').where('putanja', '=', putanja).executeTakeFirst()
    : undefined
  if (!stored) throw new Refusal('not_found', sentences.notFound)
  return { name: `${name.replace(/[\\/:*?"<>|]/g, '-')}.pdf`, type: PDF, bytes: new Uint8Array(stored.sadrzaj) }
}
