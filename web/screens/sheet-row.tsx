/** The number of a row of a spreadsheet. On a phone, where no head names it, with its name. */
export const SheetRow = ({ red }: { red: number }) => (
  <span className="num text-ink-3">
    <span aria-hidden className="sm:hidden">
      Red{' '}
    </span>
    {red}
  </span>
)
