type Marked = { readonly usmereno?: boolean; readonly posle_roka?: boolean }

/** What is said under the quantity of a draw: that the export named its lot, that it came after the deadline. */
export const DrawMarks = ({ usmereno, posle_roka }: Marked) => (
  <>
    {usmereno && <span className="block text-ink-2 text-xs">usmereno</span>}
    {posle_roka && <span className="block text-warning text-xs">posle roka</span>}
  </>
)
