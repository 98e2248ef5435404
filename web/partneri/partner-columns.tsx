import type { DokumentPartnera, PartnerRow, PartnerZapis } from '#contract/partneri.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money } from '#web/ui/number.tsx'

/** In how many documents a firm stands, and on which day last. */
export const ofDocuments = <
  Row extends Pick<PartnerRow, 'broj_c4' | 'broj_c1' | 'poslednji_dokument'>,
>(): Column<Row>[] => [
  {
    id: 'broj_c4',
    header: 'C4',
    align: 'right',
    width: '4.5rem',
    card: 'third',
    cell: (row) => <Count of={row.broj_c4} />,
    onCard: ({ broj_c4, broj_c1 }) => `C4: ${broj_c4} · C1: ${broj_c1}`,
  },
  {
    id: 'broj_c1',
    header: 'C1',
    align: 'right',
    width: '4.5rem',
    card: 'none',
    cell: (row) => <Count of={row.broj_c1} />,
  },
  {
    id: 'poslednji_dokument',
    header: 'Poslednji dokument',
    width: '9rem',
    card: 'third-right',
    cell: ({ poslednji_dokument }) => (poslednji_dokument ? <DateText value={poslednji_dokument} /> : '—'),
  },
]
const Count = ({ of }: { of: number }) => <span className="num">{of}</span>

/** How a partner stands in documents. */
export const ZAPIS_COLUMNS: readonly Column<PartnerZapis>[] = [
  { id: 'naziv', header: 'Naziv', card: 'title', wrap: true, text: ({ naziv }) => naziv },
  { id: 'grad', header: 'Grad', width: '10rem', card: 'second', cut: true, text: ({ grad }) => grad },
  { id: 'drzava', header: 'Država', width: '9rem', cut: true, text: ({ drzava }) => drzava },
  { id: 'pib', header: 'PIB', width: '7.5rem', cell: ({ pib }) => <span className="code">{pib}</span> },
  { id: 'mb', header: 'MB', width: '7rem', cell: ({ mb }) => <span className="code">{mb}</span> },
  ...ofDocuments<PartnerZapis>(),
]

/** The documents of a partner. */
export const DOKUMENT_COLUMNS: readonly Column<DokumentPartnera>[] = [
  {
    id: 'broj',
    header: 'Broj',
    width: '11rem',
    card: 'title',
    cell: ({ vrsta, id, broj }) => <DocumentLink vrsta={vrsta} id={id} broj={broj} className="font-medium" />,
  },
  {
    id: 'vrsta',
    header: 'Vrsta',
    width: '5rem',
    card: 'behind',
    cell: ({ vrsta }) => <Badge>{vrsta === 'c4' ? 'C4' : 'C1'}</Badge>,
  },
  {
    id: 'datum',
    header: 'Datum',
    width: '7rem',
    card: 'second-right',
    cell: ({ datum }) => <DateText value={datum} />,
  },
  { id: 'strana', header: 'Strana', width: '7rem', text: ({ strana }) => (strana === 'oba' ? 'obe strane' : strana) },
  { id: 'naziv', header: 'Piše kao', card: 'second', cut: true, text: ({ naziv }) => naziv },
  {
    id: 'vrednost_total',
    header: 'Ukupna vrednost',
    align: 'right',
    width: '11rem',
    card: 'right',
    cell: ({ vrednost_total, valuta }) => <Money value={vrednost_total} currency={valuta} />,
  },
]
