import { C1_CURRENCY, type C1Row } from '#contract/c1.ts'
import { documentColumns } from '#web/document-list/document-columns.tsx'
import { ShortageMark } from '#web/screens/document-badges.tsx'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { OutdatedPapersSign } from './outdated-papers.tsx'

/** The columns of spec §2; an export with a shortage says so beside its number. */
export const c1Columns = (onDownload: (row: C1Row) => void): readonly Column<C1Row>[] => [
  {
    id: 'broj',
    header: 'C1 broj',
    sortable: true,
    width: '8.25rem',
    under: ({ tip_dokumenta }) => tip_dokumenta,
    cell: ({ id, broj_c1, ima_manjak, papiri_zastareli }) => (
      <span className="marked-number">
        <ListedDocumentLink vrsta="c1" id={id} broj={broj_c1} />
        {ima_manjak && <ShortageMark />}
        {papiri_zastareli && <OutdatedPapersSign />}
      </span>
    ),
  },
  documentColumns.type(),
  documentColumns.date(),
  documentColumns.partner('Primalac', (row) => row.primalac_naziv),
  documentColumns.country(),
  {
    id: 'vrednost_total',
    header: `Ukupna vrednost (${C1_CURRENCY})`,
    align: 'right',
    width: '6.5rem',
    card: 'right',
    sortable: true,
    cell: (row) => (
      <span>
        <Money value={row.vrednost_total} />
        {/* A card stands without the head that names the currency. */}
        <span className="text-ink-3 sm:hidden">{` ${C1_CURRENCY}`}</span>
      </span>
    ),
  },
  documentColumns.quantity(),
  documentColumns.carina(),
  documentColumns.pdf('Preuzmi', (row) => row.broj_c1, onDownload),
]
