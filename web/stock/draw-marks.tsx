type Marked = {
  readonly usmereno?: boolean
  readonly posle_roka?: boolean
  readonly pre_prelaska?: boolean | undefined
}

/** Marks under the quantity of a draw: that the export named its lot, that it came after the deadline. */
export const DrawMarks = ({ usmereno, posle_roka, pre_prelaska }: Marked) => (
  <>
    {usmereno && <span className="block text-ink-2 text-xs">usmereno</span>}
    {pre_prelaska && (
      <span className="block text-warning text-xs" title="Proverite da li je već uračunat u „Već razduženo“.">
        pre dana prelaska
      </span>
    )}
    {posle_roka && <span className="block text-warning text-xs">posle roka</span>}
  </>
)
