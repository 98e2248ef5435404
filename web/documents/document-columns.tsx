import { FileDown } from 'lucide-react'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { documentScreenTexts } from './document-texts.ts'

type ListedDocument = {
  tip_dokumenta: string
  datum: CalendarDate
  zemlja_otpreme: string
  kolicina_total: Micro
  pdf_fajl: string | null
}

/** Columns of C4 and C1 alike; their ids are the names by which the server sorts. */
export const documentColumns = {
  type: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'tip_dokumenta',
    header: 'Tip dokumenta',
    sortable: true,
    wrap: true,
    cell: (row) => <span className="min-[87.5rem]:whitespace-nowrap">{row.tip_dokumenta}</span>,
  }),
  date: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'datum',
    header: 'Datum',
    sortable: true,
    cell: (row) => <DateText value={row.datum} />,
  }),
  country: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'zemlja_otpreme',
    header: 'Zemlja otpreme',
    sortable: true,
    wrap: true,
    cell: (row) => row.zemlja_otpreme,
  }),
  quantity: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'kolicina_total',
    header: 'Ukupna količina',
    align: 'right',
    sortable: true,
    cell: (row) => <Quantity value={row.kolicina_total} />,
  }),
  pdf: <Row extends ListedDocument>(nameOf: (row: Row) => string, onDownload: (row: Row) => void): Column<Row> => ({
    id: 'pdf',
    header: 'PDF',
    cell: (row) =>
      row.pdf_fajl ? (
        <>
          <Button
            variant="ghost"
            className="-ml-2 h-7"
            icon={<FileDown aria-hidden />}
            aria-label={`Preuzmi PDF: ${nameOf(row)}`}
            onClick={() => onDownload(row)}
          >
            Preuzmi
          </Button>
          <span aria-hidden className="hidden print:inline">
            Ima PDF
          </span>
        </>
      ) : (
        <span className="text-ink-3">{documentScreenTexts.noPdf}</span>
      ),
  }),
} as const
