/** One line of the table: the measured thing, its value, its goal. */
export type Figure = { readonly figure: string; readonly measured: string; readonly goal: string; readonly ok: boolean }

/** Prints the table, and at its end how many goals are missed. */
export function showFigures(figures: readonly Figure[]): void {
  const width = Math.max(...figures.map(({ figure }) => figure.length))
  for (const { figure, measured, goal, ok } of figures)
    console.log(`${ok ? '   ' : ' ✗ '}${figure.padEnd(width)}  ${measured}  (${goal})`)
  console.log(`${figures.filter(({ ok }) => !ok).length} of ${figures.length} goals missed`)
}
