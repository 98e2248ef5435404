/** What a type of document is called where its name has no room; the Serbian abbreviations of the declarations. */
const CODES: Readonly<Record<string, string>> = {
  'Carinska deklaracija': 'CD',
  'Uvozna deklaracija': 'UD',
  'Privremeni uvoz': 'PU',
  'Izvozna deklaracija': 'ID',
  'Privremeni izvoz': 'PI',
  Reeksport: 'RE',
}

/** A type of document in a table: its code, and its whole name on hover, for a screen reader, where copied and on paper. */
export const TypeBadge = ({ type }: { type: string }) => (
  <span className="type-badge" title={type} data-code={CODES[type] ?? type}>
    <span className="sr-only print:not-sr-only">{type}</span>
  </span>
)
