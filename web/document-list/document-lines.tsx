import './invoice-band.css'
import { stavkiOf } from '#domain/count-words.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

/** Lines of a document that are shown at once. */
const PAGE_LINES = 50

type DocumentLinesProps<Line> = { columns: readonly Column<Line>[]; stavke: readonly Line[] }

/** The lines as they stand in a document, under their invoices. */
export const DocumentLines = <Line extends { id: number; broj_fakture: string }>({
  columns,
  stavke,
}: DocumentLinesProps<Line>) => (
  <DataTable
    label="Stavke"
    columns={columns}
    rows={stavke}
    rowKey={({ id }) => String(id)}
    groupBy={({ broj_fakture }) => broj_fakture}
    band={([first]) => first && <InvoiceBand broj={first.broj_fakture} stavke={stavke} />}
    pageSize={PAGE_LINES}
  />
)

/** Above the first line of an invoice in a table. */
export function InvoiceBand({ broj, stavke }: { broj: string; stavke: readonly { broj_fakture: string }[] }) {
  const lines = stavke.filter(({ broj_fakture }) => broj_fakture === broj).length
  return (
    <p className="invoice-band">
      Faktura <strong className="code">{broj}</strong> · {stavkiOf(lines)}
    </p>
  )
}
