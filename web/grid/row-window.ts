import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'

/** The span of the shown rows in pixels from the first row's top. */
export type Span = { readonly from: number; readonly to: number }

/** Grids up to this many rows show all of them. */
const ALL_SHOWN_MAX = 60

/**
 * The indexes of the rows that meet the span, in order, with those of `always`: the row that has the focus must stay.
 * `heightOf` gives measured heights and guesses the others.
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

/** Rows this far outside the window are drawn before the user scrolls to them. */
const MARGIN_PX = 600
/** The span changes in these steps, so that not every scrolled pixel draws again. */
const STEP_PX = 300
const GUESSED_ROW_PX = 35

/**
 * The rows of a long grid to be drawn: those in and near the window, and those of `always`. Heights come from the drawn
 * rows. It listens to the scrolling of every box around, so it need not know which one scrolls, and to the size of
 * these boxes: an invoice that closes above moves the grid without scrolling.
 */
export function useRowWindow(
  grid: RefObject<HTMLTableElement | null>,
  keys: readonly string[],
  always: readonly (string | null | undefined)[],
): { shown: readonly number[]; heightOf: (index: number) => number } {
  const heights = useRef(new Map<string, number>())
  const [span, setSpan] = useState<Span>({ from: 0, to: 1500 })
  const long = keys.length > ALL_SHOWN_MAX

  useEffect(() => {
    if (!long) return
    function look() {
      const table = grid.current
      if (!table) return
      for (const body of table.querySelectorAll<HTMLElement>('[data-line]')) {
        heights.current.set(body.dataset.line ?? '', body.offsetHeight)
      }
      const top = table.getBoundingClientRect().top + (table.tHead?.offsetHeight ?? 0)
      const from = Math.floor((-top - MARGIN_PX) / STEP_PX) * STEP_PX
      const to = Math.ceil((innerHeight - top + MARGIN_PX) / STEP_PX) * STEP_PX
      setSpan((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    look()
    const size = new ResizeObserver(look)
    for (let around = grid.current?.parentElement; around; around = around.parentElement) size.observe(around)
    addEventListener('scroll', look, { capture: true, passive: true })
    addEventListener('resize', look)
    return () => {
      size.disconnect()
      removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
    }
  }, [grid, long])

  const heightOf = (index: number) => heights.current.get(keys[index] ?? '') ?? GUESSED_ROW_PX
  const pinned = always.map((key) => (key ? keys.indexOf(key) : -1)).filter((index) => index >= 0)
  const pinnedText = pinned.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured heights alone are no reason to draw again
  const shown = useMemo(
    () => (long ? rowsIn(keys.length, heightOf, span, pinned) : keys.map((_, index) => index)),
    [long, keys, span, pinnedText],
  )
  return { shown, heightOf }
}
