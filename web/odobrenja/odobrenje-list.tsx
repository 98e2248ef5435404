import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type OdobrenjeRow, odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { NewButton, pagedQuery, rowAction } from '#web/screens/list-parts.tsx'
import { odobrenjeAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import type { OdobrenjeAddress } from './odobrenje-address.ts'
import { ODOBRENJE_COLUMNS } from './odobrenje-columns.tsx'
import { odobrenjeScreenTexts } from './odobrenje-texts.ts'
import { useDeleteOdobrenje } from './use-delete-odobrenje.tsx'

type OdobrenjeListProps = OdobrenjeAddress & {
  onNew: () => void
  onEdit: (odobrenje: OdobrenjeRow) => void
}

/** All authorisations with their imports, page by page; search and order are the server's. */
export function OdobrenjeList({ at, setAt, onNew, onEdit }: OdobrenjeListProps) {
  const { historyOf, historyWindow } = useHistoryWindow()
  const navigate = useNavigate()
  const openPage = ({ id }: OdobrenjeRow) => navigate(odobrenjeAddress(id), { state: FROM_LIST })
  const query = pagedQuery(at, 'odobrenja')
  const list = useQuery(read(odobrenjaEndpoints.listOdobrenja, { query }))
  const { ask, isGoing } = useDeleteOdobrenje()
  const button = <NewButton text="Novo odobrenje" onNew={onNew} />

  return (
    <>
      <ServerList
        label="Odobrenja"
        counted="odobrenja"
        at={at}
        setAt={setAt}
        list={list}
        loadFailed={odobrenjeScreenTexts.loadFailed}
        searchPlaceholder="Pretraži odobrenja..."
        buttons={button}
        emptyAction={button}
        sized={{ of: 'odobrenja', limit: query.limit }}
        skeletonRows={query.limit}
        columns={ODOBRENJE_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowName={(row) => row.broj}
        onOpen={openPage}
        actions={(row) => [
          rowAction.edit(() => onEdit(row)),
          rowAction.show(() => openPage(row)),
          historyOf({ vrsta: 'odobrenje', predmet: row.id, name: row.broj }),
          rowAction.remove(() => ask(row), isGoing(row)),
        ]}
      />
      {historyWindow}
    </>
  )
}
