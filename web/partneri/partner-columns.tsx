import { PARTNER_ZAPISI } from '#contract/figures/archive.ts'
import type { DokumentPartnera, PartnerRow, PartnerZapis } from '#contract/partneri.ts'
import { DocumentLink } from '#web/screens/document-link.tsx'
import { figureColumns, plainColumns } from '#web/screens/figure-columns.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Money } from '#web/ui/number.tsx'

/** A name of a place, which is no code. */
export const NAMED = { cut: true, cell: undefined } as const

type Counted = Pick<PartnerRow, 'broj_c4' | 'broj_c1'>

/** In how many documents a firm stands, and on which day last. */
export const OF_DOCUMENTS = {
  broj_c4: {
    width: '4.5rem',
    card: 'third',
    onCard: ({ broj_c4, broj_c1 }: Counted) => `C4: ${broj_c4} · C1: ${broj_c1}`,
  },
  broj_c1: { width: '4.5rem', card: 'none' },
  poslednji_dokument: { width: '9rem', card: 'third-right' },
} as const

/** How a partner stands in documents. */
export const ZAPIS_COLUMNS = figureColumns<PartnerZapis>(PARTNER_ZAPISI, {
  naziv: { card: 'title' },
  grad: { ...NAMED, width: '10rem', card: 'second' },
  drzava: { ...NAMED, width: '9rem' },
  pib: { width: '7.5rem' },
  mb: { width: '7rem' },
  ...OF_DOCUMENTS,
})

/** The documents of a partner. */
export const DOKUMENT_COLUMNS = plainColumns<DokumentPartnera>([
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
  { id: 'datum', header: 'Datum', kind: 'day', width: '7rem', card: 'second-right' },
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
])
