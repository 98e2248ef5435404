import { FileText } from 'lucide-react'
import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { documentScreenTexts } from '#web/foreseen/document-texts.ts'
import { TypeBadge } from '#web/screens/document-badges.tsx'
import { ClosedSign } from '#web/screens/zakljuceno.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { useFolded } from '#web/ui/use-narrow.ts'

type ListedDocument = {
  tip_dokumenta: string
  datum: CalendarDate
  zemlja_otpreme: string
  kolicina_total: Micro
  pdf_fajl: string | null
}

/** Columns that are shown where some row has one of these fields, by their ids. */
const WHERE_GIVEN: Readonly<Record<string, readonly string[]>> = {
  carina: ['odobrenje_broj', 'broj_jci'],
  rok: ['rok'],
}
export const givenColumns = <Row extends object>(columns: readonly Column<Row>[], rows: readonly Row[]) =>
  columns.filter(({ id }) => {
    const fields = WHERE_GIVEN[id]
    return !fields || rows.some((row) => fields.some((field) => row[field as keyof Row] !== null))
  })

/** The quantity in the second line of the value, where its column has folded. */
export const QuantityUnder = ({ kolicina_total }: Pick<ListedDocument, 'kolicina_total'>) =>
  useFolded() && (
    <span className="under block">
      količina <Quantity value={kolicina_total} />
    </span>
  )

type OfCarina = { odobrenje_broj: string | null; broj_jci: string | null }
const carinaOf = ({ broj_jci, odobrenje_broj }: Partial<OfCarina>): string =>
  [broj_jci, odobrenje_broj].filter(Boolean).join(' · ')

/** Columns of C4 and C1 alike, in their lists and in the archive; their ids are the names by which the server sorts. */
export const documentColumns = {
  type: <Row extends ListedDocument>(header = 'Tip dokumenta'): Column<Row> => ({
    id: 'tip_dokumenta',
    header,
    sortable: true,
    width: '4.5rem',
    fold: true,
    card: 'third',
    text: (row) => row.tip_dokumenta,
    cell: (row) => <TypeBadge type={row.tip_dokumenta} />,
    onCard: (row) => `${row.tip_dokumenta} · ${row.zemlja_otpreme}`,
  }),
  date: <Row extends Pick<ListedDocument, 'datum'> & Partial<OfCarina>>(): Column<Row> => ({
    id: 'datum',
    header: 'Datum',
    sortable: true,
    width: '6.25rem',
    card: 'third-right',
    under: carinaOf,
    cell: (row) => (
      <span className="whitespace-nowrap">
        <DateText value={row.datum} />
        <ClosedSign datum={row.datum} />
      </span>
    ),
  }),
  /** The partner gets the width that the other columns leave. */
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
    width: '5.25rem',
    fold: true,
    cut: true,
    card: 'none',
    text: (row) => row.zemlja_otpreme,
  }),
  quantity: <Row extends ListedDocument>(): Column<Row> => ({
    id: 'kolicina_total',
    header: 'Ukupna količina',
    align: 'right',
    sortable: true,
    width: '5.75rem',
    card: 'none',
    cell: (row) => <Quantity value={row.kolicina_total} />,
  }),
  /** JCI and authorisation in one column of wide windows: two columns would leave the others no room. */
  carina: <Row extends OfCarina>(): Column<Row> => ({
    id: 'carina',
    header: 'JCI, odobrenje',
    width: 'clamp(5rem, 40vw - 31rem, 15rem)',
    fold: true,
    cut: true,
    card: 'none',
    text: carinaOf,
    cell: ({ broj_jci, odobrenje_broj }) => (
      <span className="whole-parts code">
        {broj_jci && <span>{broj_jci}</span>}
        {odobrenje_broj && <span className="text-ink-2">{odobrenje_broj}</span>}
      </span>
    ),
  }),
  pdf: <Row extends Pick<ListedDocument, 'pdf_fajl'>>(
    verb: 'Preuzmi' | 'Otvori',
    brojOf: (row: Row) => string,
    onChoose: (row: Row) => void,
  ): Column<Row> => ({
    id: 'pdf',
    header: 'PDF',
    width: '2.5rem',
    card: 'none',
    cell: (row) => (
      <PdfCell broj={brojOf(row)} stored={row.pdf_fajl !== null} verb={verb} onChoose={() => onChoose(row)} />
    ),
  }),
} as const

type PdfCellProps = {
  /** The number of the document. */
  broj: string
  stored: boolean
  /** The effect of a press: save it as a file, or open it in a new tab (spec §2). */
  verb: 'Preuzmi' | 'Otvori'
  onChoose: () => void
}

/** The PDF of a document in a table as a sign, or 'Nema PDF'; paper shows only that there is one. */
export const PdfCell = ({ broj, stored, verb, onChoose }: PdfCellProps) =>
  stored ? (
    <>
      <button
        type="button"
        className="icon-button -mx-1.5 text-accent in-data-cards:-my-1"
        aria-label={`${verb} PDF: ${broj}`}
        title={`${verb} PDF`}
        onClick={onChoose}
      >
        <FileText aria-hidden />
      </button>
      <span aria-hidden className="hidden print:inline">
        Ima PDF
      </span>
    </>
  ) : (
    <span className="no-pdf text-ink-3" title={documentScreenTexts.noPdf}>
      <span className="sr-only print:not-sr-only">{documentScreenTexts.noPdf}</span>
    </span>
  )
