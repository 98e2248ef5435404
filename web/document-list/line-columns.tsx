import './invoice-band.css'
import type { ReactNode } from 'react'
import { stavkiOf } from '#domain/count-words.ts'
import type { Micro, Para } from '#domain/decimal.ts'
import { MaterialLink, materialColumn } from '#web/stock/lot-columns.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'

/** Columns of the lines of several kinds of document, on the page of one. */
export const lineColumns = {
  redniBroj: <Line extends { redni_broj: number }>(): Column<Line> => ({
    id: 'redni_broj',
    header: '#',
    card: 'none',
    cell: ({ redni_broj }) => <span className="num">{redni_broj}</span>,
  }),
  materijal: <Line extends { materijal_id: string; materijal_naziv: string }>(): Column<Line> =>
    materialColumn({
      wrap: true,
      card: 'title',
      cell: ({ materijal_naziv, materijal_id }) => (
        <div className="sm:min-w-44">
          <MaterialLink id={materijal_id} name={materijal_naziv} />
        </div>
      ),
    }),
  tarifniBroj: <Line extends { tarifni_broj: string }>(): Column<Line> => ({
    id: 'tarifni_broj',
    header: 'Tarifni broj',
    card: 'second',
    cell: ({ tarifni_broj }) => <span className="code">{tarifni_broj}</span>,
  }),
  zemljaPorekla: <Line extends { zemlja_porekla: string }>(): Column<Line> => ({
    id: 'zemlja_porekla',
    header: 'Zemlja porekla',
    card: 'second-right',
    cell: ({ zemlja_porekla }) => zemlja_porekla,
  }),
  kolicina: <Line extends { kolicina: Micro; jedinica_mere: string }>(): Column<Line> => ({
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'right',
    cell: ({ kolicina, jedinica_mere }) => <Quantity value={kolicina} unit={jedinica_mere} strong />,
  }),
} as const

type GivenColumn<Line> = Column<Line> & { given: (line: Line) => boolean }

const givenNumber = <Line, Value>(
  id: string,
  header: string,
  of: (line: Line) => Value | null,
  show: (value: Value) => ReactNode,
): GivenColumn<Line> => ({
  id,
  header,
  align: 'right',
  given: (line) => of(line) !== null,
  cell: (line) => {
    const value = of(line)
    return value !== null && show(value)
  },
})

/** Columns of numbers that few lines have: a quantity or a percentage, an amount in dinars. */
export const givenColumn = {
  quantity: <Line,>(id: string, header: string, of: (line: Line) => Micro | null) =>
    givenNumber(id, header, of, (value) => <Quantity value={value} />),
  dinars: <Line,>(id: string, header: string, of: (line: Line) => Para | null) =>
    givenNumber(id, header, of, (value) => <Money value={value} currency="RSD" />),
} as const

/** The given columns that have a number in some line. */
export const givenIn = <Line,>(columns: readonly GivenColumn<Line>[], lines: readonly Line[]) =>
  columns.filter(({ given }) => lines.some(given))

/** The number of lines of a document on a page. */
const PAGE_LINES = 50

type DocumentLinesProps<Line> = { columns: readonly Column<Line>[]; stavke: readonly Line[] }

/** The lines of a document in its order, under their invoices. */
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

/** The band above the first line of an invoice in a table. */
export function InvoiceBand({ broj, stavke }: { broj: string; stavke: readonly { broj_fakture: string }[] }) {
  const lines = stavke.filter(({ broj_fakture }) => broj_fakture === broj).length
  return (
    <p className="invoice-band">
      Faktura <strong className="code">{broj}</strong> · {stavkiOf(lines)}
    </p>
  )
}
