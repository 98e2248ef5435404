import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { obracunEndpoints, obracunTexts } from '#contract/obracun.ts'
import type { CallOptions } from '#web/api.ts'
import { read } from '#web/queries.ts'
import { withoutEmpty } from '#web/screens/figure-columns.tsx'
import { ListPager } from '#web/screens/list-pager.tsx'
import { NotShown } from '#web/screens/record-page.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { PAGE_ROWS } from './lots.tsx'
import { DRAWS, drawKey, LOTS } from './obracun-columns.tsx'

type Asked = CallOptions<(typeof obracunEndpoints)['getObracun']>['query']
type PagedPartsProps = { asked: Asked; deo: string; onDeo: (deo: string) => void }

const TABS = [
  { id: 'stavke', name: 'Uvozne stavke' },
  { id: 'izvoz', name: 'Izvoz' },
]
// The sum of a page would pass for that of all.
const COLUMNS = LOTS.map(({ total: _, ...column }) => column)

/** Parts A and B of an account that is too large to be added up and sent at once, page by page. */
export const PagedParts = ({ asked, deo, onDeo }: PagedPartsProps) => (
  <Panel>
    <p className="px-4 py-3 text-ink-2">{obracunTexts.tooMany} Ovde su stavke po stranicama, bez zbirova i provera.</p>
    <Tabs label="Delovi obračuna" tabs={TABS} active={deo === 'izvoz' ? deo : 'stavke'} onChange={onDeo} flush>
      {deo === 'izvoz' ? <PagedDraws asked={asked} /> : <PagedLots asked={asked} />}
    </Tabs>
  </Panel>
)

const FAILED = 'Stranica obračuna nije mogla da se učita.'

function PagedLots({ asked }: { asked: Asked }) {
  const [page, setPage] = useState(1)
  const query = useQuery(read(obracunEndpoints.obracunStavke, { query: { ...asked, page, limit: PAGE_ROWS } }))
  if (!query.data) return <NotShown query={query} text={FAILED} />
  return (
    <DataTable
      label="Uvozne stavke"
      columns={withoutEmpty(COLUMNS, query.data.results)}
      rows={query.data.results}
      rowKey={(row) => String(row.ulaz_stavka_id)}
      outdated={query.isPlaceholderData}
      footer={<ListPager reply={query.data} counted="uvoznih stavki" onPage={setPage} />}
    />
  )
}

function PagedDraws({ asked }: { asked: Asked }) {
  const [page, setPage] = useState(1)
  const query = useQuery(read(obracunEndpoints.obracunIzvoz, { query: { ...asked, page, limit: PAGE_ROWS } }))
  if (!query.data) return <NotShown query={query} text={FAILED} />
  return (
    <DataTable
      label="Izvoz"
      columns={withoutEmpty(DRAWS, query.data.results)}
      rows={query.data.results}
      rowKey={drawKey}
      outdated={query.isPlaceholderData}
      footer={<ListPager reply={query.data} counted="redova" onPage={setPage} />}
    />
  )
}
