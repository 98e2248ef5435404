import * as limits from '#contract/limits.ts'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { SheetRow } from '#domain/sheet.ts'
import { bomHeaderFault, readBomSheet } from '#domain/sheet-bom.ts'
import { type DocumentColumns, readDocumentSheet } from '#domain/sheet-documents.ts'
import { type KnownOfInvoices, readInvoiceSheet } from '#domain/sheet-invoices.ts'
import { materialHeaderFault, readMaterialSheet } from '#domain/sheet-materials.ts'
import { readCountSheet } from '#domain/sheet-popis.ts'
import { readRateSheet } from '#domain/sheet-rates.ts'
import { type KnownOfSupplier, readSupplierSheet } from '#domain/sheet-supplier.ts'
import { type KnownKolone, readUsaglasavanje } from '#domain/sheet-usaglasavanje.ts'

/**
 * What each import makes of the rows of its sheet, with what the books know (materials, their IDs) and the day. `fault` says why the
 * sheet as a whole cannot be taken. Only the process that reads the file calls these: the cells come from strangers.
 */
export const LISTS = {
  materials: (rows: readonly SheetRow[], known: readonly string[]) => ({
    fault: materialHeaderFault(rows),
    ...readMaterialSheet(rows, limits, new Set(known)),
  }),
  products: (
    rows: readonly SheetRow[],
    { materials, known }: { materials: readonly string[]; known: readonly string[] },
  ) => ({
    fault: bomHeaderFault(rows),
    ...readBomSheet(rows, new Set(materials), limits, new Set(known)),
  }),
  documents: (rows: readonly SheetRow[], known: DocumentColumns, today: CalendarDate) =>
    readDocumentSheet(rows, known, today),
  rates: (rows: readonly SheetRow[], currencies: readonly string[], today: CalendarDate) =>
    readRateSheet(rows, currencies, today),
  popis: (rows: readonly SheetRow[], units: readonly (readonly [string, string])[]) =>
    readCountSheet(rows, new Map(units)),
  usaglasavanje: (rows: readonly SheetRow[], known: Omit<KnownKolone, 'limits'>, today: CalendarDate) =>
    readUsaglasavanje(rows, { ...known, limits }, today),
  supplier: (rows: readonly SheetRow[], known: KnownOfSupplier, today: CalendarDate) =>
    readSupplierSheet(rows, known, limits, today),
  invoices: (rows: readonly SheetRow[], known: KnownOfInvoices, today: CalendarDate) =>
    readInvoiceSheet(rows, known, limits, today),
}

type Lists = typeof LISTS
export type ListName = keyof Lists
/** What the books have to say for a list to be read. */
export type Known<L extends ListName> = Parameters<Lists[L]>[1]
export type List<L extends ListName> = ReturnType<Lists[L]>
