import type { C4Row } from '#contract/c4.ts'
import { documentColumns, QuantityUnder } from '#web/document-list/document-columns.tsx'
import { RokSign, TypeBadge } from '#web/screens/document-badges.tsx'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money } from '#web/ui/number.tsx'

/** The columns of spec §2. */
export const c4Columns = (onDownload: (row: C4Row) => void): readonly Column<C4Row>[] => [
  {
    id: 'broj',
    header: 'C4 broj',
    sortable: true,
    // Where the type stands under it, as much as the longest one needs.
    width: 'clamp(8.25rem, (90rem - 100vw) * 100, 9.75rem)',
    under: ({ tip_dokumenta }) => tip_dokumenta,
    cell: ({ id, broj_c4 }) => <ListedDocumentLink vrsta="c4" id={id} broj={broj_c4} />,
  },
  {
    ...documentColumns.type(),
    onCard: ({ tip_dokumenta, zemlja_otpreme, rok, stanje_roka }) =>
      rok ? (
        <>
          <TypeBadge type={tip_dokumenta} /> rok <DateText value={rok} />
          {stanje_roka && <RokSign stanje={stanje_roka} />}
        </>
      ) : (
        `${tip_dokumenta} · ${zemlja_otpreme}`
      ),
  },
  documentColumns.date(),
  documentColumns.partner('Pošiljalac', (row) => row.posiljalac_naziv),
  documentColumns.country(),
  {
    id: 'vrednost_total',
    header: 'Ukupna vrednost',
    align: 'right',
    width: '8rem',
    card: 'right',
    sortable: true,
    cell: (row) => (
      <>
        <Money value={row.vrednost_total} currency={row.valuta} />
        <QuantityUnder {...row} />
      </>
    ),
  },
  // Beside the deadline it would leave the partner no room.
  { ...documentColumns.quantity(), fold: true },
  documentColumns.carina(),
  {
    id: 'rok',
    header: 'Rok',
    width: '7rem',
    card: 'none',
    cell: ({ rok, stanje_roka }) =>
      stanje_roka && (
        <>
          {rok ? <DateText value={rok} /> : stanje_roka}
          <RokSign stanje={stanje_roka} />
        </>
      ),
  },
  documentColumns.pdf('Preuzmi', (row) => row.broj_c4, onDownload),
]
