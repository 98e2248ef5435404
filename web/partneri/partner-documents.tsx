import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DOCUMENT_PAGE_ROWS } from '#contract/limits.ts'
import { partneriEndpoints } from '#contract/partneri.ts'
import { read } from '#web/queries.ts'
import { isPaged, ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { documentAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { DOKUMENT_COLUMNS } from './partner-columns.tsx'

/** The documents of a partner, newest first, whatever it is called in them. */
export function PartnerDocuments({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const navigate = useNavigate()
  const query = { page, limit: DOCUMENT_PAGE_ROWS }
  const list = useQuery(read(partneriEndpoints.dokumentiPartnera, { params: { id }, query }))
  return (
    <Panel title="Dokumenti">
      {list.isError && !list.data ? (
        <LoadError text="Dokumenti partnera nisu učitani." error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          label="Dokumenti"
          columns={DOKUMENT_COLUMNS}
          rows={list.data?.results ?? []}
          rowKey={(row) => `${row.vrsta} ${row.id}`}
          rowName={({ broj }) => broj}
          onOpen={({ vrsta, id: document }) => navigate(documentAddress(vrsta, document), { state: FROM_LIST })}
          loading={list.isPending}
          outdated={list.isPlaceholderData}
          emptyText="Partner ne stoji ni u jednom dokumentu."
          footer={
            list.data &&
            isPaged(list.data) && <ListPager reply={list.data} counted="dokumenata" of="Dokumenti" onPage={setPage} />
          }
        />
      )}
    </Panel>
  )
}
