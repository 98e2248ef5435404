import type { SheetRow } from '#domain/sheet.ts'
import { type FieldChoice, type FieldSheet, readFields } from '#domain/sheet-fields.ts'
import { IMPORT_FIELDS, IMPORT_PLACES, type ImportKind } from './import-fields.ts'

/** A sheet of this kind as its import sees it. */
export const fieldsIn = (kind: ImportKind, rows: readonly SheetRow[], choice: Partial<FieldChoice> = {}): FieldSheet =>
  readFields(rows, {
    ...{ fields: IMPORT_FIELDS[kind], kolone: {}, vrednosti: {}, zapamceno: [], partner_id: null },
    ...{ poMestu: IMPORT_PLACES[kind] ?? [], ...choice },
  })
