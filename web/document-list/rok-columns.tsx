import { ROKOVI } from '#contract/figures/archive.ts'
import type { RokRed, StanjeOtvorenih } from '#contract/rokovi.ts'
import { formatDate } from '#domain/calendar-date.ts'
import { Rok, RokBadge } from '#web/screens/document-badges.tsx'
import { ListedDocumentLink } from '#web/screens/document-link.tsx'
import { figureColumns } from '#web/screens/figure-columns.tsx'
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

const SHOWN = [
  ...(['broj_c4', 'datum', 'posiljalac_naziv', 'stanje_roka', 'rok', 'rok_obracuna', 'odobrenje'] as const),
  ...(['broj_stavki', 'vrednost_rsd'] as const),
]

/** The columns of imports by their deadline. */
export const ROKOVI_COLUMNS = figureColumns<RokRed>(
  ROKOVI,
  {
    broj_c4: {
      card: 'title',
      under: ({ datum }) => formatDate(datum),
      cell: ({ c4_id, broj_c4 }) => <ListedDocumentLink vrsta="c4" id={c4_id} broj={broj_c4} />,
    },
    datum: { card: 'none', fold: true },
    posiljalac_naziv: { wrap: false, cut: true, card: 'second', under: ({ odobrenje }) => odobrenje ?? '' },
    odobrenje: {
      card: 'none',
      fold: true,
      cell: ({ odobrenje }) => (odobrenje ? <span className="code">{odobrenje}</span> : '—'),
    },
    rok: {
      card: 'third',
      // Wide enough for the second line, which would be cut.
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
    rok_obracuna: { fold: true, card: 'none' },
    stanje_roka: { card: 'right', cell: ({ stanje_roka }) => <RokBadge stanje={stanje_roka ?? 'bez roka'} /> },
    // The column is too narrow for more.
    broj_stavki: { header: 'Ostalo stavki', card: 'none', width: '3.5rem' },
    vrednost_rsd: {
      card: 'third-right',
      width: '6.5rem',
      cell: ({ vrednost_rsd }) => <Money value={vrednost_rsd} strong />,
      onCard: ({ vrednost_rsd }) => <Money value={vrednost_rsd} currency="RSD" strong />,
    },
  },
  { totals: false, order: SHOWN },
)
