import { C4_LINE, type InvoicePreview } from '#contract/c4.ts'
import { C4_CARINA, carinaTexts } from '#contract/carina.ts'
import { documentTexts } from '#contract/documents.ts'
import { XLSX_TYPE } from '#contract/endpoint.ts'
import { optionalIn } from '#contract/form-fields.ts'
import { sheetTexts } from '#contract/imports.ts'
import { MAX_CODE_CHARACTERS, MAX_NAME_CHARACTERS } from '#contract/limits.ts'
import { convertPara, type Micro, type Para } from '#domain/decimal.ts'
import { codeKey } from '#domain/one-form.ts'
import type { HeadColumn, OptionalColumn } from '#domain/sheet-invoices.ts'
import type { Db } from '#server/db/schema.ts'
import type { FileReply, UploadedFile } from '#server/http/call.ts'
import { readUploadedSheet } from '#server/sheets/uploaded-sheet.ts'

/** The columns that a sheet may have beside those that every line needs. */
const OPTIONAL: readonly OptionalColumn[] = Object.entries(optionalIn(C4_LINE)).map(([name, field]) => ({
  name,
  label: field.label,
  headings: field.headings,
  maxCharacters: field.kind === 'code' ? MAX_CODE_CHARACTERS : MAX_NAME_CHARACTERS,
  numeric: ['number', 'price', 'percent', 'amount'].includes(field.kind),
}))
/** Of an authorisation a sheet has the number. */
const OF_DOCUMENT: readonly HeadColumn[] = Object.entries(C4_CARINA).map(([name, { kind, label, headings }]) => ({
  name,
  label,
  headings,
  maxCharacters: kind === 'text' ? MAX_NAME_CHARACTERS : MAX_CODE_CHARACTERS,
  isDay: kind === 'day',
}))
const AMOUNTS = Object.entries(optionalIn(C4_LINE)).flatMap(([name, { kind }]) => (kind === 'amount' ? [name] : []))

/** Amounts of money as they are stored, to the second place; a sheet has all numbers to the sixth. */
function withAmounts<T extends object>(stavka: T): T {
  const read = stavka as Readonly<Record<string, Micro | null>>
  const amounts = AMOUNTS.map((name) => [name, read[name] && convertPara(ONE_PARA, read[name])])
  return { ...stavka, ...Object.fromEntries(amounts) }
}
const ONE_PARA = 100 as Para

/** Reads the invoices of a spreadsheet for the form of a C4: a preview, nothing is written (spec §5, decisions §5). */
export async function importInvoices(db: Db, file: UploadedFile): Promise<InvoicePreview> {
  const sheets = { formats: ['xlsx', 'xls', 'ods', 'csv'], wrongType: documentTexts.excelOnly } as const
  const { list, napomena } = await readUploadedSheet(file, sheets, 'invoices', async () => ({
    catalogue: await db
      .selectFrom('materijal')
      .select(['id', 'naziv', 'jedinica_mere', 'tarifni_broj', 'zemlja_porekla'])
      .execute(),
    optional: OPTIONAL,
    ofDocument: OF_DOCUMENT,
  }))
  const { preskoceni, nepoznate, dokument, izostavljeno } = list
  const { odobrenje_id: broj, ...said } = dokument
  const odobrenje = broj ? await odobrenjeByNumber(db, broj) : null
  const remarks = [
    napomena,
    ...izostavljeno,
    broj && !odobrenje && carinaTexts.unknownOdobrenje(broj),
    nepoznate.length > 0 && sheetTexts.unknownColumns(nepoznate),
  ]
  // The optional fields of the table stand in the rows too, which the sheet's own type does not know.
  const fakture = (list.fakture as InvoicePreview['fakture']).map(({ stavke, ...faktura }) => {
    return { ...faktura, stavke: stavke.map(withAmounts) }
  })
  const broj_stavki = fakture.reduce((count, { stavke }) => count + stavke.length, 0)
  return {
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

const odobrenjeByNumber = (db: Db, broj: string) =>
  db.selectFrom('odobrenje').select(['id', 'broj']).where('broj_kljuc', '=', codeKey(broj)).executeTakeFirst()

/** The spreadsheet that users fill in, with three example rows. Its library is loaded for whoever asks: it takes 10 MiB. */
export async function sendTemplate(): Promise<FileReply> {
  const { invoiceTemplate } = await import('#server/sheets/write-sheet.ts')
  return { name: 'template_fakture.xlsx', type: XLSX_TYPE, bytes: new Uint8Array(invoiceTemplate()) }
}
