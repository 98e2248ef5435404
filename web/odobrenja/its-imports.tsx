import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { DOCUMENT_PAGE_ROWS } from '#contract/limits.ts'
import { rokoviEndpoints } from '#contract/rokovi.ts'
import { ROKOVI_COLUMNS } from '#web/document-list/rok-columns.tsx'
import { read } from '#web/queries.ts'
import { isPaged, ListPager } from '#web/screens/list-pager.tsx'
import { LoadError } from '#web/screens/load-error.tsx'
import { documentAddress } from '#web/screens/record-addresses.ts'
import { FROM_LIST } from '#web/screens/record-page.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Select } from '#web/ui/select.tsx'

const COLUMNS = ROKOVI_COLUMNS.filter(({ id }) => id !== 'odobrenje')
const CLOSED = [{ value: 'razduženo', text: 'Razduženi' }]

/** The imports of an authorisation by their deadline: those with something left, or those that are discharged. */
export function ItsImports({ id }: { id: number }) {
  const [stanje, setStanje] = useState<'razduženo' | ''>('')
  const [page, setPage] = useState(1)
  const navigate = useNavigate()
  const query = { odobrenje_id: id, stanje, page, limit: DOCUMENT_PAGE_ROWS }
  const list = useQuery(read(rokoviEndpoints.listRokovi, { query }))
  return (
    <Panel
      title="Uvozi"
      right={
        <Select
          aria-label="Koji uvozi"
          options={CLOSED}
          emptyText="Sa ostatkom"
          value={stanje}
          onChange={({ currentTarget }) => {
            setStanje(currentTarget.value === 'razduženo' ? 'razduženo' : '')
            setPage(1)
          }}
        />
      }
    >
      {list.isError && !list.data ? (
        <LoadError text="Uvozi nisu učitani." error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <DataTable
          label="Uvozi"
          columns={COLUMNS}
          rows={list.data?.results ?? []}
          rowKey={({ c4_id }) => String(c4_id)}
          rowName={({ broj_c4 }) => broj_c4}
          onOpen={({ c4_id }) => navigate(documentAddress('c4', c4_id), { state: FROM_LIST })}
          loading={list.isPending}
          outdated={list.isPlaceholderData}
          emptyText={stanje ? 'Nijedan uvoz nije razdužen.' : 'Nema uvoza sa ostatkom.'}
          footer={
            list.data &&
            isPaged(list.data) && (
              <ListPager reply={list.data} counted="ulaznih dokumenata" onPage={(next) => setPage(next)} />
            )
          }
        />
      )}
    </Panel>
  )
}
