import { C4_LINE, type c4Endpoints, type InvoicePreview } from '#contract/c4.ts'
import { C4_CARINA, carinaTexts } from '#contract/carina.ts'
import { sheetColumns } from '#contract/document-import.ts'
import { documentTexts } from '#contract/documents.ts'
import { XLSX_TYPE } from '#contract/endpoint.ts'
import { optionalIn } from '#contract/form-fields.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { codeKey } from '#domain/one-form.ts'
import type { SheetInvoice } from '#domain/sheet-invoices.ts'
import type { Db } from '#server/db/schema.ts'
import { unusualMaterials } from '#server/documents/usual-values.ts'
import type { Call, FileReply, UploadedFile } from '#server/http/call.ts'
import { dayOf } from '#server/local-time.ts'
import { keepChoice, knownColumns, readingOf } from '#server/sheets/columns-kept.ts'
import { skippedSheet } from '#server/sheets/skipped-sheet.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'

/** The columns that a sheet may have beside those that every line needs. */
const OPTIONAL = sheetColumns(optionalIn(C4_LINE))
/** A sheet has the number of an authorisation. */
const OF_DOCUMENT = sheetColumns(C4_CARINA)

/** Reads the invoices of a spreadsheet for the form of a C4: a preview, nothing is written (spec §5, decisions §5). */
export async function importInvoices(db: Db, { file, now, ...call }: ImportCall): Promise<InvoicePreview> {
  const { columns, uploaded } = await invoicesIn(db, file)
  await keepChoice(call, columns, [uploaded.columns], OF_ONE_FILE)
  const { list, napomena } = uploaded
  const { preskoceni, dokument, izostavljeno } = list
  const { odobrenje_id: broj, ...said } = dokument
  const odobrenje = broj ? await odobrenjeByNumber(db, broj) : null
  const remarks = [napomena, ...izostavljeno, broj && !odobrenje && carinaTexts.unknownOdobrenje(broj)]
  await doubtUnusual(db, list.fakture, dayOf(now))
  // The optional fields of the table stand in the rows too, which the sheet's own type does not know.
  const fakture = list.fakture as InvoicePreview['fakture']
  const broj_stavki = fakture.reduce((count, { stavke }) => count + stavke.length, 0)
  return {
    ...readingOf(columns, uploaded, preskoceni),
    fakture,
    preskoceni,
    napomena: remarks.filter(Boolean).join(' ') || null,
    dokument: {
      ...(said as Omit<InvoicePreview['dokument'], 'odobrenje_id' | 'odobrenje_broj'>),
      odobrenje_id: odobrenje?.id ?? null,
      odobrenje_broj: odobrenje?.broj ?? null,
    },
    broj_faktura: fakture.length,
    broj_stavki,
    message: `Uspešno importovano. Faktura: ${fakture.length}, stavki: ${broj_stavki}.`,
  }
}

/** Adds to each item what is unusual in its quantity; the currency of its price is said in the form alone. */
async function doubtUnusual(db: Db, fakture: readonly SheetInvoice[], datum: CalendarDate) {
  const items = fakture.flatMap(({ broj_fakture, stavke }) => stavke.map((item) => ({ broj_fakture, item })))
  const lines = items.map(({ broj_fakture, item }) => {
    const { redni_broj, materijal_id: roba_id, kolicina, cena_po_jedinici: cena } = item
    return { id: null, broj_fakture, redni_broj, roba_id, kolicina, cena }
  })
  const doubts = await unusualMaterials(db, { datum, valuta: '', kurs: null, lines })
  for (const [at, { item }] of items.entries()) item.upozorenja.push(...(doubts[at] ?? []))
}

type ImportCall = Pick<Call<(typeof c4Endpoints)['importInvoices']>, 'file' | 'user' | 'now' | 'writeApart'>
/** Facts of one file alone: values of last month would be wrong. */
const OF_ONE_FILE = ['broj_fakture', 'broj_jci']

/** The invoices of a file, and how its columns are told; `rows`: with the rows as they stand. */
async function invoicesIn(db: Db, file: UploadedFile, rows = false) {
  const sheets = { formats: ['xlsx', 'xls', 'ods', 'csv'], wrongType: documentTexts.excelOnly, unread: true } as const
  const columns = await knownColumns(db, file, 'fakture')
  const known = async () => ({
    catalogue: await db
      .selectFrom('materijal')
      .select(['id', 'naziv', 'jedinica_mere', 'tarifni_broj', 'zemlja_porekla'])
      .execute(),
    optional: OPTIONAL,
    ofDocument: OF_DOCUMENT,
  })
  return { columns, uploaded: await readUploadedSheet(file, { ...sheets, rows, columns }, 'invoices', known) }
}

/** The rows of a file that would be left out, with why, as a sheet that can be sent again. */
export async function skippedInvoices(db: Db, { file }: Pick<ImportCall, 'file'>): Promise<FileReply> {
  const { columns, uploaded } = await invoicesIn(db, file, true)
  return skippedSheet(columns, uploaded.columns, uploaded.list.preskoceni)
}

const odobrenjeByNumber = (db: Db, broj: string) =>
  db.selectFrom('odobrenje').select(['id', 'broj']).where('broj_kljuc', '=', codeKey(broj)).executeTakeFirst()

/** The spreadsheet that users fill in, with three example rows. Its library takes 10 MiB, so it is loaded when asked for. */
export async function sendTemplate(): Promise<FileReply> {
  const { invoiceTemplate } = await import('#server/sheets/write-sheet.ts')
  return { name: 'template_fakture.xlsx', type: XLSX_TYPE, bytes: new Uint8Array(invoiceTemplate()) }
}
