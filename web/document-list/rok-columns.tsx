import type { RokRed, StanjeOtvorenih } from '#contract/rokovi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { Rok, RokBadge } from '#web/screens/document-badges.tsx'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money } from '#web/ui/number.tsx'

type Stanje = StanjeOtvorenih | 'razduženo'
export const STANJA_TEXTS: Readonly<Record<Stanje, string>> = {
  isteklo: 'Isteklo',
  ističe: 'Ističe',
  'u roku': 'U roku',
  'bez roka': 'Bez roka',
  razduženo: 'Razduženo',
}

export const ROKOVI_COLUMNS: readonly Column<RokRed>[] = [
  {
    id: 'broj_c4',
    header: 'C4 broj',
    card: 'title',
    under: ({ datum }) => formatDate(datum),
    cell: ({ c4_id, broj_c4 }) => <ListedDocumentLink vrsta="c4" id={c4_id} broj={broj_c4} />,
  },
  { id: 'datum', header: 'Datum', card: 'none', fold: true, cell: ({ datum }) => <DateText value={datum} /> },
  {
    id: 'posiljalac_naziv',
    header: 'Pošiljalac',
    cut: true,
    card: 'second',
    text: ({ posiljalac_naziv }) => posiljalac_naziv,
    under: ({ odobrenje }) => odobrenje ?? '',
  },
  {
    id: 'stanje',
    header: 'Stanje',
    card: 'right',
    cell: ({ stanje_roka }) => <RokBadge stanje={stanje_roka ?? 'bez roka'} />,
  },
  {
    id: 'rok',
    header: 'Rok',
    card: 'third',
    // As wide as the second line, which would be cut.
    cell: ({ rok }) => <div className="sm:max-[90rem]:min-w-35">{rok ? <Rok rok={rok} /> : '—'}</div>,
    onCard: ({ rok, datum }) =>
      rok ? (
        <Rok rok={rok} />
      ) : (
        <>
          uvezeno <DateText value={datum} />
        </>
      ),
    under: ({ rok_obracuna }) => (rok_obracuna ? `obračun ${formatDate(rok_obracuna)}` : ''),
  },
  {
    id: 'rok_obracuna',
    header: 'Rok za obračun',
    fold: true,
    card: 'none',
    cell: ({ rok_obracuna }) => (rok_obracuna ? <DateText value={rok_obracuna} /> : '—'),
  },
  {
    id: 'odobrenje',
    header: 'Odobrenje',
    card: 'none',
    fold: true,
    cell: ({ odobrenje }) => (odobrenje ? <span className="code">{odobrenje}</span> : '—'),
  },
  {
    id: 'broj_stavki',
    header: 'Ostalo stavki',
    align: 'right',
    card: 'none',
    width: '3.5rem',
    cell: ({ broj_stavki }) => <span className="num">{broj_stavki}</span>,
  },
  {
    id: 'vrednost_rsd',
    header: 'Vrednost ostatka (RSD)',
    align: 'right',
    card: 'third-right',
    width: '6.5rem',
    cell: ({ vrednost_rsd }) => <Money value={vrednost_rsd} strong />,
    onCard: ({ vrednost_rsd }) => <Money value={vrednost_rsd} currency="RSD" strong />,
  },
]
