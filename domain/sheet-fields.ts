/** What stands in a column whatever is written above it. */
export type SheetContent = 'zemlja' | 'da-ne' | 'jedinica' | 'tarifa' | 'datum'

/** A field that a sheet may have a column for. */
export type SheetField = {
  readonly polje: string
  /** What people call it. */
  readonly naziv: string
  /** The headings by which it is known, as `headerText` folds them. */
  readonly reci: readonly string[]
  /** By this a column is told where its heading means several fields, or none. */
  readonly sadrzaj: SheetContent | null
  /** A new record cannot be without it. */
  readonly obavezno: boolean
  /** The values that it may have, where they are few. */
  readonly izbor: readonly string[]
}
