import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type PartnerRow, partneriEndpoints } from '#contract/partneri.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { NewButton, pagedQuery, rowAction } from '#web/screens/list-parts.tsx'
import { partnerAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import { ListSheet } from '#web/screens/sheet-button.tsx'
import type { PartnerAddress } from './partner-address.ts'
import { PARTNER_COLUMNS } from './partner-columns.tsx'
import { partnerScreenTexts } from './partner-texts.ts'

type PartnerListProps = PartnerAddress & { onNew: () => void; onEdit: (partner: PartnerRow) => void }

/** All partners with how many documents each has, page by page; search and order are the server's. */
export function PartnerList({ at, setAt, onNew, onEdit }: PartnerListProps) {
  const { historyOf, historyWindow } = useHistoryWindow()
  const navigate = useNavigate()
  const openPage = ({ id }: PartnerRow) => navigate(partnerAddress(id), { state: FROM_LIST })
  const shown = { search: at.search, sort: at.sort, order: at.order }
  const query = pagedQuery(at, 'partneri')
  const list = useQuery(read(partneriEndpoints.listPartneri, { query }))
  const button = <NewButton text="Novi partner" onNew={onNew} />
  return (
    <>
      <ServerList
        label="Partneri"
        counted="partnera"
        at={at}
        setAt={setAt}
        list={list}
        loadFailed={partnerScreenTexts.loadFailed}
        searchPlaceholder="Pretraži partnere..."
        buttons={
          <>
            <ListSheet sheet="partneri" query={shown} />
            {button}
          </>
        }
        emptyAction={button}
        sized={{ of: 'partneri', limit: query.limit }}
        skeletonRows={query.limit}
        columns={PARTNER_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowName={(row) => row.naziv}
        onOpen={openPage}
        actions={(row) => [
          rowAction.edit(() => onEdit(row)),
          rowAction.show(() => openPage(row)),
          historyOf({ vrsta: 'partner', predmet: row.id, name: row.naziv }),
        ]}
      />
      {historyWindow}
    </>
  )
}
