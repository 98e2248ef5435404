import type { RokRed, StanjeOtvorenih } from '#contract/rokovi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date.tsx'
import { Money } from '#web/ui/number.tsx'
import { ListedDocumentLink } from './document-link.tsx'
import { Rok, RokBadge } from './rok-badge.tsx'

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
    cell: ({ c4_id, broj_c4 }) => <ListedDocumentLink vrsta="c4" id={c4_id} broj={broj_c4} />,
  },
  { id: 'datum', header: 'Datum', card: 'second', cell: ({ datum }) => <DateText value={datum} /> },
  { id: 'posiljalac_naziv', header: 'Pošiljalac', wrap: true, cell: ({ posiljalac_naziv }) => posiljalac_naziv },
  {
    id: 'stanje',
    header: 'Stanje',
    card: 'right',
    cell: ({ stanje_roka }) => <RokBadge stanje={stanje_roka ?? 'bez roka'} />,
  },
  {
    id: 'rok',
    header: 'Rok',
    // As wide as the second line, which would be cut.
    cell: ({ rok }) => <div className="sm:max-[90rem]:min-w-35">{rok ? <Rok rok={rok} /> : '—'}</div>,
    under: ({ rok_obracuna }) => (rok_obracuna ? `obračun ${formatDate(rok_obracuna)}` : ''),
  },
  {
    id: 'rok_obracuna',
    header: 'Rok obračuna',
    fold: true,
    cell: ({ rok_obracuna }) => (rok_obracuna ? <DateText value={rok_obracuna} /> : '—'),
  },
  {
    id: 'odobrenje',
    header: 'Odobrenje',
    cell: ({ odobrenje }) => (odobrenje ? <span className="code">{odobrenje}</span> : '—'),
  },
  {
    id: 'broj_stavki',
    header: 'Stavki sa ostatkom',
    align: 'right',
    cell: ({ broj_stavki }) => <span className="num">{broj_stavki}</span>,
  },
  {
    id: 'vrednost_rsd',
    header: 'Vrednost ostatka',
    align: 'right',
    cell: ({ vrednost_rsd }) => <Money value={vrednost_rsd} currency="RSD" strong />,
  },
]
