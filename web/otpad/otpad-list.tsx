import { useQuery } from '@tanstack/react-query'
import { type OtpadRaspored, otpadEndpoints } from '#contract/otpad.ts'
import { useHistoryWindow } from '#web/beside/use-history-window.tsx'
import { read } from '#web/queries.ts'
import { NewButton, pagedQuery, rowAction } from '#web/screens/list-parts.tsx'
import { ServerList } from '#web/screens/server-list.tsx'
import type { OtpadAddress } from './otpad-address.ts'
import { OTPAD_COLUMNS } from './otpad-columns.tsx'
import { otpadScreenTexts } from './otpad-texts.ts'
import { nameOf, useDeleteOtpad } from './use-delete-otpad.tsx'

type OtpadListProps = OtpadAddress & {
  onNew: () => void
  onEdit: (raspored: OtpadRaspored) => void
}

/** Uses of waste, page by page; search and order are the server's. */
export function OtpadList({ at, setAt, onNew, onEdit }: OtpadListProps) {
  const { historyOf, historyWindow } = useHistoryWindow()
  const query = pagedQuery(at, 'otpad')
  const list = useQuery(read(otpadEndpoints.listOtpad, { query }))
  const { ask, isGoing } = useDeleteOtpad()
  const button = <NewButton text="Novi raspored" onNew={onNew} />
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
        skeletonRows={query.limit}
        columns={OTPAD_COLUMNS}
        rowKey={(row) => String(row.id)}
        rowName={nameOf}
        onOpen={onEdit}
        actions={(row) => [
          rowAction.edit(() => onEdit(row)),
          historyOf({ vrsta: 'otpad', predmet: row.id, name: nameOf(row) }),
          rowAction.remove(() => ask(row), isGoing(row)),
        ]}
      />
      {historyWindow}
    </>
  )
}
