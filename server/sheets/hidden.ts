/**
 * Parts of a workbook that users do not see, as far as the parser does not say: which sheets by their places, and the
 * rows of a sheet, counted from 1, by its place and the id of its relation in the workbook.
 */
export type Hidden = {
  isSheet(place: number): boolean
  rowsOf(place: number, relation: string | undefined): ReadonlySet<number>
}

export const NOTHING_HIDDEN: Hidden = { isSheet: () => false, rowsOf: () => new Set() }
