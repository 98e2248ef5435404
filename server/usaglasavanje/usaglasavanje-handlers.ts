import { createHash } from 'node:crypto'
import { importTexts } from '#contract/imports.ts'
import { MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import {
  type IshodUsaglasavanja,
  ishodUsaglasavanja,
  type usaglasavanjeEndpoints,
  usaglasavanjeTexts,
} from '#contract/usaglasavanje.ts'
import { headerText } from '#domain/sheet.ts'
import { BEZ_TOLERANCIJE, type Tolerancija } from '#domain/usaglasavanje.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { nasaFirma } from '#server/documents/nasa-firma.ts'
import { razlikaWords, razlikeOf, usaglasavanja, usaglasavanjeById } from '#server/documents/razlike.ts'
import type { Call, Handlers, UploadedFile } from '#server/http/call.ts'
import { failedLine, linesReply } from '#server/http/lines.ts'
import { drawn, inBase64, NOT_DRAWN, printUsaglasavanje } from '#server/print/print-papers.ts'
import { pageOf } from '#server/records/page.ts'
import { existing, Refusal } from '#server/refusal.ts'
import { knownColumns, readingOf, refuseQuestions, type SheetColumns } from '#server/sheets/columns-kept.ts'
import { skippedSheet } from '#server/sheets/skipped-sheet.ts'
import { readUploadedSheet, type UploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { periodOf, uporedi } from './uporedi.ts'
import { removeComparison, saveComparison, saveExplanations } from './usaglasavanje-save.ts'

const EXCEL = { formats: ['xlsx', 'xls', 'ods', 'csv'], wrongType: importTexts.notExcel } as const

type Asked = Pick<Call<typeof usaglasavanjeEndpoints.usaglasi>, 'file' | 'query' | 'user' | 'now' | 'write'>
type Sheet = { readonly columns: SheetColumns; readonly uploaded: UploadedSheet<'usaglasavanje'> }

/** The progress in percent once a comparison is made, and once it is stored; the answer takes the rest. */
const COMPARED = 50
const WRITTEN = 90

/** Our imports beside a sheet of the forwarder or of customs (customs §4.11). No document is written. */
export const usaglasavanjeHandlers = ({
  read,
  readAtOnce,
  readLong,
}: Store): Handlers<typeof usaglasavanjeEndpoints> => {
  const compare = comparing({ read, readLong })

  return {
    async listUsaglasavanja({ query }) {
      return pageOf(await readAtOnce((db) => usaglasavanja(db, query)), query)
    },

    getUsaglasavanje: ({ params: { id } }) => existing(readAtOnce((db) => withRows(db, id))),

    async usaglasavanjeFiles({ params: { id }, user, now }) {
      const paper = await readAtOnce((db) => paperOf(db, id))
      const stampano = { korisnik: user.email, vreme: now }
      return { files: await drawn(printUsaglasavanje({ ...paper, stampano }).then(inBase64), NOT_DRAWN) }
    },

    async citajKolone({ file }) {
      const { columns, uploaded } = await sheetIn(read, file)
      const { redovi, preskoceni } = uploaded.list
      const tolerancija = await toleranceOf(read, posiljalacOf(uploaded))
      const reading = readingOf(columns, uploaded, preskoceni)
      return { napomena: uploaded.napomena, ...reading, redova: redovi.length, ...tolerancija }
    },

    async preskoceniUsaglasavanja({ file }) {
      const { columns, uploaded } = await sheetIn(read, file, true)
      return skippedSheet(columns, uploaded.columns, uploaded.list.preskoceni)
    },

    async usaglasi(call) {
      return compare(call, await readableIn(read, call.file))
    },

    async usaglasiTok(call) {
      const sheet = await readableIn(read, call.file)
      return linesReply(
        'usaglasavanje.ndjson',
        ({ heard }) => compare(call, sheet, (procenat) => heard({ procenat })),
        failedLine,
        ishodUsaglasavanja,
      )
    },

    deleteUsaglasavanje: ({ params: { id }, write }) =>
      write(async (tx, log) => {
        const { fajl } = await existing(removeComparison(tx, log, id))
        return { message: usaglasavanjeTexts.deleted(fajl) }
      }),

    objasni: ({ body, user, now, write }) =>
      write(async (tx, log) => ({
        objasnjenja: await saveExplanations(tx, log, body, { korisnik: user.email, vreme: now }),
      })),
  }
}

/** The rows of a file and the known columns; `rows`: with the rows as they are in the file. */
async function sheetIn(read: Db, file: UploadedFile, rows = false): Promise<Sheet> {
  const columns = await withOwnHeadings(read, await knownColumns(read, file, 'usaglasavanje'))
  return {
    columns,
    uploaded: await readUploadedSheet(file, { ...EXCEL, rows, columns }, 'usaglasavanje', async () => null),
  }
}

/** The columns with the headings that books of 1.0.0 remember, which come before all others of their fields. */
async function withOwnHeadings(read: Db, columns: SheetColumns): Promise<SheetColumns> {
  const own = await read.selectFrom('usaglasavanje_kolona').selectAll().execute()
  const known = new Set(own.map(({ zaglavlje }) => zaglavlje))
  const fields = columns.known.fields.map((field) => {
    const words = own.filter(({ polje }) => polje === field.polje).map(({ zaglavlje }) => zaglavlje)
    return { ...field, reci: [...words, ...field.reci.filter((word) => !known.has(word))] }
  })
  return { ...columns, known: { ...columns.known, fields } }
}

/** Refuses a file with an open question, or without a readable row. */
async function readableIn(read: Db, file: UploadedFile): Promise<Sheet> {
  const sheet = await sheetIn(read, file)
  const { redovi, preskoceni } = sheet.uploaded.list
  refuseQuestions(readingOf(sheet.columns, sheet.uploaded, []).pitanja)
  if (redovi.length === 0) throw nothingRead(preskoceni)
  return sheet
}

/** How the rows of a file are compared. */
const comparing =
  ({ read, readLong }: Pick<Store, 'read' | 'readLong'>) =>
  /** Compares the rows with our imports and stores the differences; `heard` gets the progress in percent. */
  async (
    { file, query, user, now, write }: Asked,
    { columns, uploaded }: Sheet,
    heard: (percent: number) => void = () => undefined,
  ): Promise<IshodUsaglasavanja> => {
    heard(0)
    const { list, napomena } = uploaded
    const { preskoceni, sumnje } = list
    const period = periodOf(query, list.redovi)
    const { odobrenje_id } = query
    const posiljalac = posiljalacOf(uploaded)
    const remembered = await toleranceOf(read, posiljalac)
    const tolerancija = {
      tolerancija_vrednosti: query.tolerancija_vrednosti ?? remembered.tolerancija_vrednosti,
      decimale_kolicine: query.decimale_kolicine ?? remembered.decimale_kolicine,
    }
    const uporedjeno = await readLong(async (db) => {
      await refuseUnknown(db, odobrenje_id)
      return uporedi(db, list, { ...period, odobrenje_id, tolerancija })
    })
    heard(COMPARED)
    const fajl = file.name.slice(-MAX_NAME_CHARACTERS).replaceAll('\0', '').toWellFormed()
    const by = { korisnik: user.email, vreme: now }
    const of = {
      fajl,
      period,
      odobrenje_id: odobrenje_id ?? null,
      posiljalac,
      tolerancija,
      uporedjeno,
      columns,
      read: uploaded.columns,
      ...by,
    }
    return write(async (tx, log) => {
      const head = await saveComparison(tx, log, of)
      heard(WRITTEN)
      const why = await explanationsOf(tx, head.id)
      const rows = uporedjeno.redovi.map(({ datum: _, ...row }) => ({
        ...row,
        objasnjenje: why.get(row.kljuc) ?? null,
      }))
      const notes = [...(napomena ? [napomena] : []), ...uporedjeno.napomene].join(' ') || null
      const reading = readingOf(columns, uploaded, preskoceni)
      const { van_perioda } = uporedjeno
      return { ...head, redovi: rows, napomena: notes, ...reading, preskoceni, sumnje, van_perioda }
    })
  }

const nothingRead = (preskoceni: readonly { red: number; razlog: string }[]) =>
  new Refusal(
    'invalid',
    usaglasavanjeTexts.noRows,
    preskoceni.slice(0, MAX_TOLD_ROWS).map(({ red, razlog }) => ({ field: `redovi.${red}`, message: razlog })),
  )
/** The number of reasons in the refusal of a file without a readable row. */
const MAX_TOLD_ROWS = 100

/** The hash of its headings, by which a sender's table is recognised. */
const posiljalacOf = ({ columns: { zaglavlja } }: UploadedSheet<'usaglasavanje'>): string =>
  createHash('sha256')
    .update(JSON.stringify(zaglavlja.map(({ naslov }) => headerText(naslov))))
    .digest('hex')

const toleranceOf = async (db: Db, posiljalac: string): Promise<Tolerancija> =>
  (await db
    .selectFrom('usaglasavanje_tolerancija')
    .select(['tolerancija_vrednosti', 'decimale_kolicine'])
    .where('posiljalac', '=', posiljalac)
    .executeTakeFirst()) ?? BEZ_TOLERANCIJE

async function refuseUnknown(db: Db, odobrenje_id: number | undefined) {
  if (odobrenje_id === undefined) return
  if (await db.selectFrom('odobrenje').select('id').where('id', '=', odobrenje_id).executeTakeFirst()) return
  const message = usaglasavanjeTexts.noOdobrenje
  throw new Refusal('invalid', message, 'odobrenje_id')
}

async function withRows(db: Db, id: number) {
  const head = await usaglasavanjeById(db, id)
  if (!head) return null
  const redovi = (await razlikeOf(db, { id })) ?? []
  return { ...head, redovi: redovi.map(({ kljuc, razlika, objasnjenje }) => ({ kljuc, razlika, objasnjenje })) }
}

/** A comparison as it is printed: each difference in words, also one that nobody explained. */
async function paperOf(db: Db, id: number) {
  const usaglasavanje = await existing(usaglasavanjeById(db, id))
  const redovi = ((await razlikeOf(db, { id })) ?? []).map(({ usaglasavanje_id, c4_id, objasnjenje, ...row }) => ({
    ...{ usaglasavanje_id, c4_id, ...razlikaWords(row) },
    objasnjenje: objasnjenje ?? '',
  }))
  return { usaglasavanje, redovi, firma: await nasaFirma(db) }
}

async function explanationsOf(db: Db, id: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('usaglasavanje_objasnjenje as o')
    .innerJoin('usaglasavanje_razlika as r', 'r.kljuc', 'o.kljuc')
    .select(['o.kljuc', 'o.objasnjenje'])
    .where('r.usaglasavanje_id', '=', id)
    .execute()
  return new Map(rows.map(({ kljuc, objasnjenje }) => [kljuc, objasnjenje]))
}
