import type { ArchiveDocument } from '#contract/archive.ts'
import { isUnknownCurrency } from '#domain/currency.ts'
import { documentColumns, PdfCell } from '#web/document-list/document-columns.tsx'
import { ShortageMark } from '#web/screens/document-badges.tsx'
import { DocumentLink } from '#web/screens/document-link.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Money } from '#web/ui/number.tsx'
import { KindBadge } from './kind-badge.tsx'

/** The columns of spec §2; sorted by the server under their ids. */
export const archiveColumns = (onPdf: (document: ArchiveDocument) => void): readonly Column<ArchiveDocument>[] => [
  {
    id: 'broj',
    header: 'Broj dokumenta',
    sortable: true,
    width: '8.25rem',
    under: ({ tip, tip_dokumenta }) => `${tip} · ${tip_dokumenta}`,
    cell: ({ vrsta, id, broj, ima_manjak }) => (
      <span className="marked-number">
        <DocumentLink vrsta={vrsta} id={id} broj={broj} className="document-number" />
        {ima_manjak && <ShortageMark />}
      </span>
    ),
  },
  {
    id: 'tip',
    header: 'Tip',
    sortable: true,
    width: '5.5rem',
    fold: true,
    card: 'none',
    cell: ({ tip }) => <KindBadge kind={tip} />,
  },
  {
    ...documentColumns.type('Vrsta dokumenta'),
    onCard: ({ tip, tip_dokumenta }) => `${tip} · ${tip_dokumenta}`,
  },
  documentColumns.date(),
  documentColumns.partner('Partner', ({ partner }) => partner),
  documentColumns.country(),
  {
    id: 'vrednost_rsd',
    header: 'Ukupna vrednost',
    align: 'right',
    width: '9.5rem',
    card: 'right',
    sortable: true,
    cell: (row) => <ValueInBoth {...row} />,
    onCard: ({ vrednost_total, valuta }) => <Money value={vrednost_total} currency={valuta} />,
  },
  documentColumns.quantity(),
  {
    ...documentColumns.pdf<ArchiveDocument>('Otvori', ({ broj }) => broj, onPdf),
    card: 'second-right',
    onCard: (row) => row.pdf_fajl && <PdfCell broj={row.broj} stored verb="Otvori" onChoose={() => onPdf(row)} />,
  },
]

/** The value of a document in its own currency and in RSD, by which the column sorts (spec §9). */
function ValueInBoth({ valuta, kurs, vrednost_total, vrednost_rsd }: ArchiveDocument) {
  if (valuta === 'RSD') return <Money value={vrednost_rsd} currency="RSD" />
  return (
    <>
      <Money value={vrednost_total} currency={valuta} />
      <span className="under block">
        {isUnknownCurrency(valuta, kurs) ? 'nepoznata valuta, 1 : 1' : <Money value={vrednost_rsd} currency="RSD" />}
      </span>
    </>
  )
}
