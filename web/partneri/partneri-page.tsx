import type { PartnerRow } from '#contract/partneri.ts'
import { RecordsPage } from '#web/records/records-page.tsx'
import { ListedLink } from '#web/screens/listed-link.tsx'
import { partnerAddress } from '#web/screens/record-addresses.ts'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { ofDocuments } from './partner-columns.tsx'
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
const COLUMNS: readonly Column<PartnerRow>[] = [
  {
    id: 'naziv',
    header: 'Naziv',
    sortable: true,
    card: 'title',
    wrap: true,
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
  {
    id: 'grad',
    header: 'Grad',
    sortable: true,
    width: '8rem',
    fold: true,
    card: 'second',
    cut: true,
    text: ({ grad }) => grad,
  },
  {
    id: 'drzava',
    header: 'Država',
    sortable: true,
    width: '7.5rem',
    fold: true,
    card: 'second-right',
    cut: true,
    text: ({ drzava }) => drzava ?? '',
  },
  {
    id: 'pib',
    header: 'PIB',
    sortable: true,
    width: '7.5rem',
    card: 'none',
    under: ({ mb }) => mb ?? '',
    cell: ({ pib }) => <span className="code">{pib}</span>,
  },
  {
    id: 'mb',
    header: 'MB',
    sortable: true,
    width: '6rem',
    fold: true,
    card: 'none',
    cell: ({ mb }) => <span className="code">{mb}</span>,
  },
  ...ofDocuments<PartnerRow>(),
]
