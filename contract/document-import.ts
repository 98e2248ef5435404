import { z } from 'zod'
import { counted } from '#domain/count-words.ts'
import { formatMicro, type Micro } from '#domain/decimal.ts'
import { headerText } from '#domain/sheet.ts'
import type { DocumentColumn } from '#domain/sheet-documents.ts'
import { MAX_PROVERA_ROWS, manjak, movedC1 } from './documents.ts'
import { LINES_TYPE } from './endpoint.ts'
import { errorBody } from './errors.ts'
import { dayReply, micro, para, queryDay, querySwitch, whole } from './fields.ts'
import type { FieldTable } from './form-fields.ts'
import {
  fileNote,
  IMPORT_CHOICES,
  type ImportCounts,
  importChanges,
  importCounts,
  importQuery,
  importTexts,
  sheetReading,
  skippedOf,
} from './imports.ts'
import { MAX_CODE_CHARACTERS, MAX_DOCUMENT_SHEET_BYTES, MAX_NAME_CHARACTERS } from './limits.ts'

// C4 and C1 by spreadsheet: a row per line, documents by number and year.

type StavkaDokumenta = { readonly broj_fakture: string; readonly redni_broj: number; readonly kolicina: Micro }

export const documentImportTexts = {
  notSheet: 'Molimo odaberite Excel ili CSV fajl (.xlsx, .xls, .ods ili .csv)',
  tooLarge: 'Fajl je prevelik. Maksimalna veličina je 20MB',
  imported: (counts: ImportCounts) => `Dokumenti su učitani. ${importTexts.preview(counts)}`,
  nothingGood: 'Nijedan dokument nije ispravan, ništa nije učitano.',
  unknownOdobrenje: (broj: string) => `Odobrenje „${broj}“ ne postoji.`,
  /** Above the columns of the template. */
  howCellsCount:
    'Kod dokumenta koji već postoji prazna ćelija i kolona koje nema ne menjaju ništa; polje se prazni crticom (-).',
  whichInvoice: 'Broj fakture: obavezno polje, jer sačuvani dokument ima više faktura.',
  stays: (faktura: string, count: number) =>
    `${faktura}: ${count} ${counted(count, 'stavka nije u fajlu, ostaje', 'stavke nisu u fajlu, ostaju', 'stavki nije u fajlu, ostaje')}.`,
  /** A line of a document in a list of them. */
  line: ({ broj_fakture, redni_broj, kolicina }: StavkaDokumenta, roba: string) =>
    `${broj_fakture} · R. br. ${redni_broj} · ${roba} · ${formatMicro(kolicina)}`,
  otherOrder: { gde: '', polje: 'Redosled stavki', staro: 'kao u dokumentu', novo: 'kao u fajlu' },
} as const

/** `zameni`: the file replaces each document that it names, so what it does not name goes. */
export const documentImportQuery = importQuery.extend({ zameni: querySwitch('zameni') })
/** `dan_prelaska` counts for imports where the sheet says `vec_razduzeno` and no day. */
export const c4ImportQuery = documentImportQuery.extend({ dan_prelaska: queryDay('Dan prelaska') })

const documentsFile = {
  maxBytes: MAX_DOCUMENT_SHEET_BYTES,
  tooLarge: documentImportTexts.tooLarge,
  missing: importTexts.fileMissing,
  fields: IMPORT_CHOICES,
} as const

/** A document of the sheet and what happens (preview) or happened (import) to it. */
export const importedDocument = z
  .object({
    /** The row in which it begins. */
    red: whole,
    /** Null while it is not stored. */
    id: whole.nullable(),
    broj: z.string(),
    datum: dayReply.nullable(),
    ishod: z.enum(['nov', 'izmenjen', 'nepromenjen', 'preskocen']),
    /** Why the document is left out; for a document that is taken, its assumptions. */
    razlog: z.string().nullable(),
    broj_stavki: whole,
    kolicina_total: micro.nullable(),
    vrednost_total: para.nullable(),
    valuta: z.string().nullable(),
    /** The shortages of an export. */
    manjak: z.array(manjak),
    izmene: importChanges
      .nullable()
      .describe('Šta se menja na sačuvanom dokumentu; null kad se ništa ne menja ni izostavlja.'),
  })
  .meta({ id: 'UcitanDokument' })
export type ImportedDocument = z.output<typeof importedDocument>

export const documentImportReply = z
  .object({
    message: z.string(),
    napomena: fileNote,
    dryRun: z.boolean(),
    ...importCounts.shape,
    ...sheetReading,
    /** In the order of the spreadsheet. */
    dokumenti: z.array(importedDocument),
    promenjeni_c1: z.array(movedC1).describe(`Izvozi koji se pomeraju, najviše ${MAX_PROVERA_ROWS}.`),
    promenjenih_c1: whole.describe('Koliko ih je ukupno.'),
  })
  .meta({ id: 'UcitavanjeDokumenata' })
export type DocumentImportReply = z.output<typeof documentImportReply>

/** The rows of documents that their import leaves out. */
export const skippedDocumentsOf = (path: `/${string}`) => skippedOf(path, documentsFile)

/** The file of an import, and the answer when it is done. */
export const importedAtOnce = { file: documentsFile, reply: documentImportReply } as const

/** The number of documents done; at last the result of all, or the reason why the import broke off. */
const documentImportLine = z
  .union([z.object({ obradjeno: whole, od_ukupno: whole }), documentImportReply, errorBody])
  .meta({ id: 'TokUcitavanja' })

/** The same import, answered line by line while it goes on. */
export const importedByLines = {
  file: documentsFile,
  reply: 'file',
  fileType: LINES_TYPE,
  line: documentImportLine,
  // A proxy that collects an answer before it passes it on would keep the progress back.
  headers: { 'x-accel-buffering': 'no' },
} as const

/** The fields of a table as columns of a sheet. */
export const sheetColumns = (table: FieldTable): DocumentColumn[] =>
  Object.entries(table).map(([name, { kind, label, said, headings, choices, optional }]) => ({
    name,
    kind,
    label,
    headings: [...headings, headerText(said)],
    choices,
    optional,
    maxCharacters: kind === 'text' || kind === 'country' ? MAX_NAME_CHARACTERS : MAX_CODE_CHARACTERS,
  }))
