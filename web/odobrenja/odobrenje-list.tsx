import { useQuery } from '@tanstack/react-query'
import { FileText, Pencil, Plus, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { ODOBRENJE_PAGE_ROWS } from '#contract/limits.ts'
import { type OdobrenjeRow, odobrenjaEndpoints } from '#contract/odobrenja.ts'
import { useHistoryWindow } from '#web/documents/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { odobrenjeAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { ServerList } from '#web/screens/server-list.tsx'
import { Button } from '#web/ui/button.tsx'
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
  const query = {
    search: at.search,
    page: pageIn(at.page),
    limit: rowsPerPage('odobrenja', at.limit, ODOBRENJE_PAGE_ROWS),
    sort: at.sort,
    order: at.order,
  }
  const list = useQuery(read(odobrenjaEndpoints.listOdobrenja, { query }))
  const { ask, isGoing } = useDeleteOdobrenje()
  const button = (
    <Button data-opens-modal variant="primary" icon={<Plus aria-hidden />} changes onClick={onNew}>
      Novo odobrenje
    </Button>
  )

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
        skeletonRows={ODOBRENJE_PAGE_ROWS}
        columns={ODOBRENJE_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowName={(row) => row.broj}
        onOpen={openPage}
        actions={(row) => [
          { text: 'Izmeni', changes: true, icon: <Pencil />, onChoose: () => onEdit(row) },
          { text: 'Pregled', icon: <FileText />, onChoose: () => openPage(row) },
          historyOf({ vrsta: 'odobrenje', predmet: row.id, name: row.broj }),
          {
            text: 'Obriši',
            changes: true,
            icon: <Trash2 />,
            danger: true,
            disabled: isGoing(row),
            onChoose: () => ask(row),
          },
        ]}
      />
      {historyWindow}
    </>
  )
}
