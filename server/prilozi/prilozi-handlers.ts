import { randomUUID } from 'node:crypto'
import { namesIn } from '#contract/form-fields.ts'
import { sheetTexts } from '#contract/imports.ts'
import { MAX_DOCUMENT_ITEMS, MAX_PRILOGA } from '#contract/limits.ts'
import {
  PRILOG,
  PRILOG_TYPES,
  type Prilog,
  type PrilogFormat,
  prilogTexts,
  type priloziEndpoints,
  type SaPrilozima,
} from '#contract/prilozi.ts'
import { invoiceTexts } from '#domain/e-invoice.ts'
import { entriesAbout, factsOf } from '#server/audit/log.ts'
import { sealedIn } from '#server/audit/sealed.ts'
import { engineOf } from '#server/db/engine.ts'
import { fieldsOf } from '#server/db/field-columns.ts'
import type { Store } from '#server/db/open.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { fileStem } from '#server/files/file-stem.ts'
import { kindOfPdf } from '#server/files/pdf-bytes.ts'
import { keepFile, letPdfGo, nameOf, type PdfRules, sha256Of } from '#server/files/pdfs.ts'
import { kindOfJpeg, kindOfPng } from '#server/files/picture-bytes.ts'
import type { FileReply, Handlers } from '#server/http/call.ts'
import { type Kept, restore } from '#server/records/restore.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { kindOfBytes } from '#server/sheets/e-invoice-file.ts'
import { isCompoundFile, isZip } from '#server/sheets/sheet-format.ts'
import { faultOfWorkbook, readUploadedInvoice } from '#server/sheets/uploaded-sheet.ts'

const BY_BYTES = { jpg: kindOfJpeg, png: kindOfPng, pdf: kindOfPdf } as const

/**
 * The format of an attachment, told by its bytes alone, by the structure of its kind. Refuses whatever is none of those
 * that are taken, what was cut off, and a workbook with a password or with anything in it that runs or calls another
 * program.
 */
async function formatOfPrilog(bytes: Uint8Array): Promise<PrilogFormat> {
  if (isZip(bytes) || isCompoundFile(bytes)) return xlsx(bytes)
  if (kindOfBytes(bytes) === 'xml') return xml(bytes)
  for (const [format, kindOf] of Object.entries(BY_BYTES) as [keyof typeof BY_BYTES, typeof kindOfPdf][]) {
    const kind = kindOf(bytes)
    if (kind === 'cut') throw new Refusal('unsupported', prilogTexts.cut)
    if (kind === 'whole') return format
  }
  throw new Refusal('unsupported', prilogTexts.wrongType)
}

const SENTENCES: Readonly<Record<string, string>> = {
  macros: prilogTexts.macros,
  objects: prilogTexts.objects,
  encrypted: sheetTexts.encrypted,
  damaged: prilogTexts.cut,
  'too-large': sheetTexts.tooManyCells,
  'too-slow': sheetTexts.tooSlow,
}

async function xlsx(bytes: Uint8Array): Promise<PrilogFormat> {
  const fault = await faultOfWorkbook(bytes)
  if (fault !== null) throw new Refusal('unsupported', SENTENCES[fault] ?? prilogTexts.wrongType)
  return 'xlsx'
}

/** Of XML an invoice alone: any other may be a page with scripts. */
async function xml(bytes: Uint8Array): Promise<PrilogFormat> {
  const read = await readUploadedInvoice(bytes, MAX_DOCUMENT_ITEMS)
  if ('fault' in read && read.fault === invoiceTexts.none) throw new Refusal('unsupported', prilogTexts.wrongType)
  return 'xml'
}

/** The attachments of documents. A deleted document keeps them, so that they come back with it. */
export const priloziHandlers = ({ read }: Store, { maxAllPdfBytes }: PdfRules): Handlers<typeof priloziEndpoints> => ({
  async listPrilozi({ query: { uz, predmet } }) {
    const rows = await priloziIn(read).where('a.uz', '=', uz).where('a.predmet', '=', predmet).orderBy('a.id').execute()
    return { results: rows.map(shown) }
  },

  async createPrilog({ query: { uz, predmet, ...said }, file, user, now, write }) {
    const format = await formatOfPrilog(file.bytes)
    const sha256 = sha256Of(file)
    return write(async (tx, log) => {
      const opis = await roomBeside(tx, uz, predmet)
      const putanja = `prilog/${randomUUID()}.${format}`
      const naziv = withEnding(nameOf(file), format)
      await keepFile(tx, log, { putanja, naziv, sha256, file, now, korisnik_id: user.id }, maxAllPdfBytes)
      const saved = await insertPrilog(tx, { ...said, uz, predmet, putanja, format, uneto: now, korisnik: user.email })
      await log([prilogEntry(null, { ...saved, opis })])
      return shown(saved)
    })
  },

  updatePrilog: ({ params: { id }, body, write }) =>
    write(async (tx, log) => {
      const stored = await lockedPrilog(tx, id)
      await tx.updateTable('prilog').set(fieldsOf(PRILOG, body)).where('id', '=', id).execute()
      const saved = await existing(prilogById(tx, id))
      const opis = (await numberOf(tx, stored)) ?? String(stored.predmet)
      await log([prilogEntry({ ...stored, opis }, { ...saved, opis })])
      return shown(saved)
    }),

  deletePrilog: ({ params: { id }, write, now }) =>
    write(async (tx, log) => {
      const opis = await existing(numberOf(tx, await existing(prilogById(tx, id)), true))
      const stored = await lockedPrilog(tx, id)
      await tx.deleteFrom('prilog').where('id', '=', id).execute()
      await letPdfGo(tx, stored.putanja, now)
      const { naziv: _, velicina: __, sha256: ___, ...row } = stored
      const kept: KeptPrilog = { row, verzija: 1, jedinice: {} }
      await log([{ ...prilogEntry({ ...stored, opis }, null), kept }])
      return { message: prilogTexts.deleted }
    }),

  restorePrilog: ({ params: { id }, write, now }) =>
    write((tx, log) =>
      restore<KeptPrilog, Prilog>(
        tx,
        { vrsta: 'prilog', predmet: id, there: prilogTexts.there, now },
        async ({ row }) => {
          const opis = await roomBeside(tx, row.uz, row.predmet)
          const waiting = tx.deleteFrom('pdf_bez_dokumenta').where('putanja', '=', row.putanja).returning('putanja')
          await existing(waiting.executeTakeFirst())
          const saved = await insertPrilog(tx, row)
          await log([prilogEntry(null, { ...saved, opis }, 'vraceno')])
          return shown(saved)
        },
      ),
    ),

  prilogFile: async ({ params: { id } }): Promise<FileReply> => {
    const { naziv, format, sadrzaj } = await existing(
      read
        .selectFrom('prilog as a')
        .innerJoin('pdf as p', 'p.putanja', 'a.putanja')
        .select(['p.naziv', 'a.format', 'p.sadrzaj'])
        .where('a.id', '=', id)
        .executeTakeFirst(),
    )
    return { name: fileStem(naziv), type: PRILOG_TYPES[format], bytes: new Uint8Array(sadrzaj) }
  },
})

const COLUMNS = ['id', 'uz', 'predmet', 'vrsta', 'broj', 'datum', 'putanja', 'format', 'uneto', 'korisnik'] as const

const priloziIn = (db: Db) =>
  db
    .selectFrom('prilog as a')
    .innerJoin('pdf as p', 'p.putanja', 'a.putanja')
    .select(COLUMNS.map((name) => `a.${name}` as const))
    .select(['p.naziv', 'p.velicina', 'p.sha256'])

const prilogById = (db: Db, id: number) => priloziIn(db).where('a.id', '=', id).executeTakeFirst()
/** One as it is now that nobody else changes it until the transaction ends. */
async function lockedPrilog(tx: Tx, id: number): Promise<StoredPrilog> {
  await tx.selectFrom('prilog').select('id').where('id', '=', id).modifyEnd(engineOf(tx).forNoKeyUpdate).execute()
  return existing(prilogById(tx, id))
}

type StoredPrilog = NonNullable<Awaited<ReturnType<typeof prilogById>>>

const shown = ({ putanja: _, sha256: __, ...prilog }: StoredPrilog): Prilog => prilog

type Row = Omit<StoredPrilog, 'naziv' | 'velicina' | 'sha256'>
type KeptPrilog = Kept & { readonly row: Row }

async function insertPrilog(tx: Tx, row: Omit<Row, 'id'> & { id?: number }): Promise<StoredPrilog> {
  const { id } = await tx.insertInto('prilog').values(row).returning('id').executeTakeFirstOrThrow()
  return existing(prilogById(tx, id))
}

/** Its name with the ending of what it is: a picture called `.html` is none. */
const withEnding = (name: string, format: keyof typeof PRILOG_TYPES): string => {
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot + 1).toLowerCase()
  if (dot > 0 && (ending === format || (format === 'jpg' && ending === 'jpeg'))) return name
  return `${(dot > 0 ? name.slice(0, dot) : name) || 'prilog'}.${format}`
}

/** Where a document of each kind has its number. */
const NUMBERS = { c4: 'broj_c4', c1: 'broj_c1', ostalo_razduzenje: 'broj' } as const

/** The number of the document that it stands beside. */
async function numberOf(db: Db | Tx, { uz, predmet }: { uz: SaPrilozima; predmet: number }, lock = false) {
  const found = db
    .selectFrom(uz)
    .select(NUMBERS[uz] as never)
    .where('id', '=', predmet)
    .$if(lock, (query) => query.modifyEnd(engineOf(db).forNoKeyUpdate))
  return (Object.values((await found.executeTakeFirst()) ?? {})[0] as string | undefined) ?? undefined
}

/**
 * The number of a document that has room for one more. It is held, so of two at the same moment the second counts the
 * first.
 */
async function roomBeside(tx: Tx, uz: SaPrilozima, predmet: number): Promise<string> {
  const number = await numberOf(tx, { uz, predmet }, true)
  if (number === undefined) throw new Refusal('not_found', prilogTexts.noDocument)
  const { count } = await tx
    .selectFrom('prilog')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uz', '=', uz)
    .where('predmet', '=', predmet)
    .executeTakeFirstOrThrow()
  if (count >= MAX_PRILOGA) throw new Refusal('conflict', prilogTexts.tooMany)
  return number
}

const prilogEntry = entriesAbout<StoredPrilog & { opis: string }>({
  vrsta: 'prilog',
  predmet: ({ id }) => id,
  opis: ({ naziv, opis }) => `${naziv} uz ${opis}`,
  facts: (prilog) => factsOf(prilog, ['naziv', ...namesIn(PRILOG), 'velicina', 'sha256']),
  sealed: (prilog) => sealedIn('prilog', prilog),
  sazetak: ({ vrsta, broj }) => [vrsta, broj].filter(Boolean).join(' · '),
})
