import {
  type DocumentImportReply,
  documentImportReply,
  documentImportTexts,
  type ImportedDocument,
} from '#contract/document-import.ts'
import { MAX_PROVERA_ROWS } from '#contract/documents.ts'
import { XLSX_TYPE } from '#contract/endpoint.ts'
import { goingIn, importCountsOf, importTexts } from '#contract/imports.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { doubtSentences, type Goods } from '#domain/doubt-sentences.ts'
import { reasonOf } from '#domain/sheet.ts'
import type { SheetDocument } from '#domain/sheet-documents.ts'
import { breathe, isDue } from '#server/breathe.ts'
import type { Store } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import type { Call, FileReply, UploadedFile } from '#server/http/call.ts'
import { failedLine, linesReply } from '#server/http/lines.ts'
import { Refusal } from '#server/refusal.ts'
import { keepColumns, knownColumns, readingOf, refuseQuestions } from '#server/sheets/columns-kept.ts'
import { refuseOtherGoing } from '#server/sheets/import-outcomes.ts'
import { DOCUMENT_SHEET_LIMITS } from '#server/sheets/sheet-limits.ts'
import { skippedSheet } from '#server/sheets/skipped-sheet.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'
import { foundFor, lackingIn } from './found-values.ts'
import { type DocumentKind, isWritten, type Result, type Saving, saveAll } from './import-save.ts'
import { type AnyBody, columnsFor, type DocumentFields, type How, type Prepared, prepare } from './prepare-import.ts'
import { usualMaterials, usualProducts } from './usual-values.ts'

type ImportCall = Pick<Call, 'writeApart' | 'tryOutApart'> & {
  readonly file: UploadedFile
  readonly query: {
    readonly dryRun: boolean
    readonly zameni: boolean
    readonly odlazi?: number | undefined
    readonly dan_prelaska?: CalendarDate | undefined
  }
}

/**
 * Imports documents from a spreadsheet. With `dryRun` the answer is the outcome of each. Otherwise the good ones are
 * saved in the order of their days, as many in one transaction as fit in SHARE_MS; saves of others run in between.
 * Stored documents stay as they are, so that a file may be sent again.
 */
export async function importDocuments<Body extends AnyBody>(
  store: Pick<Store, 'read' | 'readLong'>,
  kind: DocumentKind<Body>,
  call: ImportCall,
): Promise<DocumentImportReply> {
  return importSheet(store, kind, call, { sheet: await sheetOf(store, kind, call.file) })
}

/**
 * The same, answered line by line while it goes on (`documentImportLine`). A client that goes away does not end it: the
 * good documents of the file are saved in any case.
 */
export async function importDocumentsByLines<Body extends AnyBody>(
  store: Pick<Store, 'read' | 'readLong'>,
  kind: DocumentKind<Body>,
  call: ImportCall,
): Promise<FileReply> {
  const sheet = await sheetOf(store, kind, call.file)
  const od_ukupno = sheet.uploaded.list.dokumenti.length
  return linesReply(
    'ucitavanje.ndjson',
    ({ heard }) => importSheet(store, kind, call, { sheet, heard: (obradjeno) => heard({ obradjeno, od_ukupno }) }),
    failedLine,
    documentImportReply,
  )
}

/** Reads the documents of a file, and how its columns were recognised; `rows`: with the rows unchanged. */
async function sheetOf<Body extends AnyBody>(
  store: Pick<Store, 'read'>,
  kind: DocumentKind<Body>,
  file: UploadedFile,
  rows = false,
) {
  const accepted = {
    formats: ['xlsx', 'xls', 'ods', 'csv'],
    wrongType: documentImportTexts.notSheet,
    limits: DOCUMENT_SHEET_LIMITS,
    ...{ rows, unread: true },
  } as const
  const columns = await knownColumns(store.read, file, kind.vrsta)
  const known = async () => {
    const catalogue = kind.vrsta === 'c4' ? await catalogueOf(store.read) : null
    const goods = catalogue ?? (await store.read.selectFrom('proizvod').select(['id', 'jedinica_mere']).execute())
    const jedinice = goods.map(({ id, jedinica_mere }) => [id, jedinica_mere] as const)
    return columnsFor(kind, catalogue, jedinice)
  }
  return { columns, uploaded: await readUploadedSheet(file, { ...accepted, columns }, 'documents', known) }
}

/**
 * The rows of the documents that would be left out, each with the reason beside it, as a sheet that can be sent again.
 */
export async function skippedDocuments<Body extends AnyBody>(
  store: Pick<Store, 'read' | 'readLong'>,
  kind: DocumentKind<Body>,
  call: Omit<ImportCall, 'writeApart'>,
): Promise<FileReply> {
  const sheet = await sheetOf(store, kind, call.file, true)
  const { dokumenti } = await importSheet(store, kind, { ...call, query: { ...call.query, dryRun: true } }, { sheet })
  const { list, columns } = sheet.uploaded
  const rowsOf = new Map(list.dokumenti.map(({ red, stavke }) => [red, stavke.map((line) => line.red)]))
  const skipped = dokumenti.filter(({ ishod }) => ishod === 'preskocen')
  return skippedSheet(
    sheet.columns,
    columns,
    skipped.map(({ red, razlog }) => ({ red, razlog, redovi: rowsOf.get(red) ?? [red] })),
  )
}

/** Facts of one file alone: they are not kept for the next one. */
const OF_ONE_FILE = ['broj_c4', 'broj_c1', 'datum', 'broj_fakture', 'broj_jci']

type ReadOnce = {
  readonly sheet: Awaited<ReturnType<typeof sheetOf>>
  readonly heard?: (done: number) => void
}

/** The same for a sheet that is read already. After each transaction `heard` gets the number of finished documents. */
export async function importSheet<Body extends AnyBody>(
  store: Pick<Store, 'read' | 'readLong'>,
  kind: DocumentKind<Body>,
  call: Omit<ImportCall, 'file' | 'writeApart'> & Partial<Pick<ImportCall, 'writeApart'>>,
  { sheet, heard = () => undefined }: ReadOnce,
): Promise<DocumentImportReply> {
  const { query } = call
  const { columns, uploaded } = sheet
  const { list, napomena } = uploaded
  const kolone = new Set(list.kolone)
  const how = { kolone, replace: query.zameni, zadato: list.zadato }
  const documents = query.dan_prelaska ? list.dokumenti.map(begunOn(query.dan_prelaska)) : list.dokumenti
  heard(0)
  const prepared = await store.readLong((db) => doubted(db, kind, documents, how))
  // A stored document has its day already.
  const isKnown = prepared.length > 0 && prepared.every(({ stored }) => stored)
  const unsaid = list.nedostaje.filter((polje) => polje !== 'datum' || !isKnown)
  const nedostaje = [...new Set([...unsaid, ...lackingIn(kind, prepared, kolone)])]
  const found = foundFor(kind, prepared, kolone, list.zadato)
  const reading = (left: readonly ImportedDocument[]) =>
    readingOf(columns, { ...uploaded, list: { nedostaje } }, left, found)
  if (!query.dryRun) refuseQuestions(reading([]).pitanja)
  const result = await saveSheet(store, kind, call, { prepared, heard })
  const left = list.preskoceni.map(({ red, broj, razlog }) => leftOut(red, broj, razlog))
  const dokumenti = [...result.dokumenti, ...left].sort((a, b) => a.red - b.red)
  const counts = importCountsOf(dokumenti)
  if (!query.dryRun && dokumenti.every(({ ishod }) => ishod === 'preskocen')) throw nothingGood(dokumenti)
  if (!query.dryRun) await call.writeApart?.((tx) => keepColumns(tx, columns, uploaded.columns, OF_ONE_FILE))
  return {
    message: query.dryRun ? importTexts.preview(counts) : documentImportTexts.imported(counts),
    napomena,
    dryRun: query.dryRun,
    ...counts,
    ...reading(dokumenti),
    dokumenti,
    promenjeni_c1: result.moved.slice(0, MAX_PROVERA_ROWS),
    promenjenih_c1: result.moved.length,
  }
}

/** Imports with a quantity that had left before (`vec_razduzeno`) get this day, unless the sheet has another. */
const begunOn =
  (dan_prelaska: CalendarDate) =>
  (document: SheetDocument): SheetDocument => {
    const { fields, stavke } = document
    if (fields.dan_prelaska || !stavke.some(({ fields: said }) => said.vec_razduzeno)) return document
    return { ...document, fields: { ...fields, dan_prelaska } }
  }

const catalogueOf = (db: Db) =>
  db.selectFrom('materijal').select(['id', 'naziv', 'jedinica_mere', 'tarifni_broj', 'zemlja_porekla']).execute()

/** A row that is of no document. */
const leftOut = (red: number, broj: string, razlog: string): ImportedDocument => ({
  ...{ red, broj, razlog, id: null, datum: null, ishod: 'preskocen', broj_stavki: 0 },
  ...{ kolicina_total: null, vrednost_total: null, valuta: null, manjak: [], izmene: null },
})

const nothingGood = (dokumenti: readonly ImportedDocument[]) =>
  new Refusal(
    'invalid',
    documentImportTexts.nothingGood,
    dokumenti.map(({ red, razlog }) => ({ field: `redovi.${red}`, message: razlog ?? '' })),
  )

/** The documents in the order of their days, each with its doubtful values. */
async function doubted<Body extends AnyBody>(
  db: Db,
  kind: DocumentKind<Body>,
  documents: readonly SheetDocument[],
  how: How,
): Promise<Prepared<Body>[]> {
  const prepared = (await prepare(db, kind, documents, how)).toSorted(byDayAndRow)
  const asked = prepared.filter(isWritten)
  const doubts = await unusualIn(db, kind, asked)
  const razlozi = new Map(
    asked.map((one, at): [Prepared<Body>, string | null] => [one, reasonOf([one.shown.razlog, ...(doubts[at] ?? [])])]),
  )
  return prepared.map((one) => ({ ...one, shown: { ...one.shown, razlog: razlozi.get(one) ?? one.shown.razlog } }))
}

/** The unusual values in the lines of each of these documents, compared with stored ones as in its form. */
async function unusualIn<Body extends AnyBody>(
  db: Db,
  { vrsta, priceOf, valutaOf }: DocumentKind<Body>,
  documents: readonly (Prepared<Body> & { readonly body: Body })[],
): Promise<string[][]> {
  const goods = vrsta === 'c4' ? 'materijal_id' : 'proizvod_id'
  const goodsOf = (line: object) => (line as Readonly<Record<string, string>>)[goods] as string
  const lineOf = (line: Body['stavke'][number]): Goods => ({
    ...{ id: line.id ?? null, broj_fakture: line.broj_fakture, redni_broj: line.redni_broj },
    ...{ roba_id: goodsOf(line), kolicina: line.kolicina, cena: priceOf(line) },
  })
  const ids = [...new Set(documents.flatMap(({ body }) => body.stavke.map(goodsOf)))]
  const usual = ids.length === 0 ? [] : await (vrsta === 'c4' ? usualMaterials : usualProducts)(db, { ids })
  const sentences: string[][] = []
  for (const { body, stored } of documents) {
    const document = { datum: body.datum, valuta: valutaOf(body), kurs: null, lines: body.stavke.map(lineOf) }
    const before = stored as unknown as Body | null
    const saved = before && { ...document, valuta: valutaOf(before), lines: before.stavke.map(lineOf) }
    // The reader of the cell has doubted the day already.
    sentences.push(await doubtSentences({ document, saved, usualOf: async () => usual, today: body.datum }))
    if (isDue()) await breathe()
  }
  return sentences
}

/**
 * Saves the good documents; the preview does the same and is taken back. If lines of stored documents would be removed
 * and the caller has said how many (`odlazi`), the preview runs first: only a finished save knows the number.
 */
async function saveSheet<Body extends AnyBody>(
  store: Pick<Store, 'read'>,
  kind: DocumentKind<Body>,
  {
    query: { dryRun, odlazi },
    tryOutApart,
    writeApart,
  }: Omit<ImportCall, 'file' | 'writeApart'> & Partial<Pick<ImportCall, 'writeApart'>>,
  { prepared, heard }: { readonly prepared: readonly Prepared<Body>[]; readonly heard: (done: number) => void },
): Promise<Result> {
  const preview = (heard: (done: number) => void) =>
    tryOutApart(async (tx, log, goOn) => {
      const portion: Saving['portion'] = (work) => {
        goOn()
        return work(tx, log)
      }
      const { dokumenti, moved } = await saveAll(kind, prepared, { portion, db: tx, heard })
      // The ids of new documents are undone with them.
      return { moved, dokumenti: dokumenti.map((one) => (one.ishod === 'nov' ? { ...one, id: null } : one)) }
    })
  if (dryRun || !writeApart) return preview(heard)
  let good = prepared
  if (odlazi !== undefined) {
    const some = goingIn(prepared.map(({ shown }) => shown)).length > 0
    const told = some ? (await preview(() => undefined)).dokumenti : []
    refuseOtherGoing(odlazi, goingIn(told).length)
    good = prepared.map((one, at) => ({ ...one, shown: told[at]?.ishod === 'preskocen' ? told[at] : one.shown }))
  }
  return saveAll(kind, good, { portion: writeApart, db: store.read, heard })
}

/** The oldest day comes first: a later document never moves the lots of an earlier one. */
const byDayAndRow = ({ shown: a }: Prepared<unknown>, { shown: b }: Prepared<unknown>) =>
  a.datum === b.datum ? a.red - b.red : (a.datum ?? '') < (b.datum ?? '') ? -1 : 1

const DAY_WIDTH = 12

/**
 * The spreadsheet that users fill in with documents: a column for each field, under its name in the form, and a
 * document of two lines. Its library is loaded on demand: it takes 10 MiB.
 */
export async function documentsTemplate<Body extends AnyBody>({
  vrsta,
  head,
  line,
  example,
}: DocumentFields<Body>): Promise<FileReply> {
  const { writeSheet } = await import('#server/sheets/write-sheet.ts')
  const fields = [
    ...Object.entries(head).map(([name, { label, kind }]) => ({ name, label, kind })),
    { name: 'broj_fakture', label: 'Broj fakture', kind: 'code' as const },
    ...Object.entries(line).map(([name, { label, kind }]) => ({ name, label, kind })),
  ]
  const columns = fields.map(({ label, kind }) =>
    kind === 'day' ? { header: label, as: 'day' as const, width: DAY_WIDTH } : { header: label },
  )
  const number = `broj_${vrsta}`
  const rows = example.lines.map((one, at) => {
    const said = { ...(at === 0 ? example.head : { [number]: example.head[number] }), redni_broj: at + 1, ...one }
    return fields.map(({ name }) => (said as Record<string, string | number | boolean>)[name] ?? null)
  })
  const bytes = new Uint8Array(writeSheet(vrsta.toUpperCase(), columns, rows, documentImportTexts.howCellsCount))
  return { name: `template_${vrsta}.xlsx`, type: XLSX_TYPE, bytes }
}
