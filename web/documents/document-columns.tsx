import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { PdfCell } from './pdf-cell.tsx'
import { ClosedSign } from './zakljuceno.tsx'

type ListedDocument = {
  tip_dokumenta: string
  datum: CalendarDate
  zemlja_otpreme: string
  kolicina_total: Micro
  pdf_fajl: string | null
}

/** Columns that are shown where some row has what they hold, by the name of the field. */
const WHERE_GIVEN: readonly string[] = ['odobrenje_broj', 'broj_jci', 'rok']
export const givenColumns = <Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  columns.filter(({ id }) => !WHERE_GIVEN.includes(id) || rows.some((row) => row[id as keyof Row] !== null))

/** Columns of C4 and C1 alike, in their lists and in the archive; their ids are the names by which the server sorts. */
export const documentColumns = {
  type: <Row extends ListedDocument>(header = 'Tip dokumenta'): Column<Row> => ({
    id: 'tip_dokumenta',
    header,
    sortable: true,
    width: '9.5rem',
    fold: true,
    cut: true,
    text: (row) => row.tip_dokumenta,
  }),
  date: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'datum',
    header: 'Datum',
    sortable: true,
    width: '6.5rem',
    card: 'second-right',
    cell: (row) => (
      <span className="whitespace-nowrap">
        <DateText value={row.datum} />
        <ClosedSign datum={row.datum} />
      </span>
    ),
  }),
  /** It gets what a window is wider than the other columns. */
  partner: <Row extends ListedDocument>(header: string, nameOf: (row: Row) => string): Column<Row> => ({
    id: 'partner',
    header,
    sortable: true,
    cut: true,
    card: 'second',
    text: nameOf,
    under: (row) => row.zemlja_otpreme,
  }),
  country: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'zemlja_otpreme',
    header: 'Zemlja otpreme',
    sortable: true,
    width: '5.5rem',
    fold: true,
    cut: true,
    text: (row) => row.zemlja_otpreme,
  }),
  quantity: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'kolicina_total',
    header: 'Ukupna količina',
    align: 'right',
    sortable: true,
    width: '6rem',
    cell: (row) => <Quantity value={row.kolicina_total} />,
  }),
  odobrenje: <Row extends { odobrenje_broj: string | null }>(): Column<Row> => ({
    id: 'odobrenje_broj',
    header: 'Odobrenje',
    width: '7.5rem',
    cut: true,
    text: (row) => row.odobrenje_broj ?? '',
  }),
  jci: <Row extends { broj_jci: string | null }>(): Column<Row> => ({
    id: 'broj_jci',
    header: 'JCI',
    width: '7rem',
    cut: true,
    text: (row) => row.broj_jci ?? '',
  }),
  pdf: <Row extends ListedDocument>(
    verb: 'Preuzmi' | 'Otvori',
    brojOf: (row: Row) => string,
    onChoose: (row: Row) => void,
  ): Column<Row> => ({
    id: 'pdf',
    header: 'PDF',
    width: 'clamp(4.75rem, 9vw, 6rem)',
    cell: (row) => (
      <PdfCell broj={brojOf(row)} stored={row.pdf_fajl !== null} verb={verb} onChoose={() => onChoose(row)} />
    ),
  }),
} as const
