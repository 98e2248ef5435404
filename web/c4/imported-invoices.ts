import type { InvoicePreview } from '#contract/c4.ts'
import { C4_CARINA } from '#contract/carina.ts'
import { documentTexts } from '#contract/documents.ts'
import { MAX_INVOICE_SHEET_BYTES } from '#contract/limits.ts'
import type { MaterialRow } from '#contract/materials.ts'
import { codeKey } from '#domain/one-form.ts'
import { type FieldSentences, newKey, withFreeOrdinal } from '#web/drafts/draft.ts'
import { typedIn } from '#web/drafts/typed-fields.ts'
import { keptNumber, typedNumber } from '#web/ui/number-text.ts'
import { C4_FIELDS, type C4Draft, type C4Head, type C4Invoice, type C4Line, isUntouchedC4Line } from './c4-draft.ts'

type PreviewInvoice = InvoicePreview['fakture'][number]

/** The fault of an invoice file before it is sent, or null (spec §5). */
export function invoiceFileFault({ name, size }: { name: string; size: number }): string | null {
  if (!/\.(xlsx|xls|ods|csv)$/i.test(name)) return documentTexts.excelOnly
  return size > MAX_INVOICE_SHEET_BYTES ? documentTexts.excelTooLarge : null
}

/** Whether the form already has an invoice of this number: the new lines are then added to it. */
export const isInForm = (invoices: readonly C4Invoice[], { broj_fakture }: PreviewInvoice): boolean =>
  invoices.some((one) => sameNumber(one.broj_fakture, broj_fakture))

/**
 * How many lines of an invoice are in the form already, with the same material, quantity and price: a file
 * was imported twice.
 */
export function repeatedInForm(invoices: readonly C4Invoice[], { broj_fakture, stavke }: PreviewInvoice): number {
  const lines = invoices.filter((one) => sameNumber(one.broj_fakture, broj_fakture)).flatMap((one) => one.lines)
  const facts = (line: Pick<C4Line, 'materijal_id' | 'kolicina' | 'cena_po_jedinici'>) =>
    [line.materijal_id, keptNumber(line.kolicina), keptNumber(line.cena_po_jedinici)].join(' ')
  const known = new Set(lines.map(facts))
  return stavke.filter(({ materijal_id, kolicina, cena_po_jedinici }) =>
    known.has(
      facts({ materijal_id, kolicina: typedNumber(kolicina), cena_po_jedinici: typedNumber(cena_po_jedinici) }),
    ),
  ).length
}

/** Invoices for the form, the guesses in their lines, and the fields of the document from the file. */
export type ImportedInvoices = Pick<C4Draft, 'invoices' | 'guessed'> & { readonly head: Partial<C4Head> }

/** The facts of a file for those fields of the document that are still empty. */
export function headOf({ dokument }: Pick<InvoicePreview, 'dokument'>, head: C4Head): Partial<C4Head> {
  const typed = Object.entries(typedIn(C4_CARINA, dokument))
  return Object.fromEntries(typed.filter(([name, value]) => value !== '' && head[name as keyof C4Head] === ''))
}

/**
 * The invoices of the form with those of an Excel file, in the file's order. An existing invoice gets the new lines at
 * its end; a line whose number is taken gets the next free one. Invoices without input are dropped. A number that the
 * file does not hold is marked at its cell until somebody writes another; it may be saved as it is.
 */
export function withImported(
  { invoices, head }: Pick<C4Draft, 'invoices' | 'head'>,
  preview: Pick<InvoicePreview, 'fakture' | 'dokument'>,
  materials: ReadonlyMap<string, Pick<MaterialRow, 'naziv' | 'jedinica_mere'>>,
): ImportedInvoices {
  const guessed = new Map<string, FieldSentences>()
  const result = invoices.filter(({ lines }) => !lines.every(isUntouchedC4Line))
  for (const imported of preview.fakture) {
    const lines = imported.stavke.map((stavka) => {
      const line = importedLine(stavka, materials)
      if (Object.keys(stavka.pogodjeno).length > 0) guessed.set(line.key, stavka.pogodjeno)
      return line
    })
    const at = result.findIndex((one) => sameNumber(one.broj_fakture, imported.broj_fakture))
    const known = result[at]
    if (!known) result.push({ key: newKey(), broj_fakture: imported.broj_fakture, open: true, lines })
    else result[at] = { ...known, open: true, lines: appended(known.lines, lines) }
  }
  return { invoices: result, guessed, head: headOf(preview, head) }
}

const sameNumber = (a: string, b: string) => codeKey(a) === codeKey(b)

function appended(known: readonly C4Line[], added: readonly C4Line[]): C4Line[] {
  const lines = known.filter((line) => !isUntouchedC4Line(line))
  for (const line of added) lines.push(withFreeOrdinal(line, lines))
  return lines
}

function importedLine(
  stavka: PreviewInvoice['stavke'][number],
  materials: ReadonlyMap<string, Pick<MaterialRow, 'naziv' | 'jedinica_mere'>>,
): C4Line {
  const { naziv = stavka.materijal_id, jedinica_mere = '' } = materials.get(stavka.materijal_id) ?? {}
  return C4_FIELDS.lineOf({ ...stavka, id: null, materijal_naziv: naziv, jedinica_mere })
}
