import { FileText } from 'lucide-react'
import type { ArchiveDocument } from '#contract/archive.ts'
import { DocumentLink } from '#web/documents/document-link.tsx'
import { ShortageMark } from '#web/documents/shortage-mark.tsx'
import { IconButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money, Quantity } from '#web/ui/number.tsx'
import { archiveTexts } from './archive-texts.ts'
import { KindBadge } from './kind-badge.tsx'

/** The columns of spec §2; sorted by the server under their ids. */
export const documentColumns = (onPdf: (document: ArchiveDocument) => void): readonly Column<ArchiveDocument>[] => [
  {
    id: 'broj',
    header: 'Broj dokumenta',
    sortable: true,
    cell: ({ vrsta, broj, ima_manjak }) => (
      <span className="inline-flex items-center gap-2">
        <DocumentLink vrsta={vrsta} broj={broj} className="min-w-0 [overflow-wrap:anywhere]" />
        {ima_manjak && <ShortageMark />}
      </span>
    ),
  },
  { id: 'tip', header: 'Tip', sortable: true, cell: ({ tip }) => <KindBadge kind={tip} /> },
  { id: 'tip_dokumenta', header: 'Vrsta dokumenta', sortable: true, cell: ({ tip_dokumenta }) => tip_dokumenta },
  { id: 'datum', header: 'Datum', sortable: true, cell: ({ datum }) => <DateText value={datum} /> },
  {
    id: 'partner',
    header: 'Partner',
    sortable: true,
    wrap: true,
    width: '14rem',
    cell: ({ partner }) => <span className="block min-w-32">{partner}</span>,
  },
  { id: 'zemlja_otpreme', header: 'Zemlja otpreme', sortable: true, cell: ({ zemlja_otpreme }) => zemlja_otpreme },
  {
    id: 'vrednost_rsd',
    header: 'Ukupna vrednost',
    align: 'right',
    sortable: true,
    cell: ({ vrednost_total, valuta }) => <Money value={vrednost_total} currency={valuta} />,
  },
  {
    id: 'kolicina_total',
    header: 'Ukupna količina',
    align: 'right',
    sortable: true,
    cell: ({ kolicina_total }) => <Quantity value={kolicina_total} />,
  },
  {
    id: 'pdf',
    header: 'PDF',
    width: '5.5rem',
    cell: (document) =>
      document.pdf_fajl ? (
        <IconButton
          className="-ml-1.5"
          label={`Otvori PDF: ${document.broj}`}
          icon={<FileText />}
          onClick={() => onPdf(document)}
        />
      ) : (
        <span className="text-ink-3">{archiveTexts.noPdf}</span>
      ),
  },
]
