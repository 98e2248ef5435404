import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { OTPAD_PAGE_ROWS } from '#contract/limits.ts'
import { type OtpadRaspored, otpadEndpoints } from '#contract/otpad.ts'
import { useHistoryWindow } from '#web/documents/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { pageIn } from '#web/screens/address-values.ts'
import { rowsPerPage } from '#web/screens/rows-per-page.ts'
import { ServerList } from '#web/screens/server-list.tsx'
import { Button } from '#web/ui/button.tsx'
import type { OtpadAddress } from './otpad-address.ts'
import { OTPAD_COLUMNS } from './otpad-columns.tsx'
import { otpadScreenTexts } from './otpad-texts.ts'
import { nameOf, useDeleteOtpad } from './use-delete-otpad.tsx'

type OtpadListProps = OtpadAddress & {
  onNew: () => void
  onEdit: (raspored: OtpadRaspored) => void
}

/** What became of waste, page by page; search and order are the server's. */
export function OtpadList({ at, setAt, onNew, onEdit }: OtpadListProps) {
  const { historyOf, historyWindow } = useHistoryWindow()
  const query = {
    search: at.search,
    page: pageIn(at.page),
    limit: rowsPerPage('otpad', at.limit, OTPAD_PAGE_ROWS),
    sort: at.sort,
    order: at.order,
  }
  const list = useQuery(read(otpadEndpoints.listOtpad, { query }))
  const { ask, isGoing } = useDeleteOtpad()
  const button = (
    <Button data-opens-modal variant="primary" icon={<Plus aria-hidden />} changes onClick={onNew}>
      Nov raspored
    </Button>
  )
  return (
    <>
      <ServerList
        label="Raspored otpada"
        counted="rasporeda"
        at={at}
        setAt={setAt}
        list={list}
        loadFailed={otpadScreenTexts.loadFailed}
        searchPlaceholder="Pretraži raspored otpada..."
        buttons={button}
        emptyAction={button}
        sized={{ of: 'otpad', limit: query.limit }}
        skeletonRows={OTPAD_PAGE_ROWS}
        columns={OTPAD_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowName={nameOf}
        onOpen={onEdit}
        actions={(row) => [
          { text: 'Izmeni', changes: true, icon: <Pencil />, onChoose: () => onEdit(row) },
          historyOf({ vrsta: 'otpad', predmet: row.id, name: nameOf(row) }),
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
