import { IMPORT_FIELDS, IMPORT_PLACES, type ImportKind } from '#contract/import-fields.ts'
import * as limits from '#contract/limits.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import { readBomSheet } from '#domain/sheet-bom.ts'
import { type DocumentColumns, readDocumentSheet } from '#domain/sheet-documents.ts'
import type { FieldSheet, KnownFields } from '#domain/sheet-fields.ts'
import { type KnownOfInvoices, readInvoiceSheet } from '#domain/sheet-invoices.ts'
import { readMaterialSheet } from '#domain/sheet-materials.ts'
import { readCountSheet } from '#domain/sheet-popis.ts'
import { readRateSheet } from '#domain/sheet-rates.ts'
import { readSupplierSheet } from '#domain/sheet-supplier.ts'
import { readUsaglasavanje } from '#domain/sheet-usaglasavanje.ts'

/**
 * One reader per import. It gets a sheet with known fields of its columns, the facts of the books (materials, their
 * IDs) and the day. `fault` says why the sheet cannot be taken at all. Only the process that reads the file calls
 * these: the cells come from strangers.
 */
export const LISTS = {
  materials: (sheet: FieldSheet, known: readonly string[]) => ({
    fault: null,
    ...readMaterialSheet(sheet, limits, new Set(known)),
  }),
  products: (sheet: FieldSheet, { materials, known }: { materials: readonly string[]; known: readonly string[] }) => ({
    fault: null,
    ...readBomSheet(sheet, new Set(materials), limits, new Set(known)),
  }),
  documents: (sheet: FieldSheet, known: DocumentColumns, today: CalendarDate) => readDocumentSheet(sheet, known, today),
  rates: (sheet: FieldSheet, currencies: readonly string[], today: CalendarDate) =>
    readRateSheet(sheet, currencies, today),
  popis: (sheet: FieldSheet, units: readonly (readonly [string, string])[]) => readCountSheet(sheet, new Map(units)),
  usaglasavanje: (sheet: FieldSheet, _: null, today: CalendarDate) => readUsaglasavanje(sheet, limits, today),
  supplier: (sheet: FieldSheet, _: null, today: CalendarDate) => readSupplierSheet(sheet, limits, today),
  invoices: (sheet: FieldSheet, known: KnownOfInvoices, today: CalendarDate) =>
    readInvoiceSheet(sheet, known, limits, today),
}

type Lists = typeof LISTS
export type ListName = keyof Lists
/** The facts of the books that a list needs to be read. */
export type Known<L extends ListName> = Parameters<Lists[L]>[1]
export type List<L extends ListName> = ReturnType<Lists[L]>

const KINDS: Readonly<Record<ListName, ImportKind>> = {
  materials: 'materijali',
  products: 'proizvodi',
  documents: 'c4',
  rates: 'kursevi',
  popis: 'popis',
  supplier: 'faktura',
  invoices: 'fakture',
  usaglasavanje: 'usaglasavanje',
}

/** The fields of the columns of a list when nobody chooses any. */
export function fieldsFor(list: ListName): KnownFields {
  const nothing = { kolone: {}, vrednosti: {}, zapamceno: [], partner_id: null }
  return { ...nothing, fields: IMPORT_FIELDS[KINDS[list]], poMestu: IMPORT_PLACES[KINDS[list]] ?? [] }
}
