/** From where to where, in pixels from the first row's top, rows are to be shown. */
export type Span = { readonly from: number; readonly to: number }

/** Grids up to this many rows show all of them. */
export const ALL_SHOWN_MAX = 60

/**
 * The indexes of the rows that meet the span, in order, with those of `always` (the row that has the focus must not go
 * away under it). `heightOf` knows measured heights and guesses the others.
 */
export function rowsIn(count: number, heightOf: (index: number) => number, span: Span, always: readonly number[]) {
  const shown: number[] = []
  const wanted = new Set(always)
  let top = 0
  for (let index = 0; index < count; index++) {
    const height = heightOf(index)
    if ((top < span.to && top + height > span.from) || wanted.has(index)) shown.push(index)
    top += height
  }
  return shown
}

/** The height of the rows between two shown ones (exclusive), for the gap that stands in their place. */
export function gapHeight(after: number, before: number, heightOf: (index: number) => number): number {
  let height = 0
  for (let index = after + 1; index < before; index++) height += heightOf(index)
  return height
}
