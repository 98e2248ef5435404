import type { CalendarDate } from '#domain/calendar-date.ts'
import type { Micro } from '#domain/decimal.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NameWithId } from '#web/ui/name-with-id.tsx'
import { Quantity } from '#web/ui/number.tsx'
import { type Foreseen, ForeseenText } from './foreseen.tsx'

/** What a line would draw, or what would go out of it; without `other` nothing covers it. */
export type ForeseenDraw = {
  readonly key: string
  readonly materijal_id: string
  readonly materijal_naziv: string
  readonly jedinica_mere: string
  readonly kolicina: Micro
  readonly other: { readonly broj: string; readonly datum: CalendarDate; readonly stavka: string } | null
}
/** What was found, and how the document on the other side of its draws is called: 'C4' or 'C1'. */
export type ForeseenDocument = {
  readonly told: Foreseen
  readonly draws: readonly ForeseenDraw[]
  readonly other: 'C4' | 'C1'
}

const columnsOf = (other: string): readonly Column<ForeseenDraw>[] => [
  {
    id: 'materijal',
    header: 'Materijal',
    wrap: true,
    cell: (row) => <NameWithId name={row.materijal_naziv} id={row.materijal_id} />,
  },
  {
    id: 'kolicina',
    header: 'Količina',
    align: 'right',
    card: 'right',
    cell: (row) => <Quantity value={row.kolicina} unit={row.jedinica_mere} strong={row.other !== null} />,
  },
  {
    id: 'broj',
    header: `${other} broj`,
    card: 'second',
    cell: (row) =>
      row.other ? <span className="code">{row.other.broj}</span> : <strong className="text-bad">Manjak</strong>,
  },
  {
    id: 'datum',
    header: `Datum ${other}`,
    card: 'second-right',
    cell: (row) => (row.other ? <DateText value={row.other.datum} /> : ''),
  },
  {
    id: 'stavka',
    header: 'Faktura',
    cell: (row) => (row.other ? <span className="code">{row.other.stavka}</span> : ''),
  },
]

const COLUMNS = { C4: columnsOf('C4'), C1: columnsOf('C1') }
const ROWS_AT_ONCE = 50

/** What saving the document in the form would do (customs §4.12); nothing is saved. */
export function ForeseenDialog({ of, onClose }: { of: ForeseenDocument; onClose: () => void }) {
  const { told, draws, other } = of
  const close = (
    <Button data-autofocus onClick={onClose}>
      Zatvori
    </Button>
  )
  return (
    <Dialog open size="large" title="Provera pre čuvanja" onClose={onClose} foot={close}>
      <ForeseenText {...told} />
      {!told.odbijeno && (
        <div className="mt-4 overflow-clip rounded-panel border border-line">
          <DataTable
            label="Šta bi se razdužilo"
            columns={COLUMNS[other]}
            rows={draws}
            rowKey={({ key }) => key}
            pageSize={ROWS_AT_ONCE}
            emptyText="Ništa ne bi bilo razduženo."
          />
        </div>
      )}
    </Dialog>
  )
}
