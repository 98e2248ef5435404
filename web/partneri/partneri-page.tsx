import { PARTNER_FIGURES } from '#contract/figures/archive.ts'
import type { PartnerRow } from '#contract/partneri.ts'
import { RecordsPage } from '#web/records/records-page.tsx'
import { figureColumns } from '#web/screens/figure-columns.tsx'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { partnerAddress } from '#web/screens/record-addresses.ts'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { NAMED, OF_DOCUMENTS } from './partner-columns.tsx'
import { PARTNER_RECORD, PartnerForm } from './partner-form.tsx'

/** Partneri: the list, with how many documents each has, and the form. */
export const PartneriPage = () => (
  <RecordsPage
    of={PARTNER_RECORD}
    Form={PartnerForm}
    columns={COLUMNS}
    buttons={(shown) => <ListSheet sheet="partneri" query={shown} />}
  />
)

/** The columns of the list, sorted by the server under the same names. */
const COLUMNS = figureColumns<PartnerRow>(PARTNER_FIGURES, {
  naziv: {
    sortable: true,
    card: 'title',
    under: ({ grad, drzava }) => [grad, drzava].filter(Boolean).join(', '),
    cell: ({ id, naziv, ne_predlaze }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <ListedLink to={partnerAddress(id)} className="font-medium">
          {naziv}
        </ListedLink>
        {ne_predlaze && <Badge>ne predlaže se</Badge>}
      </span>
    ),
  },
  grad: { ...NAMED, sortable: true, width: '8rem', fold: true, card: 'second' },
  drzava: { ...NAMED, sortable: true, width: '7.5rem', fold: true, card: 'second-right' },
  pib: { sortable: true, width: '7.5rem', card: 'none', under: ({ mb }) => mb ?? '' },
  mb: { sortable: true, width: '6rem', fold: true, card: 'none' },
  ...OF_DOCUMENTS,
  ne_predlaze: null,
})
